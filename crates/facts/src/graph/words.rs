//! What the fact tables call the kinds of things.

use super::*;

impl SymbolKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Namespace => "namespace",
            Self::Extension => "extension",
            Self::Class => "class",
            Self::Struct => "struct",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::EnumMember => "enum_member",
            Self::TypeAlias => "type_alias",
            Self::Function => "function",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Getter => "getter",
            Self::Setter => "setter",
            Self::Property => "property",
            Self::Variable => "variable",
        }
    }
}

impl ErrorKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Throw => "throw",
            Self::Rethrow => "rethrow",
            Self::Catch => "catch",
            Self::Swallow => "swallow",
            Self::Propagate => "propagate",
            Self::Panic => "panic",
            Self::Boundary => "boundary",
        }
    }
}

impl CallKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Call | Self::Implied => "call",
            Self::New => "new",
            Self::Tag => "tag",
            Self::Super => "super",
            Self::Optional => "optional",
        }
    }
}

impl ReferenceKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Jsx => "jsx",
            Self::Decorator => "decorator",
            Self::Callback => "callback",
        }
    }
}

impl TestKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Suite => "suite",
            Self::Case => "case",
            Self::Fixture => "fixture",
            Self::Hook => "hook",
        }
    }
}

impl ProblemKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Encoding => "encoding",
            Self::Syntax => "syntax",
            Self::LeftOut => "left_out",
            Self::GaveUp => "gave_up",
            Self::TooDeep => "too_deep",
        }
    }
}
