// Starts Python with the app in it, wherever the parts of the pack come from.
//   start(loadPyodide, createPyodideModule, part, memory) → pyodide
// part(name) → Promise of a Response or an ArrayBuffer: a part of the pack by its plain name.
// memory, if there is one: { get, put, prepare }. Beginning anew takes seconds, so that a picture
// of the memory is kept: get() → Promise of a Response or undefined. Where put(response) is given, a
// picture is taken if there is none; prepare is the Python that runs before.

// Pyodide asks for no package: everything is in the parts.
const LOCK = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});
// A host that no name server knows; what is asked of it comes from the parts.
const BASE = "https://pack.invalid/";
const PARTS = ["pyodide.asm.wasm", "stdlib.zip", "libs.zip", "words.zip", "app.zip"];
const LIBRARIES = "/libs";
const APP = "/app";
const STEP = 2 ** 21;

export async function start(loadPyodide, createPyodideModule, part, memory) {
  const kept = await picture(memory);
  if (kept) {
    const whole = filled(kept);
    whole.catch(() => { /* whoever waits for it is told */ });
    const create = (settings) => roomy(createPyodideModule(settings), whole);
    try {
      return await load(loadPyodide, part, { createPyodideModule: create, _loadSnapshot: kept.data });
    } catch (error) {
      console.warn("a picture of the memory was of no use", error);
    }
  }
  const python = await load(loadPyodide, part, { createPyodideModule, _makeSnapshot: Boolean(memory?.put) });
  python.runPython(`import sys; sys.path[:0] = ["${APP}", "${LIBRARIES}"]`);
  if (memory?.put) await keep(python, memory);
  return python;
}

async function load(loadPyodide, part, options) {
  const fetched = Object.fromEntries(PARTS.map((name) => [name, part(name)]));
  const network = globalThis.fetch;
  globalThis.fetch = (asked, init) => {
    const name = String(asked.url ?? asked);
    if (!name.startsWith(BASE)) return network(asked, init);
    const content = fetched[name.slice(BASE.length)];
    return name.endsWith(".wasm") ? response(content, name) : response(bytes(content), name);
  };
  try {
    return await loadPyodide({
      indexURL: BASE,
      packageBaseUrl: BASE,
      stdLibURL: `${BASE}stdlib.zip`,
      lockFileContents: LOCK,
      env: {
        PYTHONDONTWRITEBYTECODE: "1",
        PYTHONTZPATH: `${APP}/zones`,
        PYTZ_TZDATADIR: `${APP}/zones`,
      },
      fsInit: async (FS) => {
        unpack(FS, LIBRARIES, await bytes(fetched["libs.zip"]));
        unpack(FS, APP, await bytes(fetched["words.zip"]));
        unpack(FS, APP, await bytes(fetched["app.zip"]));
      },
      ...options,
    });
  } finally {
    globalThis.fetch = network;
  }
}

// --- a picture of the memory -----------------------------------------------------------------------
const GZIP = "gzip", SIZE = "X-Size";

// A picture that was kept: the bytes that it will be, and the packed stream of them.
async function picture(memory) {
  try {
    const response = await memory?.get();
    const size = Number(response?.headers.get(SIZE));
    return size ? { data: new Uint8Array(size), packed: response.body } : undefined;
  } catch {
    return undefined; // the long way leads there, too
  }
}

// Unpacks a picture into its bytes, while the module is compiled.
async function filled({ data, packed }) {
  let at = 0;
  for await (const chunk of chunks(packed.pipeThrough(new DecompressionStream(GZIP)))) {
    data.set(chunk, at);
    at += chunk.length;
  }
  if (at < data.length) throw new Error("it is not whole");
  return data;
}

async function* chunks(stream) {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

async function keep(python, memory) {
  try {
    python.runPython(memory.prepare);
    const taken = python.makeMemorySnapshot(), headers = { [SIZE]: String(taken.length) };
    const packed = new Blob([taken]).stream().pipeThrough(new CompressionStream(GZIP));
    await memory.put(new Response(await new Response(packed).arrayBuffer(), { headers }));
  } catch (error) {
    console.warn("no picture of the memory was kept", error);
  }
}

// A module with as much memory as its picture, which is whole by then.
async function roomy(module, picture) {
  const [grown, { length }] = await Promise.all([module, picture]);
  for (let more = STEP; grown.HEAP8.length < length; more += STEP) grown._free(grown._malloc(more));
  return grown;
}

// --- parts -----------------------------------------------------------------------------------------
async function response(content, name) {
  const found = await content;
  if (found instanceof Response) return found;
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(found, { headers: { "Content-Type": type } });
}

// The bytes of a part, which may be packed.
async function bytes(content) {
  const data = new Uint8Array(await (await response(content, "")).arrayBuffer());
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream(GZIP));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Puts the files of a zip in which nothing is packed into the memory file system, without copies.
function unpack(FS, folder, zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  const end = zip.length - 22; // the end record, which has no comment
  const folders = new Set();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const size = view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const file = view.getUint32(at + 42, true);
    const path = `${folder}/${text.decode(zip.subarray(at + 46, at + 46 + name))}`;
    const data = file + 30 + view.getUint16(file + 26, true) + view.getUint16(file + 28, true);
    const above = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(above)) FS.mkdirTree(above);
    folders.add(above);
    FS.writeFile(path, zip.subarray(data, data + size), { canOwn: true });
    at += 46 + name + extra + comment;
  }
}
