import { readFileSync } from "node:fs";

/** Compiles the scan module. A compiled module can be posted to worker threads, so once is enough. */
export const compileScan = () => new WebAssembly.Module(readFileSync(new URL("./scan.wasm", import.meta.url)));
