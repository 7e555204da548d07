import module from "./edge.wasm";

/** The edge module, which the runtime compiled when the Worker was loaded. */
export const compileEdge = () => module;
