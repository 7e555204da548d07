//! What the graph of a C or C++ file says, read like a specification.
