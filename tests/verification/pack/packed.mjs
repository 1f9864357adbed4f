// Runs functions of Python files in a pack, as a phone's worker would run them.
//   node packed.mjs PACK ENGINE.JS JOBS.JSON ANSWERS.JSON
// A job is a source, the name of a function in it, what it is given, and whom to ask: the Python that
// began from the beginning (0), one of two that began from a picture of its memory (1, 2), or one whose
// picture is damaged (3).
import fs from "node:fs";
import { opened, remembered } from "../../../scorekeeper/extras/pocket/pack/under_node.mjs";

const [pack, engine, jobs, answers] = process.argv.slice(2);
const { start, part, loadPyodide, create } = await opened(pack, engine);
const memory = remembered();
const RUN = `
import json
def run(source, function, given):
    names = {"__name__": "asked"}
    exec(source, names)
    return json.dumps(names[function](json.loads(given)))
run`;
const begin = async (from) => (await start(loadPyodide, create, part, from)).runPython(RUN);
const runs = [await begin(memory)]; // from the beginning
const { headers } = await memory.get();
const damaged = new Response((await (await memory.get()).arrayBuffer()).slice(0, 1e6), { headers });
runs.push(await begin(memory), await begin(memory), await begin({ get: async () => damaged }));
const told = JSON.parse(fs.readFileSync(jobs, "utf8")).map(([source, name, given, by]) =>
  JSON.parse(runs[by](source, name, JSON.stringify(given))),
);
fs.writeFileSync(answers, JSON.stringify(told));
process.exit(); // Python's loop of events would wait for ever
