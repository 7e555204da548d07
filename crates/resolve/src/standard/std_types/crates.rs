//! Types of well-known Rust crates that hand other types through.

use super::Generic;
use crate::values::types::Std;

/// What a generic type of a crate does with its arguments, by the crate and its own name.
pub fn generic(owner: &str, name: &str) -> Option<Generic> {
    let std = match (owner, name) {
        // What the standard library took over from a crate behaves as it does there.
        ("once_cell", "Lazy") => Std::Pointer,
        ("once_cell", "OnceCell") => Std::Cell,
        ("indexmap" | "hashbrown", "IndexMap" | "HashMap") => return Some(Generic::Std(Std::Map, &[0, 1])),
        ("indexmap" | "hashbrown", "IndexSet" | "HashSet") => Std::Set,
        // Locks that no panic poisons, and what they give.
        (
            "tokio" | "parking_lot" | "async_lock" | "async_std" | "futures" | "futures_util" | "spin",
            "Mutex" | "RwLock" | "FairMutex" | "ReentrantMutex",
        ) => Std::Lock,
        (
            "tokio" | "parking_lot" | "async_lock" | "async_std" | "futures" | "futures_util" | "spin",
            "MutexGuard"
            | "OwnedMutexGuard"
            | "MappedMutexGuard"
            | "RwLockReadGuard"
            | "RwLockWriteGuard"
            | "OwnedRwLockReadGuard"
            | "OwnedRwLockWriteGuard",
        ) => Std::Pointer,
        // What web frameworks hand to handlers derefs to what it holds.
        ("rocket", "State" | "Json" | "Form" | "Strict" | "Lenient" | "MsgPack")
        | ("actix_web", "Data" | "Json" | "Form" | "Query" | "Path" | "ReqData" | "Header")
        | ("axum" | "axum_extra", "State" | "Json" | "Form" | "Query" | "Path" | "Extension" | "TypedHeader") => {
            Std::Pointer
        }
        _ => return None,
    };
    Some(Generic::Std(std, &[0]))
}
