//! The paths and methods by which handlers are registered, also in loops and tables.

pub mod attribute_routes;
pub mod closures_called;
pub mod described_routes;
pub mod filters;
pub mod given_paths;
pub mod listed_routes;
pub mod loops;
pub mod mapped;
pub mod methods_given;
pub mod module_trees;
pub mod mounting;
pub mod roles;
pub mod routes;
pub mod tables;
pub mod turns;
pub mod verbs;
pub mod written_tables;
