//! Functions that share a path: which of them a call means, and where that one is defined.

use crate::naming::linkage::path_of;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{CallKind, Modifiers, Symbol, SymbolKind, Type, Value, ValueId};

/// What a call says besides its callee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub kind: CallKind,
    pub callee: ValueId,
    pub arguments: u32,
    /// Where it stands.
    pub line: u32,
}

/// How the signature ends of a method that may be called on what is constant.
const ON_CONSTANT: &str = ")const";

/// What stands in a signature before a parameter through which nothing is changed.
pub(super) const LENT_CONSTANT: &str = "const ";

/// Declarations and definitions of one function.
pub(super) struct Group {
    pub signature: String,
    pub decls: Vec<Decl>,
}

impl<'p> Eval<'p> {
    /// Of the functions that share a path with one, the one that the call means, at its definition.
    pub(crate) fn overloaded(&mut self, file: FileId, decl: Decl, call: Site, how: Resolution) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Verdict::none(Resolution::Unresolved) };
        let Some(path) = path_of(&source.graph, decl.symbol) else { return Verdict::one(how, decl) };
        let overloads = source.language.call_constructs;
        let (mut near, mut far) = self.callables(file, decl, &path);
        if self.leave_others(file, call, &mut near, &mut far) {
            let name = source.name(symbol.name);
            return match symbol.parent.is_none() && self.project.is_std_name(source.language, name) {
                true => Verdict::external(name),
                false => Verdict::none(Resolution::Unresolved),
            };
        }
        let mut groups: Vec<Group> = Vec::new();
        for one in near {
            let signature = if overloads { self.signature_of(one) } else { String::new() };
            match groups.iter_mut().find(|group| group.signature == signature) {
                Some(group) => group.decls.push(one),
                None => groups.push(Group { signature, decls: vec![one] }),
            }
        }
        if overloads && !groups.is_empty() && !groups.iter().any(|group| self.takes_arguments(group, call)) {
            // One that the class inherits, or that was not read: of the class at least.
            return match symbol.parent.filter(|_| symbol.kind == SymbolKind::Constructor) {
                Some(class) => Verdict::one(how, Decl { file: decl.file, symbol: class }),
                None => Verdict::none(Resolution::Unresolved),
            };
        }
        if overloads {
            self.pair(&mut groups);
        }
        // Of several not each has its definition under the same parameters.
        let all: Vec<String> = groups.iter().map(|group| group.signature.clone()).collect();
        if overloads && groups.len() > 1 {
            self.narrow(file, call, &mut groups);
        }
        let mut targets: Vec<Decl> = Vec::new();
        for group in &groups {
            for target in self.definitions(file, call, decl, group, &far, &all) {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        Verdict::among(how, targets).unwrap_or_else(|| Verdict::one(how, decl))
    }

    /// Leaves out what other platforms build than the call's, and what stands in another branch of a conditional than the
    /// call. Whether nothing is left.
    fn leave_others(&self, file: FileId, call: Site, near: &mut Vec<Decl>, far: &mut Vec<Decl>) -> bool {
        let side = self.project.side(file, call.line);
        let line = |decl: Decl| self.project.symbol(decl).map_or(0, |(_, symbol)| symbol.name_at.line);
        let graph = self.source(file).map(|source| &source.graph);
        for list in [&mut *near, &mut *far] {
            list.retain(|decl| {
                let is_built = self.project.symbol(*decl).is_some_and(|(_, it)| side.builds(it.modifiers));
                let excludes = || graph.is_some_and(|graph| graph.excludes(call.line, line(*decl)));
                is_built && !(decl.file == file && excludes())
            });
        }
        if near.is_empty() {
            std::mem::swap(near, far);
        }
        near.is_empty()
    }

    /// The functions of a path: those that the file sees, and definitions elsewhere.
    pub(super) fn callables(&self, file: FileId, decl: Decl, path: &str) -> (Vec<Decl>, Vec<Decl>) {
        let seen = self.project.seen_from(file);
        let mut all = vec![decl];
        if let Some((source, symbol)) = self.project.symbol(decl) {
            let beside = source.members_named(symbol.parent, source.name(symbol.name)).iter();
            let same = beside.filter(|&&other| path_of(&source.graph, other).as_deref() == Some(path));
            all.extend(same.map(|&symbol| Decl { file: decl.file, symbol }));
        }
        all.extend(self.project.linked(file, path).iter());
        if !seen.has(decl.file) {
            all.extend(self.project.linked(decl.file, path).iter());
        }
        let owned = self.owned_path(decl);
        let (mut near, mut far) = (Vec::new(), Vec::new());
        for other in all {
            // Where a namespace is not known, a function of the name is not yet the one of the class.
            if owned.as_deref().is_some_and(|owned| !self.is_owned(other, owned)) {
                continue;
            }
            let is_near = other.file == decl.file || seen.has(other.file);
            let list = if is_near { &mut near } else { &mut far };
            if !list.contains(&other) && self.is_function(other) && (is_near || self.is_definition(other)) {
                list.push(other);
            }
        }
        (near, far)
    }

    /// The end of the path of a class's own function: the class and the name.
    fn owned_path(&self, decl: Decl) -> Option<String> {
        let (source, symbol) = self.project.symbol(decl)?;
        let class = &source.graph.symbols[symbol.parent? as usize];
        let name = |symbol: &Symbol| source.graph.name(symbol.name).to_owned();
        class.kind.is_type().then(|| format!("{}.{}", name(class), name(symbol)))
    }

    fn is_owned(&self, decl: Decl, owned: &str) -> bool {
        let path = self.project.symbol(decl).and_then(|(source, _)| path_of(&source.graph, decl.symbol));
        path.is_some_and(|path| path == owned || path.strip_suffix(owned).is_some_and(|rest| rest.ends_with('.')))
    }

    fn is_function(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor)
                && !symbol.modifiers.has(Modifiers::MACRO)
                && source.language.links
        })
    }

    pub(super) fn is_definition(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| !symbol.modifiers.has(Modifiers::PROTOTYPE))
    }

    /// Keeps the overloads that take as many arguments, and of these the one whose parameters suit them best.
    fn narrow(&mut self, file: FileId, call: Site, groups: &mut Vec<Group>) {
        groups.retain(|group| self.takes_arguments(group, call));
        if groups.len() > 1 && call.arguments == 1 && !self.is_given_itself(file, call, groups) {
            let copies: Vec<bool> = groups.iter().map(|group| self.copies(group.decls[0])).collect();
            if copies.contains(&false) {
                let mut copies = copies.into_iter();
                groups.retain(|_| !copies.next().unwrap_or(false));
            }
        }
        self.narrow_by_name(file, call, groups);
        self.narrow_by_constancy(file, call, groups);
        if groups.len() < 2 {
            return;
        }
        self.narrow_by_fitness(file, call, groups);
    }

    /// Leaves out the methods that what has a name has not, where it is called on such, and those that others come before
    /// where it is called on what has none.
    fn narrow_by_name(&mut self, file: FileId, call: Site, groups: &mut Vec<Group>) {
        let on_temporary: Vec<bool> = groups.iter().map(|it| self.is_on_temporary(it.decls[0])).collect();
        let Some(source) = self.source(file).filter(|_| on_temporary.contains(&true)) else { return };
        let (is_named, is_temporary) = match source.graph.values[call.callee as usize] {
            Value::Member { object, .. } => match self.is_temporary(source, file, object) {
                Some(is_temporary) => (!is_temporary, is_temporary),
                None => {
                    let object = &source.graph.values[object as usize];
                    let is_place = |it: &Value| {
                        matches!(
                            it,
                            Value::Name { .. } | Value::Member { .. } | Value::This { .. } | Value::Index { .. }
                        )
                    };
                    (is_place(object), false)
                }
            },
            Value::Name { .. } => (true, false),
            _ => (false, false),
        };
        if is_named && on_temporary.contains(&false) {
            let mut on_temporary = on_temporary.into_iter();
            groups.retain(|_| !on_temporary.next().unwrap_or(false));
        } else if is_temporary {
            let taken: Vec<String> = groups
                .iter()
                .zip(&on_temporary)
                .filter(|it| *it.1)
                .map(|it| plain_signature(&it.0.signature))
                .collect();
            let mut on_temporary = on_temporary.into_iter();
            groups.retain(|it| on_temporary.next() == Some(true) || !taken.contains(&plain_signature(&it.signature)));
        }
    }

    fn is_on_temporary(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::ON_TEMPORARY))
    }

    /// Whether a value has no name: an object that is made where it stands, what a function gives that gives no reference.
    fn is_temporary(&mut self, source: &'p Source, file: FileId, value: ValueId) -> Option<bool> {
        match source.graph.values[value as usize] {
            Value::Call { callee, .. } => {
                let called = self.callee(source, file, callee);
                match *self.types.head(called) {
                    Head::Class(_) => Some(true),
                    Head::Func(decl, ..) => self.gives_temporary(decl),
                    _ => None,
                }
            }
            Value::Instance { ty } => matches!(source.graph.types[ty as usize], Type::Name { .. }).then_some(true),
            Value::Index { object } if self.is_temporary(source, file, object) == Some(true) => {
                let of = self.value(file, object);
                let name = self.name("operator[]");
                let found = self.members(of, name).first().and_then(|hit| hit.declared());
                let file = found?.file;
                let (from, symbol) = self.project.symbol(found?)?;
                let all = from.members_named(symbol.parent, from.name(symbol.name)).iter();
                let mut on_temporary = all.map(|&symbol| Decl { file, symbol }).filter(|&it| self.is_on_temporary(it));
                on_temporary.next().and_then(|it| self.gives_temporary(it))
            }
            _ => None,
        }
    }

    fn gives_temporary(&self, decl: Decl) -> Option<bool> {
        let (_, symbol) = self.project.symbol(decl)?;
        let returns = symbol.returns.as_deref().filter(|text| !text.contains("auto") && !text.ends_with('*'))?;
        Some(returns.ends_with("&&") || !returns.ends_with('&'))
    }

    /// Keeps those of methods that differ by what they may be called on which suit the object.
    fn narrow_by_constancy(&mut self, file: FileId, call: Site, groups: &mut Vec<Group>) {
        let plain = |group: &Group| group.signature.strip_suffix(ON_CONSTANT).map(str::to_owned);
        let signatures: Vec<String> = groups.iter().map(|it| it.signature.clone()).collect();
        let is_paired = |group: &Group| plain(group).is_some_and(|plain| signatures.contains(&plain));
        if !groups.iter().any(is_paired) {
            return;
        }
        match self.is_called_on_constant(file, call.callee) {
            Some(true) => groups.retain(|it| it.signature.ends_with(ON_CONSTANT) || self.is_static(it)),
            Some(false) => groups.retain(|it| !is_paired(it)),
            None => {}
        }
    }

    fn is_static(&self, group: &Group) -> bool {
        self.project.symbol(group.decls[0]).is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::STATIC))
    }

    /// Whether a function takes as many arguments, as one of its declarations tells.
    fn takes_arguments(&self, group: &Group, call: Site) -> bool {
        group.decls.iter().any(|it| self.takes_count(*it, call.arguments as usize))
    }

    /// Whether a constructor's only argument is of its class.
    fn is_given_itself(&mut self, file: FileId, call: Site, groups: &[Group]) -> bool {
        let decl = groups[0].decls[0];
        let constructor = self.project.symbol(decl).filter(|(_, it)| it.kind == SymbolKind::Constructor);
        let class = constructor.and_then(|(_, it)| it.parent).map(|symbol| Decl { file: decl.file, symbol });
        class.is_some_and(|class| self.is_given(file, class, call))
    }

    /// Whether it is a constructor that copies or moves.
    pub(crate) fn copies(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            let name = source.graph.name(symbol.name);
            let only = symbol.params.first().and_then(|param| param.type_text.as_deref()).unwrap_or_default();
            let plain = only.trim_start_matches("const ").trim_end_matches(['&', ' ']);
            symbol.kind == SymbolKind::Constructor && symbol.params.len() == 1 && plain == name && only.ends_with('&')
        })
    }

    /// The types of the parameters as written, without what may differ between a declaration and its definition.
    pub(super) fn signature_of(&self, decl: Decl) -> String {
        let Some((source, symbol)) = self.project.symbol(decl) else { return String::new() };
        let mut out = String::from("(");
        for param in &symbol.params {
            let text = param.type_text.as_deref().unwrap_or("...");
            let silent = |word: &str| matches!(word, "const" | "struct" | "class" | "enum");
            // An array is given as a pointer.
            let (text, is_array) = text.split_once('[').map_or((text, false), |(before, _)| (before, true));
            // Of what is handed over itself nobody else learns that it is constant.
            let lent = param.declared.and_then(|ty| match source.graph.types[ty as usize] {
                Type::List { element } => Some(element),
                _ => Some(ty).filter(|_| text.ends_with('&')),
            });
            if lent.is_some_and(|ty| source.graph.constancy.has_type(ty)) {
                out.push_str(LENT_CONSTANT);
            }
            for word in text.split_whitespace().filter(|word| !silent(word)) {
                out.push_str(word.rsplit("::").next().unwrap_or(word));
            }
            out.push_str(if is_array { "*" } else { "" });
            out.push(',');
        }
        if symbol.modifiers.has(Modifiers::ON_TEMPORARY) {
            out.push_str("&&");
        }
        if symbol.modifiers.has(Modifiers::ON_CONSTANT) {
            out.push_str(ON_CONSTANT);
        }
        out
    }
}

/// What a function takes, whatever it may be called on.
fn plain_signature(signature: &str) -> String {
    let signature = signature.strip_suffix(ON_CONSTANT).unwrap_or(signature);
    signature.strip_suffix("&&").unwrap_or(signature).to_owned()
}
