//! How a value is given, behind a reference or whole, as far as the source tells: what types alone leave out.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::standard::std_types::rust::{gives_form, is_constructor, owned};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{BindingId, BindingKind, Builtin, Modifiers, SymbolKind, Type, TypeId, Value, ValueId};

/// How many names and calls are followed to what a value was made by.
pub(crate) const FORM_DEPTH: u8 = 3;

/// How a value is given, in the words of the source without lifetimes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As this type.
    Written(String),
    /// As this type or behind a reference to it.
    Held(String),
    /// Behind some reference.
    Reference,
}

impl Form {
    /// As a name is that holds a value of this form: it may hold a reference to it that its text leaves out.
    fn held(self) -> Self {
        match self {
            Self::Written(text) if !text.starts_with('&') => Self::Held(text),
            form => form,
        }
    }

    /// As what is behind a reference of this form is.
    fn behind(self) -> Option<Self> {
        match self {
            Self::Written(text) | Self::Held(text) => {
                text.strip_prefix('&').filter(|it| !it.starts_with("mut ")).map(|it| Self::Written(it.to_owned()))
            }
            Self::Reference => None,
        }
    }

    /// As a reference to what has this form is.
    fn lent(self) -> Self {
        match self {
            Self::Written(text) => Self::Written(format!("&{text}")),
            Self::Held(_) | Self::Reference => Self::Reference,
        }
    }

    /// The last name of the type, whatever it stands behind.
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Written(text) | Self::Held(text) => Some(word_of(text)).filter(|word| !word.is_empty()),
            Self::Reference => None,
        }
    }
}

impl Eval<'_> {
    /// How a value is given, where its text tells.
    pub(crate) fn written_form(&mut self, file: FileId, value: ValueId, depth: u8) -> Option<Form> {
        let source = self.source(file)?;
        let written = |text: &str| Some(Form::Written(text.to_owned()));
        match &source.graph.values[value as usize] {
            Value::Builtin(Builtin::String) => written("&str"),
            // A vector or an array, and no slice.
            Value::List { .. } => written("[]"),
            Value::Cast { ty } => match &source.graph.types[*ty as usize] {
                // Bytes are given as a slice.
                Type::List { .. } => Some(Form::Reference),
                // A parameter that is taken apart by its pattern.
                Type::Tuple { .. } => {
                    let mut params = source.graph.symbols.iter().flat_map(|symbol| &symbol.params);
                    let param = params.find(|it| it.declared == Some(*ty) && it.binding.is_none())?;
                    param.type_text.as_deref().map(|text| Form::Written(plain_text(text)))
                }
                Type::Name { path, .. } => written(source.graph.name(*path.last()?)),
                _ => None,
            },
            Value::Call { callee, .. } => {
                let Value::Member { object, name } = source.graph.values[*callee as usize] else {
                    return wrapper(source, *callee).and_then(written);
                };
                let name = source.graph.name(name);
                if let Value::Type { ty } = source.graph.values[object as usize] {
                    let Type::Name { path, .. } = &source.graph.types[ty as usize] else { return None };
                    return is_constructor(name).then(|| written(source.graph.name(*path.last()?)))?;
                }
                match gives_form(name) {
                    Some("&") => Some(Form::Reference),
                    Some(text) => written(text),
                    None => self.form_given(file, *callee),
                }
            }
            Value::Part { object, position } => {
                let Form::Written(text) = self.written_form(file, *object, depth.checked_sub(1)?)? else { return None };
                written(part_of(&text, *position)?)
            }
            Value::Lent { object } => self.written_form(file, *object, depth.checked_sub(1)?).map(Form::lent),
            Value::Either { options } => match options[..] {
                [one] => self.written_form(file, one, depth.checked_sub(1)?)?.behind(),
                _ => None,
            },
            Value::Member { object, name } => {
                let (object, name) = (self.value(file, *object), source.name(*name));
                let [Hit::Declared(decl, ..)] = self.members(object, name)[..] else { return None };
                let (_, symbol) = self.project.symbol(decl).filter(|(_, it)| it.kind == SymbolKind::Property)?;
                self.said(decl.file, symbol.declared?, symbol.declared_text.as_deref()?)
            }
            Value::Name { binding: Some(binding), .. } => self.form_of_name(source, file, *binding, depth),
            Value::Name { name, scope, binding: None } => {
                match self.project.path_name(file, *scope, source.name(*name), Use::Value) {
                    Entity::Symbol(constant) => {
                        let (_, symbol) = self.project.symbol(constant)?;
                        symbol.declared_text.as_deref().map(|text| Form::Written(plain_text(text)))
                    }
                    _ => None,
                }
            }
            Value::Payload { object, of, .. } => {
                let Value::Member { name, .. } = source.graph.values[*of as usize] else { return None };
                let borrowed = match source.graph.name(name) {
                    "Borrowed" => true,
                    "Owned" => false,
                    _ => return None,
                };
                let of = match self.written_form(file, *object, depth.checked_sub(1)?) {
                    Some(form) => form,
                    None => self.form_asked_for(source, *object)?,
                };
                let (Form::Written(text) | Form::Held(text)) = of else { return None };
                let inner = text.rsplit_once("Cow<")?.1.strip_suffix('>')?;
                written(&if borrowed { format!("&{inner}") } else { owned(inner)?.to_owned() })
            }
            _ => None,
        }
    }

    /// What a conversion gives of a parameter whose bound says what it can be made into: `U: Into<Cow<str>>`.
    fn form_asked_for(&self, source: &Source, value: ValueId) -> Option<Form> {
        let graph = &source.graph;
        let Value::Call { callee, .. } = graph.values[value as usize] else { return None };
        let Value::Member { object, .. } = graph.values[callee as usize] else { return None };
        let Value::Name { binding: Some(binding), .. } = graph.values[object as usize] else { return None };
        let Type::Name { root: Some(param), .. } = graph.types[graph.bindings[binding as usize].declared? as usize]
        else {
            return None;
        };
        let bound = graph.bindings[param as usize]
            .declared
            .filter(|_| graph.bindings[param as usize].kind == BindingKind::TypeParam)?;
        let Type::Name { arguments: made, .. } = &graph.types[bound as usize] else { return None };
        let Type::Name { path, arguments, .. } = &graph.types[*made.first()? as usize] else { return None };
        let held = match graph.types[*arguments.first()? as usize] {
            Type::Builtin(Builtin::String) => "str",
            Type::List { .. } => "[u8]",
            _ => return None,
        };
        Some(Form::Written(format!("{}<{held}>", graph.name(*path.last()?))))
    }

    /// How a function gives what it gives, by what it is declared to.
    fn form_given(&mut self, file: FileId, callee: ValueId) -> Option<Form> {
        let callee = self.callee(self.source(file)?, file, callee);
        let Head::Func(decl, ..) = *self.types.head(callee) else { return None };
        let (_, symbol) = self.project.symbol(decl).filter(|(_, it)| !it.modifiers.has(Modifiers::ASYNC))?;
        self.said(decl.file, symbol.returns_type?, symbol.returns.as_deref()?)
    }

    /// The form that a type says where it stands for itself, and no parameter or other name for another.
    fn said(&self, file: FileId, ty: TypeId, text: &str) -> Option<Form> {
        let of_itself = match self.source(file)?.graph.types[ty as usize] {
            Type::Builtin(_) => true,
            Type::Name { .. } => matches!(self.project.head_of(file, ty), Entity::Symbol(_) | Entity::External(_)),
            _ => false,
        };
        (of_itself && !text.contains("Self")).then(|| Form::Written(plain_text(text)))
    }

    fn form_of_name(&mut self, source: &Source, file: FileId, binding: BindingId, depth: u8) -> Option<Form> {
        let mut params = source.graph.symbols.iter().flat_map(|symbol| &symbol.params);
        if let Some(param) = params.find(|param| param.binding == Some(binding)) {
            return param.type_text.as_deref().map(|text| Form::Written(plain_text(text)));
        }
        let bound = &source.graph.bindings[binding as usize];
        match bound.values[..] {
            [one] if bound.declared.is_none() => {
                let form = self.written_form(file, one, depth.checked_sub(1)?)?;
                let is_place = matches!(source.graph.values[one as usize], Value::Name { .. } | Value::Member { .. });
                Some(if is_place { form.held() } else { form })
            }
            _ => None,
        }
    }

    /// The one of some functions of one parameter that takes a value as it is given, by their texts.
    pub(crate) fn takes_form(&self, form: &Form, targets: &[Decl]) -> Option<Decl> {
        let texts: Vec<Option<String>> = targets.iter().map(|&target| self.taken_text(target)).collect();
        let fits = |text: &Option<String>| match (form, text) {
            (Form::Written(form), Some(text)) => form == text || is_generic(text, form),
            (Form::Held(form), Some(text)) => text.strip_prefix('&').unwrap_or(text) == form || form == text,
            _ => false,
        };
        let mut same = texts.iter().zip(targets).filter(|(text, _)| fits(text));
        let (_, &one) = same.next()?;
        same.next().is_none().then_some(one)
    }

    /// Those that take a value behind a reference where it is given so, else the others; all, where that leaves none.
    pub(crate) fn of_form(&self, form: &Form, fits: Vec<Decl>) -> Vec<Decl> {
        let is_reference = match form {
            Form::Reference => true,
            Form::Written(text) => text.starts_with('&'),
            Form::Held(_) => return fits,
        };
        let takes = |decl: &Decl| self.taken_text(*decl).is_some_and(|text| text.starts_with('&') == is_reference);
        let kept: Vec<Decl> = fits.iter().copied().filter(takes).collect();
        if kept.is_empty() { fits } else { kept }
    }

    /// The type of a function's one parameter, in the words of the source.
    fn taken_text(&self, decl: Decl) -> Option<String> {
        let (_, symbol) = self.project.symbol(decl)?;
        match &symbol.params[..] {
            [one] => one.type_text.as_deref().map(plain_text),
            _ => None,
        }
    }
}

/// The type of which a name makes a value that every file sees: `Some(x)`, `Ok(x)`.
fn wrapper(source: &Source, callee: ValueId) -> Option<&'static str> {
    let Value::Name { name, binding: None, .. } = source.graph.values[callee as usize] else { return None };
    match source.graph.name(name) {
        "Some" => Some("Option"),
        "Ok" | "Err" => Some("Result"),
        _ => None,
    }
}

/// A type's text without lifetimes.
pub(crate) fn plain_text(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('\'') {
        plain.push_str(before);
        let after = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    plain.push_str(rest);
    plain
}

/// Whether a text is that of a type by its name alone, given arguments.
fn is_generic(text: &str, name: &str) -> bool {
    text.ends_with('>') && !text.starts_with('&') && word_of(text) == name
}

/// The text of a tuple's part.
fn part_of(text: &str, position: u32) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let (mut open, mut start, mut at) = (0usize, 0, 0);
    for (end, c) in inner.char_indices() {
        match c {
            '(' | '[' | '<' => open += 1,
            ')' | ']' | '>' => open = open.saturating_sub(1),
            ',' if open == 0 => {
                if at == position {
                    return Some(inner[start..end].trim());
                }
                (start, at) = (end + 1, at + 1);
            }
            _ => {}
        }
    }
    (at == position).then(|| inner[start..].trim()).filter(|text| !text.is_empty())
}

/// The last name of a type's path, whatever it stands behind; empty, where it has none.
fn word_of(text: &str) -> &str {
    let text = text.trim_start_matches('&').trim_start_matches("mut ");
    let path = text.split(['<', ' ']).next().unwrap_or_default();
    let word = path.rsplit("::").next().unwrap_or_default();
    if word.starts_with(|c: char| c.is_alphabetic() || c == '_') { word } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_types_lose_their_lifetimes() {
        assert_eq!(plain_text("&'static str"), "&str");
        assert_eq!(plain_text("Cow<'a, str>"), "Cow<str>");
        assert_eq!(plain_text("&'a Ref<'b>"), "&Ref<>");
        assert_eq!(plain_text("String"), "String");
    }

    #[test]
    fn parts_of_tuples_are_told_by_their_commas() {
        assert_eq!(part_of("(Span, &Map<A, B>, u8)", 1), Some("&Map<A, B>"));
        assert_eq!(part_of("(Span, &Map<A, B>, u8)", 2), Some("u8"));
        assert_eq!(part_of("(A,)", 1), None);
        assert_eq!(part_of("A", 0), None);
    }

    #[test]
    fn types_by_their_names_alone_are_given_arguments() {
        assert!(is_generic("ops::Range<usize>", "Range"));
        assert!(!is_generic("RangeFrom<usize>", "Range"));
        assert!(!is_generic("&Range<usize>", "Range"));
    }

    #[test]
    fn words_are_last_names() {
        let of = |text: &str| word_of(text).to_owned();
        assert_eq!([of("&str"), of("std::borrow::Cow<str>"), of("&mut a::B")], ["str", "Cow", "B"]);
        assert_eq!([of("[u8]"), of("(A, B)"), of("")], ["", "", ""]);
    }
}
