import { readFileSync } from "node:fs";

/** Compiles the edge module. Done on the first call, since most commands never need it. */
export const compileEdge = () => new WebAssembly.Module(readFileSync(new URL("./edge.wasm", import.meta.url)));
