//! Declarations, as what asks them looks at them.

use crate::said::gathered::At;
use facts::rows::{Row, column};
use std::borrow::Cow;

/// So much of a description is looked at, in units of UTF-16.
const MOST_OF_DOC: usize = 1_200;

/// A declaration. Ids are escaped, everything else is as it is.
#[derive(Clone, Copy, Debug)]
pub struct Symbol<'u>(Row<'u>);

impl<'u> Symbol<'u> {
    pub fn of(row: Row<'u>) -> Self {
        Self(row)
    }

    pub fn id(&self) -> &'u str {
        self.0.escaped(const { column("symbols", "id") }).unwrap_or_default()
    }

    pub fn kind(&self) -> &'u str {
        self.0.escaped(const { column("symbols", "kind") }).unwrap_or_default()
    }

    pub fn name(&self) -> Cow<'u, str> {
        self.0.text(const { column("symbols", "name") }).unwrap_or_default()
    }

    pub fn parent(&self) -> Option<&'u str> {
        self.0.escaped(const { column("symbols", "parent") })
    }

    pub fn line(&self) -> u64 {
        self.0.number(const { column("symbols", "line") })
    }

    pub fn name_line(&self) -> u64 {
        self.0.number(const { column("symbols", "name_line") })
    }

    pub fn end_line(&self) -> u64 {
        self.0.number(const { column("symbols", "end_line") })
    }

    pub fn signature(&self) -> Cow<'u, str> {
        self.0.text(const { column("symbols", "signature") }).unwrap_or_default()
    }

    /// Whether a type of a parameter is written.
    pub fn has_typed_params(&self) -> bool {
        self.0.json(const { column("symbols", "params") }).contains(r#"\"type\""#)
    }

    /// JSON.
    pub fn params(&self) -> Option<Cow<'u, str>> {
        self.0.text(const { column("symbols", "params") })
    }

    pub fn returns(&self) -> Option<Cow<'u, str>> {
        self.0.text(const { column("symbols", "returns") })
    }

    pub fn has_returns(&self) -> bool {
        !self.0.is_null(const { column("symbols", "returns") })
    }

    pub fn type_text(&self) -> Option<Cow<'u, str>> {
        self.0.text(const { column("symbols", "type_text") })
    }

    /// As much of it as is looked at.
    pub fn doc(&self) -> Option<Cow<'u, str>> {
        let whole = self.0.text(const { column("symbols", "doc") })?;
        if whole.len() <= MOST_OF_DOC {
            return Some(whole);
        }
        let mut units = 0;
        let beyond = whole.char_indices().find(|(_, sign)| {
            units += sign.len_utf16();
            units > MOST_OF_DOC
        });
        let end = beyond.map_or(whole.len(), |it| it.0);
        Some(match whole {
            Cow::Borrowed(whole) => Cow::Borrowed(&whole[..end]),
            Cow::Owned(mut whole) => {
                whole.truncate(end);
                Cow::Owned(whole)
            }
        })
    }

    pub fn has_doc(&self) -> bool {
        self.0.escaped(const { column("symbols", "doc") }).is_some_and(|it| !it.is_empty())
    }

    pub fn is_exported(&self) -> bool {
        self.0.is_set(const { column("symbols", "exported") })
    }

    pub fn visibility(&self) -> &'u str {
        self.0.escaped(const { column("symbols", "visibility") }).unwrap_or_default()
    }

    /// JSON.
    pub fn decorators(&self) -> Option<Cow<'u, str>> {
        self.0.text(const { column("symbols", "decorators") })
    }

    pub fn is_async(&self) -> bool {
        self.0.is_set(const { column("symbols", "is_async") })
    }

    pub fn is_static(&self) -> bool {
        self.0.is_set(const { column("symbols", "is_static") })
    }

    pub fn is_abstract(&self) -> bool {
        self.0.is_set(const { column("symbols", "is_abstract") })
    }

    /// Where it is told of.
    pub fn at(&self) -> At<'u> {
        At { end_line: self.end_line(), ..At::line(self.name_line()).of(Some(self.id())) }
    }
}
