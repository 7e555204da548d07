import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const read = () => readFileSync(new URL("./scan.wasm", import.meta.url));

/** Compiles the scan module. A compiled module can be posted to worker threads, so once is enough. */
export const compileScan = () => new WebAssembly.Module(read());

/** SHA-256 of the module, hexadecimal: facts that another one made are not to be mixed with its own. */
export const scanDigest = () => createHash("sha256").update(read()).digest("hex");
