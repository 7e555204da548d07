import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
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

const setFlags = () => {
  for (const flag of flags) setFlagsFromString(flag);
};

/** Compiles the scan module. A compiled module can be posted to worker threads, so once is enough. */
export const compileScan = () => {
  setFlags();
  return new WebAssembly.Module(readFileSync(at));
};

/** The same beside what this thread does: it is read as one piece, since each piece would wait for the thread. */
export const compileScanAside = async () => {
  setFlags();
  const file = await open(at);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(size);
    let read = 0;
    for (let more = size; more > 0; read += more) more = (await file.read(bytes, read, size - read)).bytesRead;
    return await WebAssembly.compile(bytes.subarray(0, read));
  } finally {
    await file.close();
  }
};

/** SHA-256 of the module, hexadecimal: facts that another one made are not to be mixed with its own. */
export const scanDigest = () => record.modules["scan.wasm"].sha256;
