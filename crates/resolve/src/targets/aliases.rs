//! Names and members that were given a function by its name.

use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{Builtin, Modifiers, SymbolKind, Type, Value, ValueId};

impl Eval<'_> {
    /// Where a name leads that was given another name's value, once and for all.
    pub(crate) fn alias_target(&mut self, file: FileId, values: &[ValueId], aliases: u8) -> Option<Verdict> {
        let source = self.source(file)?;
        let aliases = aliases.checked_sub(1)?;
        let [value] = values else { return self.shared_alias(file, values, aliases) };
        match &source.graph.values[*value as usize] {
            Value::Name { .. }
            | Value::Member { .. }
            | Value::Function { symbol: Some(_), .. }
            | Value::Class { .. } => {
                let verdict = self.target(file, *value, aliases);
                Some(self.past_typeof(verdict, aliases)).filter(Verdict::leads_somewhere)
            }
            _ => None,
        }
    }

    /// What was taken out of a property that is declared to hold a function, `f: typeof f`, is that function.
    fn past_typeof(&mut self, verdict: Verdict, aliases: u8) -> Verdict {
        let (&[decl], Some(aliases)) = (&verdict.targets[..], aliases.checked_sub(1)) else { return verdict };
        let Some((source, symbol)) = self.project.symbol(decl) else { return verdict };
        let Some(declared) = symbol.declared.filter(|_| symbol.kind == SymbolKind::Property) else { return verdict };
        let Type::Of { value } = source.graph.types[declared as usize] else { return verdict };
        let under = self.target(decl.file, value, aliases);
        match under.targets[..] {
            [one] if self.is_callable(&under) => Verdict::one(Resolution::Typed, one),
            _ => verdict,
        }
    }

    /// The one function or class that several assignments lead to, where the others say nothing.
    fn shared_alias(&mut self, file: FileId, values: &[ValueId], aliases: u8) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.all_assignments)?;
        let mut found: Option<Decl> = None;
        for &value in values {
            let is_told = matches!(
                source.graph.values[value as usize],
                Value::Name { .. } | Value::Member { .. } | Value::Function { symbol: Some(_), .. }
            );
            if !is_told {
                continue;
            }
            let verdict = self.target(file, value, aliases);
            match verdict.targets[..] {
                [one] if self.is_callable(&verdict) => match found {
                    Some(other) if other != one => return None,
                    _ => found = Some(one),
                },
                _ => {}
            }
        }
        found.map(|decl| Verdict::one(Resolution::Typed, decl))
    }

    /// The one function that a field without a type is given beside nothing: `this.listen = null`, and elsewhere
    /// `this.listen = listener`. Others may give it more.
    pub(crate) fn kept_later(&mut self, decl: Decl, aliases: u8) -> Option<Verdict> {
        let (source, symbol) = self.project.symbol(decl)?;
        let is_field = source.language.computed_types && symbol.kind == SymbolKind::Property;
        if !is_field || symbol.declared.is_some() || symbol.initial.len() < 2 {
            return None;
        }
        let values = &source.graph.values;
        let is_nothing = |&&value: &&ValueId| matches!(values[value as usize], Value::Builtin(Builtin::Null));
        let mut given = symbol.initial.iter().filter(|value| !is_nothing(value));
        let &one = given.next().filter(|_| given.next().is_none())?;
        let Value::Name { .. } = values[one as usize] else { return None };
        let verdict = self.target(decl.file, one, aliases.checked_sub(1)?);
        match verdict.targets[..] {
            [function] if self.is_callable(&verdict) => Some(Verdict::one(Resolution::Unique, function)),
            _ => None,
        }
    }

    /// Of several functions that a local is given by their names, any may be meant: `f := a; if slow { f = b }`.
    pub(crate) fn one_of_several(&mut self, file: FileId, values: &[ValueId], aliases: u8) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.rebinds && !source.language.all_assignments)?;
        let aliases = aliases.checked_sub(1).filter(|_| values.len() > 1)?;
        let mut targets: Vec<Decl> = Vec::new();
        for &value in values {
            if !matches!(source.graph.values[value as usize], Value::Name { .. } | Value::Member { .. }) {
                return None;
            }
            let verdict = self.target(file, value, aliases);
            match verdict.targets[..] {
                [one] if self.is_callable(&verdict) && !targets.contains(&one) => targets.push(one),
                [one] if targets.contains(&one) => {}
                _ => return None,
            }
        }
        Verdict::among(Resolution::Unique, targets)
    }

    pub(crate) fn symbol_target(&mut self, decl: Decl, how: Resolution, aliases: u8) -> Verdict {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Verdict::none(Resolution::Unresolved) };
        let is_alias = match symbol.kind {
            SymbolKind::Variable => true,
            SymbolKind::Property => source.language.member_aliases,
            _ => false,
        };
        if is_alias
            && symbol.declared.is_none()
            && !(symbol.kind == SymbolKind::Variable && source.language.open_variables)
            && let Some(verdict) = self.alias_target(decl.file, &symbol.initial, aliases)
        {
            return verdict;
        }
        if is_alias && source.language.member_aliases {
            // One of several functions of the same name, the language's own among them: `local f = compat.f or f`.
            let held = self.held(decl);
            let options = match self.types.head(held) {
                Head::Union(options) => options.to_vec(),
                _ => vec![held],
            };
            if let Some(&last) = options.last()
                && options.iter().all(|&it| matches!(self.types.head(it), Head::External(_)))
            {
                return self.type_target(last);
            }
        }
        Verdict::one(how, self.implementation(decl))
    }

    /// What is made by the name of an alias is the type that it stands for.
    pub(crate) fn past_type_aliases(&mut self, mut verdict: Verdict) -> Verdict {
        for target in &mut verdict.targets {
            let is_alias = self.project.symbol(*target).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::TypeAlias);
            if !is_alias {
                continue;
            }
            let under = self.alias(*target);
            match *self.types.head(under) {
                Head::Instance(decl, _) => *target = decl,
                Head::External(path) | Head::Library(path, _) => return Verdict::external(path),
                _ => {}
            }
        }
        verdict
    }

    /// The class that an alias gives its types, `Alias = Class[Type]`: by the alias that class is made.
    pub(crate) fn class_with_types(&mut self, alias: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(alias)?;
        let declared = symbol.declared.filter(|_| symbol.kind == SymbolKind::TypeAlias)?;
        let makes = source.language.call_constructs && !source.language.named_types;
        match &source.graph.types[declared as usize] {
            Type::Name { arguments, .. } if makes && !arguments.is_empty() => {}
            _ => return None,
        }
        let under = self.alias(alias);
        match *self.types.head(under) {
            Head::Instance(class, _) => Some(class),
            _ => None,
        }
    }

    /// Of a set of overloads, the one with the body.
    pub(crate) fn implementation(&self, decl: Decl) -> Decl {
        let is_overload =
            |decl: Decl| self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::OVERLOAD));
        if !is_overload(decl) {
            return decl;
        }
        self.project.merged(decl).into_iter().find(|&other| !is_overload(other)).unwrap_or(decl)
    }
}
