use super::c_family;
use crate::builder::Builder;
use syntax::tree_sitter;

pub fn extract(b: &mut Builder) {
    c_family::extract(b, &tree_sitter::cpp(), true);
}
