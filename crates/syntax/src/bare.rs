//! A parse and nothing else: what reading a file costs at least, for measuring what the rest adds.

use crate::{Language, Source};

/// Parses a file and drops the tree. None: this build has no parser for it alone.
pub fn parse(language: &Language, path: &str, source: &Source) -> Option<()> {
    match language.front_end {
        #[cfg(feature = "typescript")]
        crate::FrontEnd::Oxc => {
            let arena = crate::oxc::allocator::Allocator::default();
            crate::oxc::parse(&arena, &source.text, language.dialect(path));
            Some(())
        }
        #[cfg(feature = "python")]
        crate::FrontEnd::Ruff => {
            let _ = crate::ruff::parser::parse_unchecked(
                &source.text,
                crate::ruff::parser::ParseOptions::from(crate::ruff::parser::Mode::Module),
            );
            Some(())
        }
        #[cfg(feature = "tree-sitter")]
        front_end => {
            let grammar = crate::tree_sitter::grammar(front_end)?;
            let _ = path;
            let mut parser = crate::tree_sitter::Parser::new();
            parser.set_language(&grammar).ok()?;
            crate::tree_sitter::parse(&mut parser, &source.text).map(drop)
        }
        #[cfg(not(feature = "tree-sitter"))]
        _ => None,
    }
}
