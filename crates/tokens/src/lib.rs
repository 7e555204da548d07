//! How many tokens a text is, by OpenAI's encodings `o200k_base` and `cl100k_base`.
//!
//! A text is split into pieces by the encoding's pattern (`split`), and each piece is merged from bytes to tokens by
//! rank (`merge`). The ranks come as a prepared table that is read where it lies (`table`): nothing is built at start.
//! Special tokens are not known: `<|endoftext|>` in a text is text. Counts equal those of OpenAI's `tiktoken`.

mod class;
mod merge;
mod split;
mod table;

use merge::Merger;
use split::{Pattern, next_piece};
pub use table::BadTable;
use table::Table;

/// Bytes of a piece that are merged as one. A longer piece, a megabyte without a break, is merged in slices of this
/// length, so memory stays bounded; each cut may change the count by one.
pub const MAX_PIECE: usize = 1 << 20;

/// Counts the tokens of one encoding.
pub struct Encoder<'table> {
    table: Table<'table>,
    pattern: Pattern,
}

impl<'table> Encoder<'table> {
    /// Reads a table as `scripts/build-token-tables.mjs` writes it, without copying it. The table names its pattern.
    pub fn new(table: &'table [u8]) -> Result<Self, BadTable> {
        let table = Table::new(table)?;
        let pattern = match table.pattern {
            1 => Pattern::Cl100k,
            2 => Pattern::O200k,
            _ => return Err(BadTable("a pattern that is not known")),
        };
        Ok(Self { table, pattern })
    }

    /// The number of tokens.
    pub fn count(&self, text: &str) -> usize {
        self.count_up_to(text, usize::MAX - 1)
    }

    /// As [`Encoder::count`], but stops early: a text of more than `limit` tokens is answered with `limit + 1`.
    pub fn count_up_to(&self, text: &str, limit: usize) -> usize {
        let mut merger = Merger::default();
        let mut count = 0;
        let mut at = 0;
        while at < text.len() {
            let end = next_piece(self.pattern, text, at);
            for slice in text.as_bytes()[at..end].chunks(MAX_PIECE) {
                // No token is longer than the table's longest, so a long piece need not be merged to know this.
                if count + slice.len().div_ceil(self.table.longest) > limit {
                    return limit.saturating_add(1);
                }
                count += if self.table.rank(slice).is_some() { 1 } else { merger.count(&self.table, slice) };
            }
            if count > limit {
                return limit.saturating_add(1);
            }
            at = end;
        }
        count
    }
}
