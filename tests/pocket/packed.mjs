// Runs functions of Python files in a pack, as a phone's worker would run them.
//   node packed.mjs PACK ENGINE.JS JOBS.JSON ANSWERS.JSON
// A job is a source, the name of a function in it, what it is given, and whom to ask: the Python that
// began from the beginning (0), or one of two that began from a picture of its memory (1, 2).
import fs from "node:fs";
import { pathToFileURL } from "node:url";

// Pyodide shall believe that it is in a worker of a browser.
process.browser = true;
globalThis.WorkerGlobalScope = class {};
globalThis.location = new URL("https://pack.invalid/");
globalThis.self = Object.assign(new WorkerGlobalScope(), { location });

const [pack, engine, jobs, answers] = process.argv.slice(2);
const { parts } = JSON.parse(fs.readFileSync(`${pack}/pack.json`, "utf8"));
const path = (name) => `${pack}/${parts.find((part) => part.name === name).file}`;
const part = async (name) => new Uint8Array(fs.readFileSync(path(name))).buffer;
const { loadPyodide } = await import(pathToFileURL(path("pyodide.mjs")));
const { default: create } = await import(pathToFileURL(path("pyodide.asm.mjs")));
// As text: older Nodes take a file of this name for no module.
const { start } = await import(`data:text/javascript;base64,${fs.readFileSync(engine, "base64")}`);

const memory = {
  get: async () => picture?.clone(),
  put: async (response) => { picture = response; },
  prepare: `from scorekeeper.web.pocket.engine import prepare
prepare("/", "cs", has_server=True)`,
};
let picture;
const RUN = `
import json
def run(source, function, given):
    names = {"__name__": "asked"}
    exec(source, names)
    return json.dumps(names[function](json.loads(given)))
run`;
const begin = async () => (await start(loadPyodide, create, part, memory)).runPython(RUN);
const runs = [await begin()]; // from the beginning
if (!picture) throw new Error("no picture of the memory was taken");
runs.push(await begin(), await begin()); // from its picture
const told = JSON.parse(fs.readFileSync(jobs, "utf8")).map(([source, name, given, by]) =>
  JSON.parse(runs[by](source, name, JSON.stringify(given))),
);
fs.writeFileSync(answers, JSON.stringify(told));
process.exit(); // Python's loop of events would wait for ever
