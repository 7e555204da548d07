//! What answers, and who is asked before it.

pub mod acting;
pub mod answering;
pub mod applied;
pub mod composing;
pub mod converters;
pub mod decisions;
pub mod decorating;
pub mod decorators;
pub mod ended_chains;
pub mod given_handlers;
pub mod guards;
pub mod handler_types;
pub mod handlers;
pub mod held_views;
pub mod held_wrappers;
pub mod listed_handlers;
pub mod listed_values;
pub mod macros;
pub mod marking;
pub mod named_arguments;
pub mod own;
pub mod stacks;
pub mod taken_types;
pub mod value_handlers;
pub mod wrapping;
