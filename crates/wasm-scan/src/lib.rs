//! wasm-scan
