/** The compiled module of parsing, extraction, resolution and pattern learning. Node only. */
export declare const compileScan: (kept?: KeptCode) => WebAssembly.Module;

/** Machine code that V8 made of a module before: `src/engine/scan/kept-code.ts`. */
export interface KeptCode {
  load(module: Uint8Array): WebAssembly.Module | undefined;
}

/** Fills a grammar's tables into the memory of an instance, which knows none until it is first read with. */
export declare const fillTables: (grammar: string, memory: ArrayBuffer) => void;

/** SHA-256 of the module and its tables, hexadecimal: facts that others made are not to be mixed with its own. */
export declare const scanDigest: () => string;
