// How long a phone's Python takes until it has answered: from the beginning, and from a picture.
//   node pack.mjs PACK ENGINE.JS ROUNDS TIMES.JSON
import fs from "node:fs";
import { opened, remembered } from "../scorekeeper/extras/pocket/pack/under_node.mjs";

const [pack, engine, rounds, times] = process.argv.slice(2);
const { start, part, loadPyodide, create } = await opened(pack, engine);
const FIRST = `
from scorekeeper.extras.pocket.pages.engine import begin
begin("{}", "/", has_server=True).call("GET", "http://localhost/", "[]", b"", True)[0]`;

async function milliseconds(memory) {
  const began = performance.now();
  const python = await start(loadPyodide, create, part, memory);
  if (python.runPython(FIRST) !== 200) throw new Error("there is no first page");
  return performance.now() - began;
}

const memory = remembered();
await milliseconds(memory);
const { get } = memory, took = { begun: [], restored: [] };
for (let round = 0; round < Number(rounds); round += 1) {
  took.begun.push(await milliseconds());
  took.restored.push(await milliseconds({ get }));
}
fs.writeFileSync(times, JSON.stringify(took));
process.exit(); // Python's loop of events would wait for ever
