//! The edge module's exports: bytes in, bytes out. `src/engine/edge-module.ts` is their other side.
//!
//! Input lies in memory got from `drift_alloc`, which the caller frees. An answer is the address of a reply (`reply`),
//! which the caller frees too. Input that is refused is a reply with a status; only a fault of ours, or memory used
//! up, traps.

mod graphs;
mod memory;
mod outline;
mod reply;
mod token_counts;
