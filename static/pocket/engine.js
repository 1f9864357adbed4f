// Starts Python with the app in it, wherever the parts of the pack come from.
//   start(loadPyodide, createPyodideModule, part) → pyodide
// part(name) → Promise of a Response or an ArrayBuffer: a part of the pack by its plain name.

// Pyodide asks for no package: everything is in the parts.
const LOCK = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
  packages: {},
});
// A host that no name server knows; what is asked of it comes from the parts.
const BASE = "https://pack.invalid/";
const PARTS = ["pyodide.asm.wasm", "stdlib.zip", "libs.zip", "words.zip", "app.zip"];
const LIBRARIES = "/lib/python3.14/site-packages";
const APP = "/app";

export async function start(loadPyodide, createPyodideModule, part) {
  const fetched = Object.fromEntries(
    PARTS.map((name) => [name, part(name)]),
  );
  const network = globalThis.fetch;
  globalThis.fetch = (asked, options) => {
    const name = String(asked.url ?? asked);
    if (!name.startsWith(BASE)) return network(asked, options);
    return response(fetched[name.slice(BASE.length)], name);
  };
  try {
    const python = await loadPyodide({
      createPyodideModule,
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
    });
    python.runPython(`import sys; sys.path.insert(0, "${APP}")`);
    return python;
  } finally {
    globalThis.fetch = network;
  }
}

async function response(content, name) {
  const found = await content;
  if (found instanceof Response) return found;
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(found, { headers: { "Content-Type": type } });
}

async function bytes(content) {
  const found = await content;
  return new Uint8Array(found instanceof Response ? await found.arrayBuffer() : found);
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
