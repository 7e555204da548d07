//! Which of a language's numbers something is, where functions are chosen by that (C++'s overloads).

use super::{TypeId, ValueId};
use serde::{Deserialize, Serialize};

/// A number of C++, the narrowest first. Names of the standard headers stand for what they are where pointers have 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Number {
    Boolean,
    Character,
    SignedCharacter,
    UnsignedCharacter,
    Wide,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Float,
    Double,
    LongDouble,
}

impl Number {
    /// What arithmetic makes of it alone.
    pub fn promoted(self) -> Self {
        self.max(Self::Int)
    }

    /// What arithmetic makes of two.
    pub fn joined(self, other: Self) -> Self {
        self.promoted().max(other.promoted())
    }
}

/// All lists are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    /// Types that are written as a number.
    pub types: Vec<(TypeId, Number)>,
    /// Literals.
    pub values: Vec<(ValueId, Number)>,
    /// Values that stand for what arithmetic makes of them and of another.
    pub joined: Vec<(ValueId, ValueId)>,
}

impl Numbers {
    /// Puts the lists in order.
    pub fn sort(&mut self) {
        self.types.sort_unstable();
        self.values.sort_unstable();
        self.joined.sort_unstable();
    }

    pub fn of_type(&self, ty: TypeId) -> Option<Number> {
        self.types.binary_search_by_key(&ty, |it| it.0).ok().map(|at| self.types[at].1)
    }

    pub fn of_value(&self, value: ValueId) -> Option<Number> {
        self.values.binary_search_by_key(&value, |it| it.0).ok().map(|at| self.values[at].1)
    }

    /// What a value is joined with.
    pub fn joined_with(&self, value: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        let from = self.joined.partition_point(|it| it.0 < value);
        self.joined[from..].iter().take_while(move |it| it.0 == value).map(|it| it.1)
    }
}
