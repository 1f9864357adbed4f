// Packs a file by Brotli's best; every browser takes this window.
//   node brotli.mjs FILE PACKED
import fs from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [file, packed] = process.argv.slice(2);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
fs.writeFileSync(packed, brotliCompressSync(fs.readFileSync(file), { params }));
