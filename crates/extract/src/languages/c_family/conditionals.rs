//! Directives. All of them are blanks to the parser, which then reads one text without conditions: the branches of a
//! conditional one behind the other where each is a whole of its own, else the first one alone.

use super::branches::{Conditional, Readers};
use super::tokens::{Kind, Token};

/// What the directives of a file say, with their places in its text.
#[derive(Debug, Default)]
pub struct Directives {
    /// What is included, with its brackets or quotes: `"a.h"`, `<a.h>`.
    pub includes: Vec<(u32, u32)>,
    pub macros: Vec<Macro>,
    /// The branches of all conditionals that do more than to keep a header from being read twice, in the order of their
    /// starts.
    pub branches: Vec<Branching>,
}

/// The text of a branch, and who reads it.
#[derive(Clone, Copy, Debug)]
pub struct Branching {
    /// The number of the conditional.
    pub group: u32,
    pub start: u32,
    pub end: u32,
    pub readers: Readers,
}

#[derive(Clone, Copy, Debug)]
pub struct Macro {
    pub start: u32,
    pub end: u32,
    pub name: (u32, u32),
    /// Between the brackets.
    pub params: Option<(u32, u32)>,
    pub body: (u32, u32),
    pub readers: Readers,
    /// It is defined under a condition.
    pub conditional: bool,
}

/// Which of the branches of a conditional the compiler of this language would read, by its condition alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Open,
    Always,
    Never,
}

struct Branch {
    /// The first token and the one behind the last.
    tokens: (usize, usize),
    curly: i32,
    round: i32,
    /// The last token that counts.
    last: Option<Kind>,
    empty: bool,
}

struct Group {
    condition: Condition,
    branches: Vec<Branch>,
    /// The last token before the group.
    before: Option<Kind>,
    in_brackets: bool,
}

/// The tokens that are no directives and stand in no branch that is left out.
pub fn kept(text: &str, tokens: &[Token], cpp: bool, found: &mut Directives) -> Vec<Token> {
    let mut groups: Vec<Group> = Vec::new();
    let mut dropped: Vec<(usize, usize)> = Vec::new();
    let mut dead: Vec<(usize, usize)> = Vec::new();
    // The whole file is the one branch that is always read.
    let mut open = vec![Branch { tokens: (0, 0), curly: 0, round: 0, last: None, empty: true }];
    for (at, token) in tokens.iter().enumerate() {
        let Some(here) = open.last_mut() else { break };
        if token.kind != Kind::Directive {
            match token.kind {
                Kind::Mark(b'{') => here.curly += 1,
                Kind::Mark(b'}') => here.curly -= 1,
                Kind::Mark(b'(' | b'[') => here.round += 1,
                Kind::Mark(b')' | b']') => here.round -= 1,
                _ => {}
            }
            (here.last, here.empty) = (Some(token.kind), false);
            continue;
        }
        let line = &text[token.start as usize..token.end as usize];
        match word(line) {
            "if" | "ifdef" | "ifndef" => {
                let (before, in_brackets) = (here.last, here.round > 0);
                groups.push(Group { condition: condition(line, cpp), branches: Vec::new(), before, in_brackets });
                open.push(Branch { tokens: (at + 1, 0), curly: 0, round: 0, last: None, empty: true });
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                let (Some(group), 2..) = (groups.last_mut(), open.len()) else { continue };
                let mut branch = open.pop().expect("a group has an open branch");
                branch.tokens.1 = at;
                group.branches.push(branch);
                open.push(Branch { tokens: (at + 1, 0), curly: 0, round: 0, last: None, empty: true });
            }
            "endif" => {
                let (Some(mut group), 2..) = (groups.pop(), open.len()) else { continue };
                let mut branch = open.pop().expect("a group has an open branch");
                branch.tokens.1 = at;
                group.branches.push(branch);
                if group.condition == Condition::Never {
                    dead.push(group.branches[0].tokens);
                }
                close(group, open.last_mut().expect("the file's own branch"), &mut dropped);
            }
            _ => {}
        }
    }
    dropped.sort_unstable();
    dead.sort_unstable();
    directives(text, tokens, &dead, found);
    let (mut kept, mut skip, mut next) = (Vec::with_capacity(tokens.len()), 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        while let Some((from, to)) = dropped.get(next).filter(|(from, _)| *from <= at) {
            skip = skip.max(if *from < *to { *to } else { 0 });
            next += 1;
        }
        if at >= skip && token.kind != Kind::Directive {
            kept.push(*token);
        }
    }
    kept
}

/// Decides which branches of a group are read, and adds them to the branch around it.
fn close(group: Group, around: &mut Branch, dropped: &mut Vec<(usize, usize)>) {
    let whole = |branch: &Branch| {
        let ends = matches!(branch.last, None | Some(Kind::Mark(b';' | b'}' | b':')));
        let listed = matches!(group.before, Some(Kind::Mark(b',' | b'{'))) && branch.last == Some(Kind::Mark(b','));
        branch.curly == 0 && branch.round == 0 && (ends || listed)
    };
    let starts = matches!(group.before, None | Some(Kind::Mark(b';' | b'}' | b'{' | b':' | b',')));
    let from = usize::from(group.condition == Condition::Never);
    let open = &group.branches[from.min(group.branches.len())..];
    let all = starts && !group.in_brackets && open.iter().all(whole) && group.condition != Condition::Always;
    let only = match group.condition {
        Condition::Always => Some(0),
        _ => open.iter().position(|branch| !branch.empty).map(|at| at + from),
    };
    for (at, branch) in group.branches.iter().enumerate() {
        if at >= from && (all || only == Some(at)) {
            around.curly += branch.curly;
            around.round += branch.round;
            around.last = branch.last.or(around.last);
            around.empty &= branch.empty;
        } else {
            dropped.push(branch.tokens);
        }
    }
}

/// Notes what is included and defined, outside of what is never read.
fn directives(text: &str, tokens: &[Token], dead: &[(usize, usize)], found: &mut Directives) {
    let (mut skip, mut next) = (0, 0);
    let mut open: Vec<(Conditional, u32)> = Vec::new();
    let (mut groups, mut numbers) = (0, Vec::new());
    let branches = &mut found.branches;
    let mut note = |(branch, start): (Conditional, u32), group: u32, end: u32| {
        if !branch.guard {
            branches.push(Branching { group, start, end, readers: branch.readers });
        }
    };
    let line_of = |token: &Token| &text[token.start as usize..token.end as usize];
    for (at, token) in tokens.iter().enumerate() {
        while let Some((from, to)) = dead.get(next).filter(|(from, _)| *from <= at) {
            skip = skip.max(if *from < *to { *to } else { 0 });
            next += 1;
        }
        if token.kind != Kind::Directive {
            continue;
        }
        let line = line_of(token);
        match word(line) {
            "if" | "ifdef" | "ifndef" => {
                let behind = tokens.get(at + 1).filter(|it| it.kind == Kind::Directive).map(line_of);
                open.push((Conditional::open(line, behind), token.end));
                numbers.push(groups);
                groups += 1;
            }
            "else" | "elif" | "elifdef" | "elifndef" => {
                let (Some(last), Some(group)) = (open.last_mut(), numbers.last()) else { continue };
                note(*last, *group, token.start);
                last.0.turn(line);
                last.1 = token.end;
            }
            "endif" => {
                let closed = open.pop().zip(numbers.pop());
                closed.into_iter().for_each(|(last, group)| note(last, group, token.start));
            }
            _ if at < skip => {}
            "include" | "include_next" | "import" => found.includes.extend(included(line, token.start)),
            "define" => found.macros.extend(defined(line, token).map(|it| Macro {
                readers: open.iter().fold(Readers::default(), |all, (it, _)| all.and(it.readers)),
                conditional: open.iter().any(|(it, _)| !it.guard),
                ..it
            })),
            _ => {}
        }
    }
    found.branches.sort_unstable_by_key(|it| it.start);
}

impl Directives {
    /// Who reads what stands at a place, and whether a condition decides on it at all.
    pub fn readers(&self, at: u32) -> (Readers, bool) {
        let before = self.branches.partition_point(|it| it.start <= at);
        let mut around = self.branches[..before].iter().filter(|it| at < it.end).peekable();
        let conditional = around.peek().is_some();
        (around.fold(Readers::default(), |all, it| all.and(it.readers)), conditional)
    }
}

/// The word behind `#`.
fn word(line: &str) -> &str {
    let rest = line[1..].trim_start_matches([' ', '\t']);
    &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()]
}

fn included(line: &str, start: u32) -> Option<(u32, u32)> {
    let open = line.find(['"', '<'])?;
    let close = if line.as_bytes()[open] == b'<' { '>' } else { '"' };
    let length = line[open + 1..].find(close)?;
    Some((start + open as u32, start + (open + length) as u32 + 2))
}

fn defined(line: &str, token: &Token) -> Option<Macro> {
    let at = line.find("define")? + "define".len();
    let name = at + line[at..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let length = line[name..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    if length == 0 {
        return None;
    }
    let mut body = name + length;
    let mut params = None;
    if line.as_bytes().get(body) == Some(&b'(') {
        let close = body + line[body..].find(')')?;
        params = Some((token.start + body as u32 + 1, token.start + close as u32));
        body = close + 1;
    }
    let name = (token.start + name as u32, token.start + (name + length) as u32);
    let (start, end, body) = (token.start, token.end, (token.start + body as u32, token.end));
    Some(Macro { start, end, name, params, body, readers: Readers::default(), conditional: false })
}

fn condition(line: &str, cpp: bool) -> Condition {
    let rest = line[1..].trim_start();
    let decided = |on: bool| if on { Condition::Always } else { Condition::Never };
    if rest.contains("__cplusplus") && !rest.contains("__cplusplus >") {
        let negated = rest.starts_with("ifndef") || rest.contains("!defined") || rest.contains("! defined");
        return if rest.contains("||") { Condition::Open } else { decided(negated != cpp) };
    }
    let value = rest.strip_prefix("if").map(str::trim).unwrap_or_default();
    match value.split([' ', '\t', '/']).next() {
        Some("0" | "false") => Condition::Never,
        Some("1" | "true") if value.len() < 6 => Condition::Always,
        _ => Condition::Open,
    }
}
