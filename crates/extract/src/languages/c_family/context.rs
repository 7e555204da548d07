//! What a brace opens, told from the tokens before it: what may stand at the start of a statement depends on it.

use super::cleaner::Cleaner;
use super::tokens::Kind;

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file's top, or a namespace.
    Namespace,
    Class,
    Enum,
    Function,
    /// A list of values in braces.
    Values,
    /// Round or square brackets.
    Brackets,
}

/// What is known of the statement so far.
#[derive(Clone, Copy, Debug, Default)]
struct Statement {
    namespace: bool,
    class: bool,
    is_enum: bool,
    linkage: bool,
    /// Behind `)`.
    has_parameters: bool,
    /// Behind `) :`, the list of a constructor.
    initialises: bool,
    assigns: bool,
    /// The token of the class's name.
    name: usize,
}

#[derive(Debug)]
struct Frame {
    place: Place,
    statement: Statement,
    /// The token that names the class.
    class: usize,
}

#[derive(Debug)]
pub struct Context {
    frames: Vec<Frame>,
    /// The token behind the parameters of a template, which say nothing of what is declared.
    behind_template: usize,
}

impl Context {
    pub fn new() -> Self {
        Self {
            frames: vec![Frame { place: Place::Namespace, statement: Statement::default(), class: usize::MAX }],
            behind_template: 0,
        }
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub fn place(&self) -> Place {
        self.frames.last().map_or(Place::Namespace, |frame| frame.place)
    }

    /// The token that names the class whose members stand here.
    pub fn class(&self) -> usize {
        self.frames.last().map_or(usize::MAX, |frame| frame.class)
    }

    /// Whether a function's body is open.
    pub fn in_function(&self) -> bool {
        self.frames.iter().any(|frame| frame.place == Place::Function)
    }

    /// Whether declarations of functions stand here, not calls.
    pub fn declares(&self) -> bool {
        matches!(self.place(), Place::Namespace | Place::Class)
    }

    /// Takes a token. Whether the next one starts a statement.
    pub fn step(&mut self, tokens: &Cleaner, at: usize) -> bool {
        if at < self.behind_template {
            return false;
        }
        if tokens.str(at) == "template"
            && tokens.is_mark(at + 1, b'<')
            && let Some(end) = tokens.angle_end(at + 1)
        {
            self.behind_template = end;
            return false;
        }
        let place = self.place();
        let is_function = place == Place::Function;
        let statement = &mut self.top().statement;
        match tokens.kind(at) {
            Some(Kind::Word) => match tokens.str(at) {
                "namespace" => statement.namespace = true,
                "class" | "struct" | "union" if !statement.has_parameters && !statement.is_enum => {
                    statement.class = true;
                    statement.name = if tokens.is_blank(at + 1) { at + 2 } else { at + 1 };
                }
                "enum" if !statement.has_parameters => statement.is_enum = true,
                "else" | "do" if is_function => return true,
                _ if statement.class && statement.name == at && tokens.is_blank(at) => statement.name += 1,
                _ => {}
            },
            Some(Kind::String) => statement.linkage |= at > 0 && tokens.str(at - 1) == "extern",
            Some(Kind::Mark(b'=')) => statement.assigns = true,
            Some(Kind::Mark(b'(' | b'[')) => {
                self.frames.push(Frame { place: Place::Brackets, statement: Statement::default(), class: usize::MAX });
            }
            Some(Kind::Mark(b')' | b']')) => {
                // A brace that was left open inside closes with the bracket.
                if self.frames.len() > 1 && self.place() == Place::Brackets {
                    self.frames.pop();
                }
                if tokens.is_mark(at, b')') {
                    let inside = self.place() == Place::Function;
                    let statement = &mut self.top().statement;
                    let control = inside && !statement.has_parameters && !statement.assigns;
                    statement.has_parameters = true;
                    // `if (…)`, `for (…)`: a statement of its own follows.
                    return control && !matches!(tokens.kind(at + 1), Some(Kind::Mark(b'{')));
                }
            }
            Some(Kind::Mark(b'{')) => return self.opens(tokens, at),
            Some(Kind::Mark(b'}')) => return self.closes(),
            Some(Kind::Mark(b';')) if place != Place::Brackets => {
                self.top().statement = Statement::default();
                return true;
            }
            Some(Kind::Mark(b':')) => {
                if statement.has_parameters && !is_function {
                    statement.initialises = true;
                }
                let before = if at > 0 { tokens.str(at - 1) } else { "" };
                let access = matches!(before, "public" | "private" | "protected" | "default" | "slots" | "signals");
                let label = is_function && !statement.class && !statement.assigns;
                if (access && !statement.class) || label {
                    self.top().statement = Statement::default();
                    return true;
                }
            }
            _ => {}
        }
        false
    }

    fn opens(&mut self, tokens: &Cleaner, at: usize) -> bool {
        let here = self.place();
        let inside = self.frames.iter().any(|frame| frame.place == Place::Function);
        let statement = self.top().statement;
        let before = at.checked_sub(1);
        let behind_name = before.is_some_and(|at| {
            let word = tokens.is_word(at) && !is_trailer(tokens.str(at));
            word || tokens.is_mark(at, b'>')
        });
        let behind_value = before.is_some_and(|at| {
            matches!(tokens.kind(at), Some(Kind::Mark(b'=' | b',' | b'(' | b'[' | b']' | b'?')))
                || tokens.str(at) == "return"
        });
        let place = match () {
            () if statement.namespace || statement.linkage && !statement.has_parameters => Place::Namespace,
            () if statement.is_enum && !statement.has_parameters && !statement.assigns => Place::Enum,
            () if statement.class && !statement.has_parameters && !statement.assigns => Place::Class,
            // `[&] {`
            () if before.is_some_and(|at| tokens.is_mark(at, b']')) && inside && tokens.cpp => Place::Function,
            () if behind_value => Place::Values,
            () if inside || here == Place::Brackets => match behind_name {
                true => Place::Values,
                false if here == Place::Values && !statement.has_parameters => Place::Values,
                false => Place::Function,
            },
            () if statement.has_parameters && !(statement.initialises && behind_name) && !statement.assigns => {
                Place::Function
            }
            () if statement.has_parameters && before.is_some_and(|at| tokens.is_mark(at, b')')) => Place::Function,
            () => Place::Values,
        };
        let class = if place == Place::Class { statement.name } else { usize::MAX };
        self.frames.push(Frame { place, statement: Statement::default(), class });
        matches!(place, Place::Namespace | Place::Class | Place::Function)
    }

    fn closes(&mut self) -> bool {
        while self.frames.len() > 1 && self.place() == Place::Brackets {
            self.frames.pop();
        }
        if self.frames.len() < 2 {
            self.top().statement = Statement::default();
            return true;
        }
        let closed = self.frames.pop().map(|frame| frame.place);
        let ends = matches!(closed, Some(Place::Function | Place::Namespace)) && self.place() != Place::Brackets;
        // A lambda's body ends no statement.
        let in_value = self.place() == Place::Values || self.top().statement.assigns;
        if ends && !in_value {
            self.top().statement = Statement::default();
        }
        ends
    }
}

/// Words that stand between a function's parameters and its body.
fn is_trailer(word: &str) -> bool {
    matches!(word, "const" | "noexcept" | "override" | "final" | "try" | "mutable" | "else" | "do" | "volatile")
}
