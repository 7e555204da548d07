//! Types and functions of well-known Rust crates that hand other types through.

use super::{Generic, Gives};
use crate::values::types::Std;

/// What a generic type of a crate does with its arguments, by its module and its own name.
pub fn generic(module: &str, name: &str) -> Option<Generic> {
    let owner = module.split('.').next().unwrap_or_default();
    let std = match (owner, name) {
        // What the standard library took over from a crate behaves as it does there.
        ("once_cell", "Lazy") => Std::Pointer,
        ("once_cell", "OnceCell") | ("tokio", "LocalKey") => Std::Cell,
        // What is loaded of it is held behind guards.
        ("arc_swap", "ArcSwap" | "ArcSwapAny" | "ArcSwapWeak" | "Access" | "DynAccess" | "Cache" | "Constant") => {
            Std::Cell
        }
        ("arc_swap", "Guard" | "DynGuard") => Std::Pointer,
        (
            "indexmap" | "hashbrown" | "rustc_hash" | "fxhash" | "fnv" | "ahash" | "dashmap" | "im" | "imbl",
            "IndexMap" | "HashMap" | "FxHashMap" | "FnvHashMap" | "AHashMap" | "DashMap" | "OrdMap",
        ) => return Some(Generic::Std(Std::Map, &[0, 1])),
        (
            "indexmap" | "hashbrown" | "rustc_hash" | "fxhash" | "fnv" | "ahash" | "dashmap" | "im" | "imbl",
            "IndexSet" | "HashSet" | "FxHashSet" | "FnvHashSet" | "AHashSet" | "DashSet" | "OrdSet",
        ) => Std::Set,
        // Maps whose values know their keys: only the values are handed out.
        ("iddqd", "IdOrdMap" | "IdHashMap" | "BiHashMap" | "TriHashMap") => Std::Set,
        ("lru", "LruCache") | ("slotmap", "SlotMap" | "HopSlotMap" | "DenseSlotMap" | "SecondaryMap") => {
            return Some(Generic::Std(Std::Map, &[0, 1]));
        }
        ("arrayvec", "ArrayVec")
        | ("im" | "imbl", "Vector")
        | ("thin_vec", "ThinVec")
        | ("tinyvec", "ArrayVec" | "TinyVec")
        | ("vec1", "Vec1")
        | ("nonempty", "NonEmpty")
        | ("heapless", "Vec" | "Deque") => Std::List,
        // It is written around the array that it starts with.
        ("smallvec", "SmallVec") => return Some(Generic::Same),
        ("tokio", "Receiver" | "UnboundedReceiver") if module.ends_with("mpsc") || module.ends_with("broadcast") => {
            Std::Iterator
        }
        ("crossbeam_channel" | "crossbeam" | "flume" | "async_channel", "Receiver") => Std::Iterator,
        // Locks that no panic poisons, and what they give.
        (
            "tokio" | "parking_lot" | "async_lock" | "async_std" | "smol" | "futures" | "futures_util"
            | "futures_intrusive" | "spin",
            "Mutex" | "RwLock" | "FairMutex" | "ReentrantMutex",
        ) => Std::Lock,
        (
            "tokio" | "parking_lot" | "async_lock" | "async_std" | "smol" | "futures" | "futures_util"
            | "futures_intrusive" | "spin",
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
        | ("activitypub_federation", "Data")
        | ("poem", "Data" | "Json" | "Form" | "Query" | "Path")
        | ("tauri", "State")
        | ("actix_web", "Data" | "Json" | "Form" | "Query" | "Path" | "ReqData" | "Header")
        | ("axum" | "axum_extra", "State" | "Json" | "Form" | "Query" | "Path" | "Extension" | "TypedHeader") => {
            Std::Pointer
        }
        _ => return None,
    };
    Some(Generic::Std(std, &[0]))
}

/// Whether a trait's function makes the type that it is called on, by its path.
pub fn makes_its_type(path: &str) -> bool {
    matches!(path, "clap.Parser.parse" | "clap.Parser.parse_from" | "structopt.StructOpt.from_args")
}

/// What a function of a crate gives, by its path.
pub fn function(path: &str) -> Option<Gives> {
    let (module, name) = path.rsplit_once('.')?;
    Some(match (module.split('.').next()?, name) {
        (
            "tokio" | "tokio_test" | "futures" | "futures_executor" | "futures_lite" | "async_std" | "smol",
            "block_on",
        ) => Gives::Awaited,
        ("futures" | "futures_util", "poll_fn") => Gives::Polled,
        ("tokio" | "futures" | "futures_util" | "futures_lite" | "pin_utils", "pin!") => {
            Gives::Wrapping(Std::Pointer, 0)
        }
        ("criterion", "black_box") => Gives::Same,
        ("futures" | "futures_util", "ready") if module.ends_with(".future") => Gives::Wrapping(Std::Promise, 0),
        ("tokio" | "futures" | "futures_util" | "async_std", "join!") => Gives::All,
        ("tokio" | "futures" | "futures_util" | "async_std", "try_join!") => Gives::AllOrError,
        ("futures" | "futures_util" | "futures_lite", "iter") if module.ends_with(".stream") => Gives::Items,
        ("tokio_stream" | "async_stream", "iter") => Gives::Items,
        ("tokio", "spawn" | "spawn_blocking" | "spawn_local") => Gives::Joined(0),
        ("tokio", "timeout" | "timeout_at") if module == "tokio.time" => Gives::Joined(1),
        _ => return None,
    })
}
