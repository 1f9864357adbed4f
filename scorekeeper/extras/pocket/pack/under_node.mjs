// A pack under Node, as if in a worker of a browser: what tests and measurements begin with.
//   opened(pack, engine) → { start, part, loadPyodide, create } of a pack's folder and its engine.js
import fs from "node:fs";
import { pathToFileURL } from "node:url";

// Pyodide shall believe that it is in a worker of a browser.
process.browser = true;
globalThis.WorkerGlobalScope = class {};
globalThis.location = new URL("https://pack.invalid/");
globalThis.self = Object.assign(new WorkerGlobalScope(), { location });

export async function opened(pack, engine) {
  const { parts } = JSON.parse(fs.readFileSync(`${pack}/pack.json`, "utf8"));
  const path = (name) => `${pack}/${parts.find((part) => part.name === name).file}`;
  const part = async (name) => new Uint8Array(fs.readFileSync(path(name))).buffer;
  const { loadPyodide } = await import(pathToFileURL(path("pyodide.mjs")));
  const { default: create } = await import(pathToFileURL(path("pyodide.asm.mjs")));
  // As text: older Nodes take a file of this name for no module.
  const { start } = await import(`data:text/javascript;base64,${fs.readFileSync(engine, "base64")}`);
  return { start, part, loadPyodide, create };
}

// A picture of the memory that is kept in a variable.
export function remembered() {
  let picture;
  return {
    get: async () => picture?.clone(),
    put: async (response) => { picture = response; },
    prepare: `from scorekeeper.extras.pocket.pages.engine import prepare
prepare("/", "cs", has_server=True)`,
  };
}
