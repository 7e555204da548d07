//! The tables of grammars, which are most of a module's bytes: in one that is built so they lie beside it, and a
//! grammar's are brought into memory when it is first read. `scripts/wasm/tables.mjs` takes them out.

use crate::FrontEnd;

#[cfg(all(feature = "tables-beside", target_family = "wasm"))]
pub fn bring(front_end: FrontEnd, package: &str) {
    use std::sync::atomic::{AtomicU32, Ordering};

    #[link(wasm_import_module = "drift")]
    unsafe extern "C" {
        /// Fills in the tables of the package `tree_sitter_<name>`.
        fn tables(name: *const u8, length: usize);
    }

    static BROUGHT: AtomicU32 = AtomicU32::new(0);
    let bit = 1 << front_end as u32;
    if BROUGHT.fetch_or(bit, Ordering::Relaxed) & bit == 0 {
        // SAFETY: the host writes where the module's own data would have been, and nowhere else.
        unsafe { tables(package.as_ptr(), package.len()) };
    }
}

#[cfg(not(all(feature = "tables-beside", target_family = "wasm")))]
pub fn bring(_: FrontEnd, _: &str) {}
