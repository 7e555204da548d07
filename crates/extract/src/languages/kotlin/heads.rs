//! What the parser does not take the way that the language means it: written so that it does, with equal offsets.

use super::lines::{code_length, is_comment};
use super::{bodies, texts, words};
use std::borrow::Cow;
use std::ops::Range;

/// Words that stand before `constructor`.
const MODIFIERS: [&str; 6] = ["private", "protected", "internal", "public", "actual", "expect"];

/// The text to parse.
pub fn prepared(text: &str) -> Cow<'_, str> {
    let mut bytes: Option<Vec<u8>> = None;
    let mut before = Before::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let inside = line.trim_start();
        let start = at + line.len() - inside.len();
        let mut write = |at: usize, with: u8| {
            let bytes = bytes.get_or_insert_with(|| text.as_bytes().to_vec());
            bytes[at] = with;
        };
        let head = head(inside);
        if head == Head::Constructor && before.class {
            before.ends.iter().for_each(|&at| write(at, b' '));
        }
        // An accessor's name that is a call: the line before ends a statement.
        if is_accessor_called(inside) {
            before.value.into_iter().for_each(|at| write(at, b';'));
        }
        if let Some(length) = accessor_annotations(inside) {
            let from = before.annotation.unwrap_or(start);
            (from..start + length).for_each(|at| write(at, b' '));
        }
        if before.arguments {
            before.comma.filter(|_| inside.starts_with('>')).into_iter().for_each(|at| write(at, b' '));
            (start..start + annotations(inside)).for_each(|at| write(at, b' '));
        }
        // Nothing follows the last index either.
        before.comma.filter(|_| inside.starts_with(']')).into_iter().for_each(|at| write(at, b' '));
        if let Some(length) = context_parameters(inside) {
            (start..start + length).for_each(|at| write(at, b' '));
        }
        if let Some(length) = backing_field(inside).filter(|_| before.property) {
            (start..start + length).for_each(|at| write(at, b' '));
        }
        // `!isOpen()` is no `!is Open()`.
        if is_negated_name(inside) && line.len() > inside.len() {
            write(start - 1, b'!');
            write(start, b' ');
        }
        let next = text[at + line.len()..].chars().find(|it| !it.is_whitespace());
        for found in words::names(line, next) {
            write(at + found, line.as_bytes()[found].to_ascii_uppercase());
        }
        // In the place of a value stands a name that is none.
        for found in words::empty_lists(line) {
            found.for_each(|it| write(at + it, b'_'));
        }
        for found in suspending_lambdas(line).chain(contexts_of_types(line)) {
            found.for_each(|it| write(at + it, b' '));
        }
        if let Some(guard) = guard(inside) {
            write(start + guard, b',');
            write(start + guard + 1, b' ');
        }
        // Without a mark, the parser may look for the end of the last member in what follows the class.
        if let Some(found) = bodies::one_line(inside) {
            write(start + found, b';');
        }
        for (found, _) in line.match_indices("$$\"") {
            write(at + found, b' ');
            write(at + found + 1, b' ');
            // In there one dollar is a dollar, and two put something in.
            let text = line[found + 3..].split('"').next().unwrap_or_default();
            for (dollar, _) in text.match_indices('$') {
                if !text[..dollar].ends_with('$') {
                    write(at + found + 3 + dollar, b' ');
                }
            }
        }
        at += line.len();
        before.line(inside, head, at);
    }
    for found in texts::raw_strings(text) {
        bytes.get_or_insert_with(|| text.as_bytes().to_vec())[found] = b' ';
    }
    match bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(text),
    }
}

/// What the lines before say.
#[derive(Default)]
struct Before {
    /// A class's name, with nothing but annotations behind it.
    class: bool,
    /// A class's name, with type parameters behind it that are not closed yet.
    parameters: bool,
    /// The arguments of a type are not closed yet, each on lines of its own.
    arguments: bool,
    /// The comma that the last line of code ends with.
    comma: Option<usize>,
    /// Where the annotations start that nothing has followed yet.
    annotation: Option<usize>,
    /// How many of their parentheses are open.
    open: usize,
    /// The last line of code ends in what may end a statement: the byte behind that, which is a blank or a line end.
    value: Option<usize>,
    /// The last line of code declares a property of a type and gives it nothing.
    property: bool,
    /// The line ends since the class's name.
    ends: Vec<usize>,
}

impl Before {
    fn line(&mut self, inside: &str, head: Head, end: usize) {
        let start = end - inside.len();
        let (code, behind) = inside.split_at(code_length(inside));
        let inside = inside.trim_end();
        if inside.is_empty() {
            return;
        }
        if !is_comment(inside) {
            self.property = names_property(code);
            self.value = code
                .ends_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | ')' | '"' | '}' | ']'))
                .then_some(start + code.len())
                .filter(|_| behind.starts_with(char::is_whitespace));
        }
        self.annotated(inside, start);
        self.comma = code.ends_with(',').then(|| start + code.len() - 1);
        let plain = &code[annotations(code).min(code.len())..];
        self.arguments = opens_arguments(plain) || self.arguments && !plain.contains(['>', '{', '}', '=', ';']);
        if self.parameters {
            self.parameters = inside != ">";
            self.class = !self.parameters;
        } else if !(self.class && head == Head::Annotation) {
            self.ends.clear();
            self.class = names_class(inside);
            self.parameters = inside.strip_suffix('<').is_some_and(names_class);
        }
        self.ends.push(end - 1);
    }

    fn annotated(&mut self, inside: &str, start: usize) {
        if self.open == 0 && is_comment(inside) {
            return;
        }
        let goes_on = self.open > 0;
        let count = |byte| inside.bytes().filter(|it| *it == byte).count();
        if goes_on || inside.starts_with('@') {
            self.open = (self.open + count(b'(')).saturating_sub(count(b')'));
        }
        let ends = self.open > 0 || (if goes_on { inside.ends_with(')') } else { head(inside) == Head::Annotation });
        self.annotation = self.annotation.or((!goes_on).then_some(start)).filter(|_| ends);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Constructor,
    Annotation,
    Other,
}

/// What a line starts with: modifiers and annotations before `constructor(`, annotations alone, something else.
fn head(line: &str) -> Head {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return if line.starts_with('@') { Head::Annotation } else { Head::Other };
        }
        let length =
            rest.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '@' | '.' | ':'))).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        rest = match word {
            "constructor" if behind.trim_start().starts_with('(') => return Head::Constructor,
            _ if word.starts_with('@') => match parenthesised(behind) {
                Some(length) => &behind[length..],
                None => behind,
            },
            _ if MODIFIERS.contains(&word) => behind,
            _ => return Head::Other,
        };
    }
}

/// Whether a line begins with a negated name that begins as `is` or `in` does.
fn is_negated_name(line: &str) -> bool {
    let behind = line.strip_prefix("!is").or_else(|| line.strip_prefix("!in"));
    behind.is_some_and(|it| it.starts_with(|it: char| it.is_alphanumeric() || it == '_'))
}

/// Whether a line is a property's name and type alone.
fn names_property(code: &str) -> bool {
    let mut words = code.split_whitespace().skip_while(|it| it.chars().all(char::is_lowercase) && !is_binding(it));
    words.next().is_some_and(is_binding) && code.contains(':') && !code.contains(['=', '{']) && !code.contains(" by ")
}

fn is_binding(word: &str) -> bool {
    matches!(word, "val" | "var")
}

/// How long what stands before the `=` of a property's own field is: `field = a`, `field: A = a`. What it is given, the
/// property is given.
fn backing_field(line: &str) -> Option<usize> {
    let behind = line.strip_prefix("field")?;
    let (before, value) = behind.split_once('=')?;
    let typed = before.trim().is_empty() || before.trim_start().starts_with(':');
    (typed && !value.starts_with('=')).then_some("field".len() + before.len())
}

/// How long the parentheses are that a text starts with, if they close.
fn parenthesised(text: &str) -> Option<usize> {
    if !text.starts_with('(') {
        return None;
    }
    let mut open = 0u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => return Some(at + 1),
            b')' => open -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a line ends with the name of a class, or with its type parameters.
fn names_class(line: &str) -> bool {
    let Some((before, behind)) = line.rsplit_once("class ") else { return false };
    let separate = before.is_empty() || before.ends_with(' ');
    let name = behind.trim_start();
    let length = name.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(name.len());
    let parameters = name[length..].trim();
    separate && length > 0 && (parameters.is_empty() || parameters.starts_with('<') && parameters.ends_with('>'))
}

/// Whether a line calls something named as an accessor: a getter takes nothing, a setter one name.
fn is_accessor_called(line: &str) -> bool {
    let arguments = |word| line.strip_prefix(word).and_then(|behind| behind.get(1..parenthesised(behind)? - 1));
    line.starts_with("get {")
        || line.starts_with("get(") && !line.starts_with("get()")
        || line.strip_prefix("get()").is_some_and(|behind| behind.starts_with(['.', '?', '!']))
        || arguments("set").is_some_and(|it| it.contains([',', '(', '"', '.']))
}

/// How long the annotations are that a line starts with, and the blanks behind them.
fn annotations(line: &str) -> usize {
    let mut rest = line;
    while rest.starts_with('@') {
        let length =
            rest.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '@' | '.' | ':'))).unwrap_or(rest.len());
        let behind = &rest[length..];
        rest = behind[parenthesised(behind).unwrap_or(0)..].trim_start_matches([' ', '\t']);
    }
    line.len() - rest.len()
}

/// Whether a line ends with a type whose arguments follow.
fn opens_arguments(line: &str) -> bool {
    let named = |it: &str| it.ends_with(|it: char| it.is_alphanumeric() || it == '_') && !names_class(it);
    line.strip_suffix('<').is_some_and(named)
}

/// How long the annotations are that stand before `get()` or `set` on its line.
fn accessor_annotations(line: &str) -> Option<usize> {
    let length = annotations(line);
    let rest = &line[length..];
    let word = MODIFIERS.iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' ')).unwrap_or(rest);
    let is_setter = |behind: &str| behind.trim_end().is_empty() || behind.starts_with('(');
    let sets = word.strip_prefix("set").is_some_and(is_setter);
    (sets || word.starts_with("get()")).then_some(length)
}

/// Where `suspend` stands before a lambda, which is taken for the modifier of a declaration.
fn suspending_lambdas(line: &str) -> impl Iterator<Item = Range<usize>> {
    const WORD: &str = "suspend";
    line.match_indices(WORD).map(|(at, _)| at..at + WORD.len()).filter(|it| {
        let goes_on = line[..it.start].ends_with(|it: char| it.is_alphanumeric() || it == '_');
        !goes_on && line[it.end..].trim_start().starts_with('{')
    })
}

/// Where `context(A)` stands at the start of a function's type.
fn contexts_of_types(line: &str) -> impl Iterator<Item = Range<usize>> {
    const WORD: &str = "context";
    line.match_indices(": context(").filter_map(|(at, _)| {
        let start = at + 2;
        let end = start + WORD.len() + parenthesised(&line[start + WORD.len()..])?;
        line[end..].contains("->").then_some(start..end)
    })
}

/// `context(a: A)` on a line of its own, before a declaration.
fn context_parameters(line: &str) -> Option<usize> {
    let behind = line.strip_prefix("context")?;
    let length = parenthesised(behind)?;
    let typed = behind[..length].contains(':');
    (typed && behind[length..].trim().is_empty()).then_some("context".len() + length)
}

/// Where the `if` of a branch's further condition stands: `is A if b ->` is read as `is A, b ->`.
fn guard(line: &str) -> Option<usize> {
    let tests = ["is ", "!is ", "in ", "!in "].iter().any(|word| line.starts_with(word));
    let before = line.split("->").next().filter(|_| tests)?;
    Some(before.find(" if ")? + 1)
}

#[cfg(test)]
mod tests {
    use super::prepared;

    #[test]
    fn a_constructor_on_a_line_of_its_own_belongs_to_the_class() {
        let text = "class A<T>\n@Inject\nprivate constructor(val a: T)";
        assert_eq!(prepared(text), "class A<T> @Inject private constructor(val a: T)");
        let text = "class A {\n  val a = 1\n  constructor(b: Int)\n}";
        assert_eq!(prepared(text), text);
    }

    #[test]
    fn get_with_arguments_is_a_call() {
        assert_eq!(prepared("val a = b\nget(\"/\") {}"), "val a = b;get(\"/\") {}");
        assert_eq!(prepared("val a: B\n  get() = c"), "val a: B\n  get() = c");
        assert_eq!(prepared("val a by b()\n\nget(\"/\") {}"), "val a by b();\nget(\"/\") {}");
        assert_eq!(prepared("when {\n  !isA(b) -> c\n  !is A -> c"), "when {\n ! isA(b) -> c\n  !is A -> c");
        assert_eq!(prepared("val a: B<C>\n  field = d()\n"), "val a: B<C>\n        = d()\n");
        assert_eq!(prepared("private val a: B\n  field: C = d"), "private val a: B\n           = d");
        assert_eq!(prepared("var a: B = c\n  set(d) {\n  field = d"), "var a: B = c\n  set(d) {\n  field = d");
        assert_eq!(prepared("val a: B\n  get() = c\nfield = d"), "val a: B\n  get() = c\nfield = d");
        assert_eq!(prepared("val a = \"//\" // b\n// c\nget(\"/\")"), "val a = \"//\";// b\n// c\nget(\"/\")");
        assert_eq!(prepared("routing {\n  // b\n  get(\"/\")"), "routing {\n  // b\n  get(\"/\")");
        assert_eq!(prepared("val a = b// c\nget(\"/\")"), "val a = b// c\nget(\"/\")");
        assert_eq!(prepared("val a = b\nget { c() }"), "val a = b;get { c() }");
        assert_eq!(prepared("val a = b\nset(a, c)"), "val a = b;set(a, c)");
        assert_eq!(prepared("var a = b\n  set(value) {"), "var a = b\n  set(value) {");
    }

    #[test]
    fn a_constructor_behind_type_parameters_of_several_lines_belongs_to_the_class() {
        let text = "class A<\n  T : B,\n  >\nactual constructor(val a: T)";
        assert_eq!(prepared(text), "class A<   T : B,   > actual constructor(val a: T)");
        let text = "class A<\n  T\n  > {\n  constructor(b: Int)\n}";
        assert_eq!(prepared(text), text);
    }

    #[test]
    fn what_accessors_are_annotated_with_is_left_out() {
        assert_eq!(prepared("var a = b\n  @C set(value) {\n"), "var a = b\n     set(value) {\n");
        assert_eq!(prepared("var a = b\n@C(\n d\n)\n  private set\n"), "var a = b\n           private set\n");
        assert_eq!(prepared("@C(d)\n// e\nget() = f"), "           get() = f");
        for text in ["@C\nfun set(a: B) {}", "@C\nval a = b\n  private set", "@C(\n d\n) val a = b\nset(c)"] {
            assert_eq!(prepared(text), text);
        }
    }

    #[test]
    fn lambdas_that_suspend_and_types_with_contexts() {
        assert_eq!(prepared("val a = suspend { b() }"), "val a =         { b() }");
        assert_eq!(prepared("suspend fun a() {"), "suspend fun a() {");
        assert_eq!(prepared("a: context(B) () -> C"), "a:            () -> C");
        assert_eq!(prepared("a: context(b)"), "a: context(b)");
    }

    #[test]
    fn annotations_of_a_types_arguments_are_left_out() {
        assert_eq!(
            prepared("a: B<\n  @C(d = e)\n  F,\n  @G H,\n>,\n@I val b"),
            "a: B<\n           \n  F,\n     H \n>,\n@I val b"
        );
        for text in ["a <\n  @C\n", "a = b<\n c { d }\n@C\n"] {
            assert_eq!(prepared(text), text);
        }
    }

    #[test]
    fn names_that_are_keywords_elsewhere_and_lists_without_items() {
        assert_eq!(prepared("val a = b {} get c\nwhere?.d()"), "val a = b {} geT c\nwherE?.d()");
        assert_eq!(prepared("val a: B = []"), "val a: B = __");
        assert_eq!(prepared("val a = b()\nget().c()"), "val a = b();get().c()");
        assert_eq!(prepared("a {\n  open\n}\nb[\n  c,\n]"), "a {\n  opeN\n}\nb[\n  c \n]");
    }

    #[test]
    fn guards_contexts_and_strings_with_more_dollars() {
        assert_eq!(prepared("is A if b -> c"), "is A ,  b -> c");
        assert_eq!(prepared("is A if (\n  b\n) -> c"), "is A ,  (\n  b\n) -> c");
        assert_eq!(prepared("context(a: A)\nfun b() {}"), "             \nfun b() {}");
        assert_eq!(prepared("val a = $$\"$$b\""), "val a =   \" $b\"");
        assert_eq!(prepared("@A($$\"${b.c:#{null}}\") val a = 1"), "@A(  \" {b.c:#{null}}\") val a = 1");
    }
}
