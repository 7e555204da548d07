//! What a class itself has where that is apart from what its instances have.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::{Name, is_telling};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{Call, Modifiers, Relation, ScopeId, ScopeKind, SymbolKind, Value, ValueId};

/// The module inside an included one that classes are extended with by convention.
const CLASS_METHODS: &str = "ClassMethods";

impl Eval<'_> {
    /// A member of the class itself: its own, its bases', those of the modules that they are extended with.
    pub(crate) fn singleton_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let key = match self.text(name).starts_with('@') {
            true => name,
            false => self.project.names.singleton(name),
        };
        let this = self.types.instance(decl, &[]);
        let lineage = self.lineage(decl);
        let mut outside: Vec<Name> = Vec::new();
        let mut classes = vec![decl];
        for &base in lineage.iter() {
            match *self.types.head(base) {
                Head::Instance(base, _) => classes.push(base),
                Head::External(path) => outside.push(path),
                _ => {}
            }
        }
        for &class in &classes {
            if let Some(found) = self.own_member(class, key) {
                let env = self.class_env(class, &[], this);
                return Some(Hit::Declared(found, env, this));
            }
            for module in self.extensions_of(class) {
                match *self.types.head(module) {
                    Head::Instance(..) => {
                        if let Some(hit @ Hit::Declared(..)) = self.members(module, name).first().copied() {
                            return Some(hit);
                        }
                    }
                    Head::External(path) => outside.push(path),
                    _ => {}
                }
            }
        }
        let plain = self.project.names.plain(name);
        // A module that is mixed in beside a base hides nothing of what that is known to have.
        if let Some(hit) = outside.iter().find_map(|&path| self.asked_of_class(path, decl, plain)) {
            return Some(hit);
        }
        if let Some(path) = self.likeliest(&outside, plain) {
            let path = format!("{}.{}", self.text(path), self.text(plain));
            return Some(Hit::External(self.name(&path)));
        }
        let (source, _) = self.project.symbol(decl)?;
        let answers = source.language.catch_all_members.iter().any(|member| {
            let catch_all = self.project.names.singleton(self.name(member));
            classes.iter().any(|&class| self.own_member(class, catch_all).is_some())
        });
        answers.then_some(Hit::CatchAll)
    }

    /// Of several bases outside that may have a member, the one of which rules know it; else the first.
    pub(crate) fn likeliest(&self, bases: &[Name], member: Name) -> Option<Name> {
        let rules = &self.project.rules;
        let first = bases.first().copied();
        let member = self.text(member);
        if bases.len() < 2 {
            return first;
        }
        let language = self.source(self.file)?.graph.language.as_str();
        let is_known = |base: &&Name| rules.knows(&format!("{}.{member}", self.text(**base)), language);
        let known = bases.iter().find(is_known).filter(|_| rules.names_last(&member));
        // What a library mixes in beside a model of data leaves it one: `Cart::query()->where(…)->first()`.
        let asked = || bases.iter().find(|base| rules.is_asked_behind(&self.text(**base)));
        known.or_else(asked).copied().or(first)
    }

    /// Where a call leads that stands in a block in a class's body, which is run on an instance or on the class itself:
    /// what is given a block again, or what instances lack, is the class's own.
    pub(crate) fn of_body_block(&mut self, file: FileId, call: &Call, verdict: Verdict) -> Verdict {
        let Some(source) = self.source(file).filter(|it| it.language.singleton_members) else { return verdict };
        let Value::Member { object, name } = source.graph.values[call.callee as usize] else { return verdict };
        let Value::This { owner: Some(owner) } = source.graph.values[object as usize] else { return verdict };
        if call.caller != Some(owner) {
            return verdict;
        }
        let given = self.arguments_of(file, call.callee).and_then(|it| it.last().copied());
        let is_block = |it: u32| matches!(source.graph.values[it as usize], Value::Function { symbol: None, .. });
        let takes_block = given.is_some_and(is_block);
        if !takes_block && verdict.targets.len() == 1 {
            return verdict;
        }
        match self.singleton_member(Decl { file, symbol: owner }, source.name(name)) {
            Some(Hit::Declared(found, ..)) => Verdict::one(Resolution::Typed, found),
            _ => verdict,
        }
    }

    /// What calling a name gives that may be one of a field, which is read by it.
    pub(crate) fn read_or_called(&mut self, called: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        match self.types.head(called).clone() {
            Head::Union(options) => {
                let given: Vec<Ty> =
                    options.iter().map(|&option| self.read_or_called(option, file, arguments)).collect();
                self.types.union(given)
            }
            Head::Instance(..)
            | Head::Class(_)
            | Head::Library(..)
            | Head::Std(..)
            | Head::Tuple(_)
            | Head::Builtin(_)
            | Head::Param(_, THIS) => called,
            _ => self.call(called, file, arguments),
        }
    }

    /// What a class has to make its instances by itself: `def self.new`.
    pub(crate) fn own_maker(&mut self, decl: Decl) -> Option<Decl> {
        if !self.language.singleton_members {
            return None;
        }
        let name = self.name("new");
        match self.singleton_member(decl, name) {
            Some(Hit::Declared(maker, ..)) => Some(maker),
            _ => None,
        }
    }

    /// What `super` in `def self.new` makes, where no class above has one: an instance of the class itself.
    pub(crate) fn made_behind(&mut self, file: FileId, object: ValueId, name: facts::NameId) -> Option<Verdict> {
        let source = self.source(file).filter(|it| it.graph.name(name) == "self.new")?;
        let Value::Super { owner: Some(symbol) } = source.graph.values[object as usize] else { return None };
        let class = Decl { file, symbol };
        let constructor = self.constructor(class).or_else(|| {
            let bases = self.with_bases(class);
            bases.into_iter().find_map(|base| self.constructor(base))
        })?;
        Some(Verdict::one(Resolution::Typed, constructor))
    }

    /// What that gives, where it says so.
    pub(crate) fn made_by_own(&mut self, decl: Decl) -> Option<Ty> {
        let maker = self.own_maker(decl)?;
        let given = self.returned(maker);
        matches!(self.types.head(given), Head::Instance(..)).then_some(given)
    }

    /// The modules that a class extends itself with, those that the modules it includes bring among them.
    fn extensions_of(&mut self, class: Decl) -> Vec<Ty> {
        let mut all = Vec::new();
        for part in self.project.merged(class) {
            let Some((_, symbol)) = self.project.symbol(part) else { continue };
            for base in &symbol.bases {
                let ty = self.declared(part.file, base.ty, Some(part.symbol));
                match (base.relation, self.types.head(ty)) {
                    (Relation::Implements, _) => all.push(ty),
                    (Relation::Embeds | Relation::Prepends, Head::Instance(module, _)) => {
                        let found = self.project.nested_type(*module, self.name(CLASS_METHODS));
                        all.extend(found.map(|module| self.types.instance(module, &[])));
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// A constant that a base of a class around a scope has.
    pub(crate) fn inherited_constant(&mut self, file: FileId, scope: ScopeId, name: Name) -> Option<Decl> {
        let source = self.source(file)?;
        let mut next = Some(scope);
        while let Some(id) = next {
            let here = &source.graph.scopes[id as usize];
            next = here.parent;
            let Some(symbol) = here.symbol.filter(|_| here.kind == ScopeKind::Class) else { continue };
            let decl = Decl { file, symbol };
            if self.lineages_open.contains(&decl) {
                continue;
            }
            for base in self.lineage(decl).iter().copied() {
                let Head::Instance(base, _) = *self.types.head(base) else { continue };
                if let Some(found) = self.project.constant_of(file, base, name) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The class of a value that is `self`, or of which all members are known, in a language where every object has
    /// the functions that stand outside of classes.
    pub(crate) fn falls_to_functions(&self, object: Ty) -> Option<Decl> {
        let (Head::Param(decl, THIS) | Head::Class(decl)) = *self.types.head(object) else { return None };
        self.source(decl.file).is_some_and(|source| source.language.singleton_members).then_some(decl)
    }

    /// Where a call of `self` leads whose class has no such member: to a function of the repository, or outside
    /// when nothing here bears the name.
    pub(crate) fn function_call(&mut self, file: FileId, name: Name, this: Option<Decl>) -> Verdict {
        let plain = self.project.names.plain(name);
        if let Some(verdict) = self.template_call(file, plain) {
            return verdict;
        }
        match self.project.free_name(file, 0, plain, Use::Call) {
            Entity::Symbol(_) if let Some(decl) = self.function_everywhere(file, plain) => {
                Verdict::one(Resolution::Exact, decl)
            }
            Entity::External(path) => Verdict::external(path),
            _ => match self.universal_member(file, plain) {
                Some(path) => Verdict::external(path),
                None => self.guess_of_this(file, plain, this),
            },
        }
    }

    /// The function outside of classes that a call of `self` means whose class has a base outside: every object has it,
    /// and the base is not known to have one of the name.
    pub(crate) fn function_past_base(&self, source: &Source, file: FileId, path: Name) -> Option<Decl> {
        let text = self.text(path);
        let (_, member) = text.rsplit_once('.')?;
        let name = self.name(member);
        let known = self.project.is_std_name(source.language, name)
            || self.universal_member(file, name).is_some()
            || self.project.rules.knows(&text, &source.graph.language);
        let function = self.function_everywhere(file, name).filter(|_| !known)?;
        (function.file == file || is_telling(member)).then_some(function)
    }

    /// The function outside of classes that a name means. What tests define, they alone have.
    fn function_everywhere(&self, file: FileId, name: Name) -> Option<Decl> {
        let Entity::Symbol(decl) = self.project.free_name(file, 0, name, Use::Call) else { return None };
        let (other, symbol) = self.project.symbol(decl)?;
        let in_test = self.source(file)?.graph.is_test;
        (symbol.kind == SymbolKind::Function && (in_test || !other.graph.is_test)).then_some(decl)
    }

    /// Where a bare name leads that the file does not bind, unless a group of examples may have it: by modules that it is
    /// given, or by a group of another file which defines it as a value.
    pub(crate) fn unless_of_group(
        &mut self,
        source: &Source,
        file: FileId,
        callee: ValueId,
        verdict: Verdict,
    ) -> Verdict {
        let Some(name) = self.asked_of_group(source, file, callee) else { return verdict };
        let is_open = match (verdict.resolution, &verdict.targets[..]) {
            (Resolution::Exact, [function]) => !self.is_known_to_groups(*function, name),
            (Resolution::External, _) => verdict.external == Some(name),
            _ => false,
        };
        if is_open { Verdict::none(Resolution::Unresolved) } else { verdict }
    }

    /// What a bare name in a group of examples holds that the file does not bind: by its name alone nothing lies outside.
    pub(crate) fn held_in_group(&mut self, source: &Source, file: FileId, callee: ValueId, held: Ty) -> Ty {
        let name = self.asked_of_group(source, file, callee);
        let is_open = match (self.types.head(held), name) {
            (&Head::External(path), Some(name)) => path == name,
            (&Head::Func(function, ..), Some(name)) => !self.is_known_to_groups(function, name),
            _ => false,
        };
        if is_open { Ty::UNKNOWN } else { held }
    }

    /// The name by which a group of examples is asked for something, without arguments.
    fn asked_of_group(&mut self, source: &Source, file: FileId, callee: ValueId) -> Option<Name> {
        let Value::Name { name, scope, binding: None } = source.graph.values[callee as usize] else { return None };
        if !source.graph.is_test || source.graph.name(name).starts_with(|it: char| it.is_ascii_uppercase() || it == ':')
        {
            return None;
        }
        let group = |scope: &ScopeId| {
            let receiver = source.graph.scopes[*scope as usize].receiver;
            receiver.is_some_and(|it| matches!(source.graph.values[it as usize], Value::This { owner: None }))
        };
        let mut around = std::iter::successors(Some(scope), |&it| source.graph.scopes[it as usize].parent);
        let is_in_group = around.any(|it| group(&it));
        (is_in_group && self.arguments_of(file, callee).is_none_or(<[ValueId]>::is_empty)).then(|| source.name(name))
    }

    /// Whether groups of examples have a function that stands outside of classes: tests define it, or its name tells, and
    /// no module has a method of the name.
    fn is_known_to_groups(&self, function: Decl, name: Name) -> bool {
        let of_tests = self.source(function.file).is_some_and(|it| it.graph.is_test);
        let mut methods = self.project.listed(List::Method, name).iter();
        (of_tests || is_telling(&self.text(name)))
            && !methods.any(|&(file, symbol)| self.is_of_module(Decl { file, symbol }))
    }

    /// The path of a member that every object has.
    pub(crate) fn universal_member(&self, file: FileId, name: Name) -> Option<Name> {
        let known = self.source(file)?.language.object_members;
        let text = self.text(name);
        known.binary_search(&&*text).is_ok().then(|| self.name(&format!("Object.{text}")))
    }

    /// Whether a value is `this` of a class that others complete.
    pub(crate) fn is_open(&self, object: Ty) -> bool {
        let Head::Param(decl, THIS) = *self.types.head(object) else { return false };
        self.project
            .symbol(decl)
            .is_some_and(|(source, symbol)| source.language.open_this && symbol.modifiers.has(Modifiers::ABSTRACT))
    }

    /// Whether a member that a base outside the repository may have is as likely one of a class that extends the type
    /// here, or of a module, which may be mixed into that base from anywhere.
    pub(crate) fn may_be_elsewhere(&mut self, source: &Source, object: Ty, path: Name) -> bool {
        let (Head::Instance(class, _) | Head::Param(class, THIS)) = *self.types.head(object) else { return false };
        if !source.language.open_this {
            return false;
        }
        let path = self.text(path);
        let Some((base, name)) = path.rsplit_once('.') else { return false };
        if source.language.outside_members.iter().any(|(known, _)| *known == base) {
            return false;
        }
        let named = self.project.listed(List::Method, self.name(name));
        let parts = self.project.merged(class);
        named.iter().any(|&(file, symbol)| {
            let owner = self.source(file).and_then(|it| it.graph.symbols[symbol as usize].parent);
            (source.language.singleton_members && self.is_of_module(Decl { file, symbol }))
                || owner.is_some_and(|symbol| self.has_part(Decl { file, symbol }, &parts))
        })
    }
}
