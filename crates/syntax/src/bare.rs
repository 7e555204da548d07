//! A parse and nothing else: what reading a file costs at least, for measuring what the rest adds.

use crate::{FrontEnd, Language, Source};

/// Parses a file and drops the tree. None: this build has no parser for it alone.
pub fn parse(language: &Language, path: &str, source: &Source) -> Option<()> {
    match language.front_end {
        #[cfg(feature = "typescript")]
        FrontEnd::Oxc => {
            let arena = crate::oxc::allocator::Allocator::default();
            crate::oxc::parse(&arena, &source.text, language.dialect(path));
            Some(())
        }
        #[cfg(feature = "python")]
        FrontEnd::Ruff => {
            let _ = crate::ruff::parser::parse_unchecked(
                &source.text,
                crate::ruff::parser::ParseOptions::from(crate::ruff::parser::Mode::Ipython),
            );
            Some(())
        }
        #[cfg(feature = "tree-sitter")]
        front_end => {
            let grammar = grammar(front_end)?;
            let _ = path;
            let mut parser = crate::tree_sitter::Parser::new();
            parser.set_language(&grammar).ok()?;
            parser.parse(&source.text, None).map(drop)
        }
        #[cfg(not(feature = "tree-sitter"))]
        _ => None,
    }
}

#[cfg(feature = "tree-sitter")]
fn grammar(front_end: FrontEnd) -> Option<crate::tree_sitter::Language> {
    use crate::tree_sitter;
    match front_end {
        #[cfg(feature = "go")]
        FrontEnd::Go => Some(tree_sitter::go()),
        #[cfg(feature = "java")]
        FrontEnd::Java => Some(tree_sitter::java()),
        #[cfg(feature = "rust")]
        FrontEnd::Rust => Some(tree_sitter::rust()),
        #[cfg(feature = "c-sharp")]
        FrontEnd::CSharp => Some(tree_sitter::c_sharp()),
        #[cfg(feature = "php")]
        FrontEnd::Php => Some(tree_sitter::php()),
        #[cfg(feature = "c")]
        FrontEnd::C => Some(tree_sitter::c()),
        #[cfg(feature = "cpp")]
        FrontEnd::Cpp => Some(tree_sitter::cpp()),
        #[cfg(feature = "kotlin")]
        FrontEnd::Kotlin => Some(tree_sitter::kotlin()),
        #[cfg(feature = "ruby")]
        FrontEnd::Ruby => Some(tree_sitter::ruby()),
        #[cfg(feature = "swift")]
        FrontEnd::Swift => Some(tree_sitter::swift()),
        _ => None,
    }
}
