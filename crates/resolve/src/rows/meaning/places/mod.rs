//! What rules are asked about: calls and symbols, what stands beside them, and what is found there.

pub mod beside;
pub mod blocks;
pub mod classes;
pub mod conditions;
pub mod copies;
pub mod found;
mod listed_members;
pub mod members;
pub mod paths;
pub mod site;
pub mod untyped;
