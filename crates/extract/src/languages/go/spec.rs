//! What Go source says, by example.
