import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import record from "./build.json" with { type: "json" };

/**
 * How much a function has to run before V8 compiles it a second time, for speed. A scan is short and runs much code
 * once: with V8's own budget a fifth of its CPU went into functions that had no time left to pay that back.
 */
const tieringBudget = 300_000_000;

// The module is ours: a function is checked when it is first called, and most never are.
const flags = [`--wasm-tiering-budget=${tieringBudget}`, "--wasm-lazy-validation"];

const at = new URL("./scan.wasm", import.meta.url);

/** Compiles the scan module. A compiled module can be posted to other threads, so once is enough. */
export const compileScan = () => {
  for (const flag of flags) setFlagsFromString(flag);
  return new WebAssembly.Module(readFileSync(at));
};

/** SHA-256 of the module, hexadecimal: facts that another one made are not to be mixed with its own. */
export const scanDigest = () => record.modules["scan.wasm"].sha256;
