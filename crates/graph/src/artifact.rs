//! A graph as a file.
//!
//! ```text
//! "DGRA"  u8 version = 1
//! modules, symbols, calls: how many
//! for each module, ascending:  name
//! for each symbol, ascending by id:  id, module, u8 flags
//! for each symbol:  number of callees; each as (distance << 3 | how), ascending
//! u64 FNV-1a of all before, little endian
//! ```
//!
//! Numbers are LEB128. A name is the number of bytes it shares with the one before, the number of its own bytes, and
//! these. A distance counts from the callee before, or from 0. Callers are not stored: they follow from the callees,
//! in less time than it takes to read them, and cannot contradict them.

use crate::csr::Rows;
use crate::strings::Strings;
use crate::{Flags, Graph, How, MAX_CALLS, MAX_NAME, MAX_SYMBOLS, MAX_TEXT, Node};

const HEAD: &[u8] = b"DGRA\x01";

/// Why bytes are not a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadArtifact {
    /// Not a graph of this version.
    Version,
    /// Bytes were lost or changed.
    Damaged,
    /// More symbols or calls than a graph holds.
    TooLarge,
}

impl Graph {
    /// The graph as bytes that [`Graph::decode`] reads. Equal graphs give equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        for count in [self.modules.len(), self.len(), self.calls.len()] {
            put_number(&mut out, count as u64);
        }
        let mut before = "";
        for name in self.modules.iter() {
            put_name(&mut out, before, name);
            before = name;
        }
        before = "";
        for node in self.nodes() {
            put_name(&mut out, before, self.id(node));
            put_number(&mut out, u64::from(self.module_of(node)));
            out.push(self.flags(node).0);
            before = self.id(node);
        }
        for node in self.nodes() {
            put_number(&mut out, self.calls.degree(node) as u64);
            let mut from = 0;
            for (callee, how) in self.calls.edges(node) {
                put_number(&mut out, u64::from(callee - from) << 3 | how as u64);
                from = callee;
            }
        }
        let sum = checksum(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }

    /// Reads what [`Graph::encode`] wrote. Anything else is an error: what comes back is a graph that holds together.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadArtifact> {
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BadArtifact::Damaged)?;
        let body = body.strip_prefix(HEAD).ok_or(BadArtifact::Version)?;
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err(BadArtifact::Damaged);
        }
        let mut reader = Reader { rest: body };
        let [modules, symbols, calls] = [reader.number()?, reader.number()?, reader.number()?];
        if modules > MAX_SYMBOLS || symbols > MAX_SYMBOLS || calls > MAX_CALLS {
            return Err(BadArtifact::TooLarge);
        }
        // Each takes bytes, so a false count cannot make this reserve more than the file's size.
        if modules + symbols + calls > body.len() {
            return Err(BadArtifact::Damaged);
        }

        let mut names = Strings::default();
        for _ in 0..modules {
            reader.name(&mut names)?;
        }
        let mut ids = Strings::default();
        let (mut module_of, mut flags) = (Vec::with_capacity(symbols), Vec::with_capacity(symbols));
        for _ in 0..symbols {
            reader.name(&mut ids)?;
            module_of.push(reader.number_below(modules)? as u32);
            flags.push(Flags(reader.byte()?));
        }
        let mut rows = Rows::new(symbols, calls);
        let mut left = calls;
        for _ in 0..symbols {
            let degree = reader.number()?;
            left = left.checked_sub(degree).ok_or(BadArtifact::Damaged)?;
            let mut from = None;
            for _ in 0..degree {
                let word = reader.number()?;
                let how = *How::ALL.get(word & 7).ok_or(BadArtifact::Damaged)?;
                let callee = from.unwrap_or(0usize) + (word >> 3);
                if callee >= symbols || from == Some(callee) {
                    return Err(BadArtifact::Damaged);
                }
                rows.push(callee as Node, how);
                from = Some(callee);
            }
            rows.end_row();
        }
        if left > 0 || !reader.rest.is_empty() || !names.is_ascending() || !ids.is_ascending() {
            return Err(BadArtifact::Damaged);
        }
        Ok(Self::assemble(ids, names, module_of, flags, rows.finish()))
    }
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_name(out: &mut Vec<u8>, before: &str, name: &str) {
    let mut shared = before.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    while !name.is_char_boundary(shared) {
        shared -= 1;
    }
    put_number(out, shared as u64);
    put_number(out, (name.len() - shared) as u64);
    out.extend_from_slice(&name.as_bytes()[shared..]);
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8, BadArtifact> {
        let (first, rest) = self.rest.split_first().ok_or(BadArtifact::Damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], BadArtifact> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(BadArtifact::Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    /// At most 28 bits, which is more than any number in a graph.
    fn number(&mut self) -> Result<usize, BadArtifact> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BadArtifact::Damaged)
    }

    fn number_below(&mut self, bound: usize) -> Result<usize, BadArtifact> {
        self.number().and_then(|number| if number < bound { Ok(number) } else { Err(BadArtifact::Damaged) })
    }

    /// Adds the next name to `names`.
    fn name(&mut self, names: &mut Strings) -> Result<(), BadArtifact> {
        let (shared, own) = (self.number()?, self.number()?);
        if shared + own > MAX_NAME {
            return Err(BadArtifact::Damaged);
        }
        let own = std::str::from_utf8(self.bytes(own)?).map_err(|_| BadArtifact::Damaged)?;
        let before = names.last().unwrap_or_default();
        let name = [before.get(..shared).ok_or(BadArtifact::Damaged)?, own].concat();
        names.push(&name);
        // Names that share much are much longer than their bytes here.
        if names.bytes() > MAX_TEXT { Err(BadArtifact::TooLarge) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::graph;

    fn artifact(body: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        body(&mut bytes);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn equal_parts_make_equal_bytes_in_any_order() {
        assert_eq!(graph("a>b c>b a>c").encode(), graph("a>c c>b a>b").encode());
        assert_eq!(Graph::decode(&artifact(|bytes| bytes.extend([0, 0, 0]))).map(|graph| graph.len()), Ok(0));
    }

    #[test]
    fn another_version_is_told_from_damage() {
        let mut newer = graph("a>b").encode();
        newer[4] += 1;
        assert_eq!(Graph::decode(&newer).err(), Some(BadArtifact::Version));
        assert_eq!(Graph::decode(b"").err(), Some(BadArtifact::Damaged));
    }

    #[test]
    fn more_than_a_graph_holds_is_refused_before_memory_is_taken() {
        let counts = |counts: [u64; 3]| artifact(|bytes| counts.iter().for_each(|count| put_number(bytes, *count)));
        assert_eq!(Graph::decode(&counts([1, MAX_SYMBOLS as u64 + 1, 0])).err(), Some(BadArtifact::TooLarge));
        assert_eq!(Graph::decode(&counts([1, 1, MAX_CALLS as u64 + 1])).err(), Some(BadArtifact::TooLarge));
        assert_eq!(Graph::decode(&counts([1, 1_000, 1_000])).err(), Some(BadArtifact::Damaged));
    }

    #[test]
    fn names_that_unfold_to_too_much_text_are_refused() {
        let bomb = artifact(|bytes| {
            [20_000, 0, 0].iter().for_each(|count| put_number(bytes, *count));
            put_name(bytes, "", &"a".repeat(4_000));
            for _ in 1..20_000 {
                bytes.extend([0xa0, 0x1f, 1, b'a']);
            }
        });
        assert!(bomb.len() < 100_000);
        assert_eq!(Graph::decode(&bomb).err(), Some(BadArtifact::TooLarge));
    }
}
