//! wasm-edge
