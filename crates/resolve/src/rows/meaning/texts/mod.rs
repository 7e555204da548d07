//! Texts as code writes them, and what is put into them.

pub mod constants;
pub mod expressions;
pub mod fixed_texts;
pub mod literals;
pub mod member_texts;
pub mod patterns;
pub mod php_texts;
pub mod put_together;
pub mod returned_texts;
