//! The ranks of an encoding as a file that is read where it lies.
//!
//! ```text
//! "DTOK"  u32 version = 1  u32 pattern  u32 longest
//! for each length 1..=longest:  u32 tokens  u32 buckets  u32 salt  u32 offset
//! at each offset:  u16 shift × buckets, token × tokens, u24 rank × tokens
//! ```
//!
//! All little endian. The tokens of one length stand in the order of a minimal perfect hash: a hash picks a bucket,
//! the bucket's shift moves a second hash to the one slot that can hold the token (after Fox, Chen and Heath, "A
//! faster algorithm for constructing minimal perfect hash functions", 1992). So there is no index and no offset a
//! token, a lookup is one comparison, and the file is little more than its tokens and ranks.

/// Why a table is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct BadTable(pub &'static str);

impl std::fmt::Display for BadTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the token table is damaged: {}", self.0)
    }
}

impl std::error::Error for BadTable {}

const HEADER: usize = 16;
const GROUP: usize = 16;
const MAX_LENGTH: usize = 1024;

/// The tokens of one length.
#[derive(Clone, Copy)]
struct Group<'a> {
    salt: u32,
    shifts: &'a [u8],
    tokens: &'a [u8],
    ranks: &'a [u8],
}

pub struct Table<'a> {
    pub pattern: u32,
    /// Bytes of the longest token.
    pub longest: usize,
    /// By length, from 1.
    groups: Vec<Group<'a>>,
}

impl<'a> Table<'a> {
    pub fn new(bytes: &'a [u8]) -> Result<Self, BadTable> {
        let word = |at: usize| {
            let four = bytes.get(at..at + 4).ok_or(BadTable("it is cut short"))?;
            Ok(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        };
        if bytes.get(..4) != Some(b"DTOK") || word(4)? != 1 {
            return Err(BadTable("it is not a table of this version"));
        }
        let (pattern, longest) = (word(8)?, word(12)? as usize);
        if longest == 0 || longest > MAX_LENGTH {
            return Err(BadTable("its longest token is out of range"));
        }
        let groups = (1..=longest).map(|length| {
            let at = HEADER + (length - 1) * GROUP;
            let (tokens, buckets) = (u64::from(word(at)?), u64::from(word(at + 4)?));
            let salt = word(at + 8)?;
            if tokens > 0 && buckets == 0 {
                return Err(BadTable("a group has no buckets"));
            }
            // 64 bits, since a damaged table may ask for more than an address holds.
            let mut from = u64::from(word(at + 12)?);
            let mut part = |size: u64| {
                let to = from + size;
                let part = usize::try_from(from).ok().zip(usize::try_from(to).ok()).and_then(|(a, b)| bytes.get(a..b));
                from = to;
                part.ok_or(BadTable("it is cut short"))
            };
            let shifts = part(buckets * 2)?;
            Ok(Group { salt, shifts, tokens: part(tokens * length as u64)?, ranks: part(tokens * 3)? })
        });
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        if groups[0].tokens.len() != 256 {
            return Err(BadTable("not every byte is a token"));
        }
        Ok(Self { pattern, longest, groups })
    }

    /// The rank of a token; none where these bytes are not one.
    pub fn rank(&self, token: &[u8]) -> Option<u32> {
        let group = self.groups.get(token.len().wrapping_sub(1))?;
        let slots = group.ranks.len() / 3;
        if slots == 0 {
            return None;
        }
        let hash = hash(group.salt, token);
        let bucket = scale(mix(hash), group.shifts.len() / 2);
        let shift = u16::from_le_bytes([group.shifts[bucket * 2], group.shifts[bucket * 2 + 1]]) as usize;
        let slot = (scale(mix(hash ^ 0x9e37_79b9), slots) + shift) % slots;
        let start = slot * token.len();
        if &group.tokens[start..start + token.len()] != token {
            return None;
        }
        let rank = &group.ranks[slot * 3..slot * 3 + 3];
        Some(u32::from_le_bytes([rank[0], rank[1], rank[2], 0]))
    }
}

/// FNV-1a, started from the group's salt.
fn hash(salt: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(salt, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// MurmurHash3's finaliser: every bit of the hash bears on every bit of the answer.
fn mix(mut hash: u32) -> u32 {
    hash ^= hash >> 16;
    hash = hash.wrapping_mul(0x85eb_ca6b);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// A hash as a number below `size`.
fn scale(hash: u32, size: usize) -> usize {
    ((u64::from(hash) * size as u64) >> 32) as usize
}
