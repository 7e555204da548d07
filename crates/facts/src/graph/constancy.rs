//! What a language lets a program not change, where methods are chosen by it (C++'s `const`), and what builds leave out.

use super::{BindingId, Modifiers, TypeId};
use serde::{Deserialize, Serialize};

/// A branch of a conditional of the build (C's `#if`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The number of the conditional.
    pub group: u32,
    /// The lines of the directives around.
    pub from: u32,
    pub to: u32,
    /// [`Modifiers::ELSEWHERE`] and [`Modifiers::NOT_ON_WINDOWS`], as far as they hold there.
    pub readers: Modifiers,
}

/// All lists are sorted. Of a pointer's type what it points to has a node of its own, so that `const T*` marks that one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constancy {
    /// Types that are written `const`.
    pub types: Vec<TypeId>,
    /// Names whose type follows from their value and is written `const`, with how many pointers lead to what that is said
    /// of: none for `const auto& x`, one for `const auto* x`.
    pub names: Vec<(BindingId, u8)>,
    /// Names that hold a copy of their value, whatever that may be: `auto x`.
    pub copies: Vec<BindingId>,
}

impl Constancy {
    /// Puts the lists in order.
    pub fn sort(&mut self) {
        self.types.sort_unstable();
        self.types.dedup();
        self.names.sort_unstable();
        self.copies.sort_unstable();
    }

    pub fn has_type(&self, ty: TypeId) -> bool {
        self.types.binary_search(&ty).is_ok()
    }

    pub fn has_name(&self, name: BindingId, pointers: u8) -> bool {
        self.names.binary_search(&(name, pointers)).is_ok()
    }

    pub fn has_copy(&self, name: BindingId) -> bool {
        self.copies.binary_search(&name).is_ok()
    }
}
