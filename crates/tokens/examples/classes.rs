//! Writes the table of `src/class.rs` to standard output:
//! `cargo run -p tokens --example classes > crates/tokens/src/class.bin`
#![allow(clippy::print_stderr, reason = "an example is a program")]

use regex::Regex;
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let patterns = [r"^[\p{Lu}\p{Lt}]$", r"^\p{Ll}$", r"^[\p{Lm}\p{Lo}]$", r"^\p{M}$", r"^\p{N}$", r"^\s$"]
        .into_iter()
        .map(Regex::new)
        .collect::<Result<Vec<_>, _>>()?;
    let class = |code: u32| {
        let Some(c) = char::from_u32(code) else { return 0 };
        let text = c.to_string();
        patterns.iter().position(|pattern| pattern.is_match(&text)).map_or(0, |at| at as u8 + 1)
    };

    let mut stages = Vec::new();
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    for start in (0..0x11_0000).step_by(256) {
        let block: Vec<u8> = (start..start + 256).step_by(2).map(|code| class(code) | class(code + 1) << 4).collect();
        let at = blocks.iter().position(|known| *known == block).unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push(block);
        }
        stages.push(u8::try_from(at)?);
    }
    let mut out = std::io::stdout().lock();
    out.write_all(&stages)?;
    out.write_all(&blocks.concat())?;
    Ok(())
}
