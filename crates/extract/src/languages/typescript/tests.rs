//! What the graph of a TypeScript file says, read like a specification.
