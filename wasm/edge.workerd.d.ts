/** The compiled module of graph queries, token counts and outlines. */
export declare const compileEdge: () => WebAssembly.Module;
