import { readFileSync } from "node:fs";
import record from "./build.json" with { type: "json" };

/** Compiles the scan module. A compiled module can be posted to worker threads, so once is enough. */
export const compileScan = () => new WebAssembly.Module(readFileSync(new URL("./scan.wasm", import.meta.url)));

/** SHA-256 of the module, hexadecimal: facts that another one made are not to be mixed with its own. */
export const scanDigest = () => record.modules["scan.wasm"].sha256;
