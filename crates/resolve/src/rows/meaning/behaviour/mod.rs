//! What code does of its own: errors, settings, requests, tests and what does harm.

pub mod clients;
pub mod doubles;
pub mod environment_held;
pub mod errors;
pub mod failures;
pub mod prefixed;
pub mod requests;
pub mod route_names;
pub mod setting_fields;
pub mod settings;
pub mod sinks;
pub mod testing;
pub mod unset;
