/** The compiled module of parsing, extraction, resolution and pattern learning. Node only. */
export declare const compileScan: () => WebAssembly.Module;

/** SHA-256 of the module, hexadecimal: facts that another one made are not to be mixed with its own. */
export declare const scanDigest: () => string;
