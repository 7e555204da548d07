//! Token counts. A table is loaded once and stays.

use crate::reply::{Answer, Refusal, reply};
use std::cell::RefCell;
use tokens::Encoder;

/// By the number that the other side gives them.
const ENCODINGS: usize = 2;

thread_local! {
    static ENCODERS: RefCell<[Option<Encoder<'static>>; ENCODINGS]> = const { RefCell::new([const { None }; ENCODINGS]) };
}

/// Loads the table of an encoding. Once it is loaded, does nothing.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_tokens_load(encoding: usize, at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let table = unsafe { std::slice::from_raw_parts(at, length) };
    reply(load(encoding, table))
}

/// Counts the tokens of UTF-8 text, up to `limit`; the reply is a u32, `limit + 1` where there are more.
///
/// # Safety
/// `at` and `length` name readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn drift_tokens_count(encoding: usize, at: *const u8, length: usize, limit: u32) -> *mut u8 {
    // SAFETY: as the caller promises.
    let text = unsafe { std::slice::from_raw_parts(at, length) };
    reply(count(encoding, text, limit))
}

fn load(encoding: usize, table: &[u8]) -> Answer {
    ENCODERS.with_borrow_mut(|encoders| {
        let slot = encoders.get_mut(encoding).ok_or_else(|| Refusal::Invalid("no such encoding".into()))?;
        if slot.is_none() {
            Encoder::new(table).map_err(|error| Refusal::Unavailable(error.to_string()))?;
            let kept: &'static [u8] = Box::leak(table.into());
            *slot = Encoder::new(kept).ok();
        }
        Ok(Vec::new())
    })
}

fn count(encoding: usize, text: &[u8], limit: u32) -> Answer {
    let text = std::str::from_utf8(text).map_err(|_| Refusal::Invalid("the text is not UTF-8".into()))?;
    ENCODERS.with_borrow(|encoders| {
        let encoder = encoders.get(encoding).and_then(Option::as_ref);
        let encoder = encoder.ok_or_else(|| Refusal::Unavailable("the encoding's table is not loaded".into()))?;
        Ok((encoder.count_up_to(text, limit as usize) as u32).to_le_bytes().to_vec())
    })
}
