//! Types in words, for people.

use crate::values::eval::Eval;
use crate::values::types::{Head, Std, THIS, Ty};
use facts::Builtin;

/// Types in types are told to this depth.
const MAX_DEPTH: u8 = 3;

impl Eval<'_> {
    pub(crate) fn words(&mut self, ty: Ty, depth: u8) -> String {
        if depth > MAX_DEPTH {
            return "…".into();
        }
        let inner = |eval: &mut Self, args: &[Ty]| {
            let all: Vec<String> = args.iter().map(|&ty| eval.words(ty, depth + 1)).collect();
            all.join(", ")
        };
        match self.types.head(ty).clone() {
            Head::Unknown => "something of unknown type".into(),
            Head::Dynamic => "something computed at run time".into(),
            Head::External(path) => format!("`{}` from outside the repository", self.text(path)),
            Head::Builtin(builtin) => builtin_word(builtin),
            Head::Std(std, args) => {
                let of = inner(self, &args);
                format!("{} of ({of})", std_word(std))
            }
            Head::Tuple(args) => format!("a tuple of ({})", inner(self, &args)),
            Head::Instance(decl, args) if args.iter().any(|arg| !arg.is_unknown()) => {
                format!("an instance of {} <{}>", self.place(decl), inner(self, &args))
            }
            Head::Instance(decl, _) => format!("an instance of {}", self.place(decl)),
            Head::Class(decl) => format!("the type {}", self.place(decl)),
            Head::ClassOf(inner) => format!("the class of {}", self.words(inner, depth + 1)),
            Head::Keys(of) => format!("a name in {}", self.words(of, depth + 1)),
            Head::Namespace(decl) => format!("the namespace {}", self.place(decl)),
            Head::Func(decl, ..) => format!("the function {}", self.place(decl)),
            Head::Closure(file, ..) => format!("a function written in {}", self.project.tree.path(file)),
            Head::FuncType(file, ..) => format!("a function of a type written in {}", self.project.tree.path(file)),
            Head::Object(file, ..) => format!("an object written in {}", self.project.tree.path(file)),
            Head::Shape(_, _, _, Some(alias)) => format!("a {}", self.place(alias)),
            Head::Shape(file, ..) => format!("a type written in {}", self.project.tree.path(file)),
            Head::Module(file) => format!("the module {}", self.project.tree.path(file)),
            Head::Folder(folder) => format!("the package {}", self.project.tree.folder_path(folder)),
            Head::Param(decl, THIS) => format!("an instance of {} or of what extends it", self.place(decl)),
            Head::Param(decl, position) => format!("type parameter {} of {}", position + 1, self.place(decl)),
            Head::Union(options) => self.each_once(&options, depth).join(" or "),
            Head::Intersection(parts) => self.each_once(&parts, depth).join(" and "),
            Head::Super(decl) => format!("what {} extends", self.place(decl)),
            Head::Bound(from, name) => format!("`{}` of {}", self.text(name), self.words(from, depth + 1)),
            #[allow(unreachable_patterns, reason = "further heads need no words of their own")]
            _ => "a value".into(),
        }
    }

    /// The words of types that stand side by side; what several are called alike is said once.
    fn each_once(&mut self, types: &[Ty], depth: u8) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for &ty in types {
            let words = self.words(ty, depth + 1);
            if !all.contains(&words) {
                all.push(words);
            }
        }
        all
    }

    /// The words of a type behind what was said last: what it is made with is not told twice in a row.
    pub(crate) fn words_after(&mut self, said: Option<&String>, ty: Ty) -> String {
        let whole = self.words(ty, 0);
        let Head::Instance(decl, _) = *self.types.head(ty) else { return whole };
        let bare = format!("an instance of {}", self.place(decl));
        let is_said = said.is_some_and(|said| said.ends_with(&whole) || said.ends_with(&bare));
        if is_said { bare } else { whole }
    }
}

fn std_word(std: Std) -> &'static str {
    match std {
        Std::List => "a list",
        Std::Set => "a set",
        Std::Map => "a map",
        Std::Promise => "a promise",
        Std::Iterator => "an iterator",
        Std::Context => "a context",
        Std::Record => "a record",
        #[allow(unreachable_patterns, reason = "further ones need no word of their own")]
        _ => "a container",
    }
}

fn builtin_word(builtin: Builtin) -> String {
    format!("a {}", format!("{builtin:?}").to_lowercase())
}
