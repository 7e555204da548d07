import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import record from "./build.json" with { type: "json" };

/**
 * How much a function has to run before V8 compiles it a second time, for speed. A scan is short and runs much code
 * once: with V8's own budget a fifth of its CPU went into functions that had no time left to pay that back.
 */
const tieringBudget = 300_000_000;

/** The same where code is kept for later scans: then what is compiled for speed is paid once, and by all of them back. */
const keepingBudget = 400_000;

const at = new URL("./scan.wasm", import.meta.url);
const tables = new URL("./scan.tables", import.meta.url);

/** Compiles the scan module, or takes what is kept of it. It can be posted to other threads, so once is enough. */
export const compileScan = (kept) => {
  const { bytes } = record.modules["scan.tables"];
  // Else it would be said of each file that it cannot be read.
  if (statSync(tables).size !== bytes) throw new Error(`${tables.pathname} is cut short: install drift-edge again`);
  setFlagsFromString(`--wasm-tiering-budget=${kept ? keepingBudget : tieringBudget}`);
  // The module is ours: a function is checked when it is first called, and most never are.
  setFlagsFromString("--wasm-lazy-validation");
  const module = readFileSync(at);
  return kept?.load(module) ?? new WebAssembly.Module(module);
};

/** Fills a grammar's tables into the memory of an instance, which knows none until it is first read with. */
export const fillTables = (grammar, memory) => {
  const file = openSync(tables);
  try {
    for (const [address, offset, length] of record.modules["scan.tables"].places[grammar]) {
      readSync(file, new Uint8Array(memory, address, length), 0, length, offset);
    }
  } finally {
    closeSync(file);
  }
};

/** SHA-256 of the module and its tables, hexadecimal: facts that others made are not to be mixed with its own. */
export const scanDigest = () => record.modules["scan.wasm"].sha256 + record.modules["scan.tables"].sha256;
