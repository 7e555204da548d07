//! What the exports answer with: `[u32 status][u32 length][bytes]`, little endian.

use crate::memory::drift_alloc;

/// Why input is refused. The number is the reply's status, and its bytes say why in words for the caller.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The caller can mend it.
    Invalid(String),
    /// More than the module takes.
    TooLarge(String),
    /// Our own data is damaged, or not there any more.
    Unavailable(String),
}

pub type Answer = Result<Vec<u8>, Refusal>;

/// A value as the bytes of its JSON.
pub fn json(value: &impl serde::Serialize) -> Answer {
    serde_json::to_vec(value).map_err(|error| Refusal::Invalid(error.to_string()))
}

/// Puts an answer into memory that the caller frees, as 8 bytes and the answer's own.
pub fn reply(answer: Answer) -> *mut u8 {
    let (status, bytes) = match answer {
        Ok(bytes) => (0u32, bytes),
        Err(Refusal::Invalid(words)) => (1, words.into_bytes()),
        Err(Refusal::TooLarge(words)) => (2, words.into_bytes()),
        Err(Refusal::Unavailable(words)) => (3, words.into_bytes()),
    };
    let length = u32::try_from(bytes.len()).expect("an answer is shorter than memory");
    let head = [status.to_le_bytes(), length.to_le_bytes()].concat();
    let at = drift_alloc(8 + bytes.len());
    // SAFETY: the allocation is 8 + bytes.len() long, and new.
    unsafe {
        std::ptr::copy_nonoverlapping(head.as_ptr(), at, 8);
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), at.add(8), bytes.len());
    }
    at
}
