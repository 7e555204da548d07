/** The compiled module of parsing, extraction, resolution and pattern learning. Node only. */
export declare const compileScan: () => WebAssembly.Module;
