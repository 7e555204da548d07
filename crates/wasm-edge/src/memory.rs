//! Memory that both sides use, and the text of the last panic.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::sync::Once;

/// Bytes kept of a panic's text, with the zero byte that ends it. The memory of a trapped instance can still be read.
const PANIC_BYTES: usize = 1024;
static mut PANIC: [u8; PANIC_BYTES] = [0; PANIC_BYTES];

/// Has panics leave their text behind, and gives the address where. To be called once, first.
#[unsafe(no_mangle)]
pub extern "C" fn drift_init() -> *const u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            let length = text.len().min(PANIC_BYTES - 1);
            let slot = (&raw mut PANIC).cast::<u8>();
            // SAFETY: the module has one thread, and nothing else runs after a panic.
            unsafe {
                std::ptr::copy_nonoverlapping(text.as_ptr(), slot, length);
                slot.add(length).write(0);
            }
        }));
    });
    (&raw const PANIC).cast()
}

fn layout(length: usize) -> Layout {
    Layout::from_size_align(length.max(1), 8).expect("a length below half of memory")
}

/// Memory for `length` bytes, which `drift_free` takes back.
#[unsafe(no_mangle)]
pub extern "C" fn drift_alloc(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the layout is not empty.
    let at = unsafe { alloc(layout) };
    if at.is_null() { handle_alloc_error(layout) } else { at }
}

/// Takes memory back.
///
/// # Safety
/// `at` came from `drift_alloc(length)`, or is a reply of `length` bytes with its head.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_free(at: *mut u8, length: usize) {
    // SAFETY: as the caller promises.
    unsafe { dealloc(at, layout(length)) }
}

/// Panics, so that the recovery of the other side can be tested on the module that is shipped.
#[unsafe(no_mangle)]
pub extern "C" fn drift_trap() {
    panic!("asked to trap");
}
