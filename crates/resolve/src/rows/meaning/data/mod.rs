//! Data that is read and written, and the models that it is kept by.

pub mod accesses;
pub mod asked_rows;
pub mod associations;
pub mod columns;
pub mod django_relations;
pub mod documents;
pub mod eloquent_relations;
pub mod entity;
pub mod kept_rows;
pub mod made_tables;
pub mod models;
pub mod row_holders;
pub mod statements;
pub mod tags;
