// Compiles a zip of Python sources with the Python that will run them.
//   node bytecode.mjs PYODIDE BYTECODE.PY SOURCES.ZIP COMPILED.ZIP
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, program, sources, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("/sources.zip", new Uint8Array(fs.readFileSync(sources)));
python.runPython(fs.readFileSync(program, "utf8"));
python.runPython(`
with open("/sources.zip", "rb") as given, open("/compiled.zip", "wb") as made:
    made.write(compile_all(given.read()))
`);
fs.writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
