//! What Python source says, by example.
