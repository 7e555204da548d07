//! The scanner's module: bytes in, bytes out. Extraction and resolution are `extract`'s and `resolve`'s;
//! here are only the exports ([`abi`]) and what they hand back.

pub mod abi;
mod answers;
mod documents;
pub mod heap;

pub use answers::{Answer, extract};
