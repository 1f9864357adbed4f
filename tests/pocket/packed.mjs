// Runs functions of Python files in a pack, as a phone's worker would run them.
//   node packed.mjs PACK ENGINE.JS JOBS.JSON ANSWERS.JSON
// A job is a source, the name of a function in it, what it is given, and whom to ask: the Python that
// began from the beginning (0), or one of two that began from a picture of its memory (1, 2).
import fs from "node:fs";
import { opened, remembered } from "../../scorekeeper/pack/under_node.mjs";

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
const begin = async () => (await start(loadPyodide, create, part, memory)).runPython(RUN);
const runs = [await begin()]; // from the beginning
if (!(await memory.get())) throw new Error("no picture of the memory was taken");
runs.push(await begin(), await begin()); // from its picture
const told = JSON.parse(fs.readFileSync(jobs, "utf8")).map(([source, name, given, by]) =>
  JSON.parse(runs[by](source, name, JSON.stringify(given))),
);
fs.writeFileSync(answers, JSON.stringify(told));
process.exit(); // Python's loop of events would wait for ever
