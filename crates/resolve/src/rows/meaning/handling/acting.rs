//! The entry points that a single call makes: a class, what is made of one or a module handles each by what it calls so.

use super::handlers::Handler;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::{Decl, FileId, Head};
use facts::{Shape, SymbolKind};
use rules::{Action, Clause};
use std::borrow::Cow;

/// What has functions that handle.
#[derive(Clone, Copy)]
enum Acting {
    Class(Decl),
    Module(FileId),
}

impl<'g> Writer<'_, 'g> {
    /// The entry points that a call makes, with what handles each.
    pub fn actions<'c>(
        &mut self,
        site: &Site<'g>,
        clause: &'c Clause,
        handlers: &[Handler],
        anchors: &Anchors<'_, 'g>,
    ) -> Vec<(Cow<'c, Action>, Handler)> {
        if clause.actions.is_empty() {
            return Vec::new();
        }
        let only = self.listed(site, &clause.only).or_else(|| self.listed_behind(site, "only", anchors));
        let except = self.listed(site, &clause.except).or_else(|| self.listed_behind(site, "except", anchors));
        let handler = handlers.last().cloned().unwrap_or_default();
        let found = self.find(site, &clause.handler).into_iter().next();
        let acting = found.and_then(|found| self.acting_by(&found));
        let mut told = Vec::new();
        for action in &clause.actions {
            let named = |list: &Vec<String>| list.iter().any(|it| it.eq_ignore_ascii_case(&action.name));
            // It answers by whatever method its registration names, where no other does.
            let is_of_all = action.method.is_empty();
            if is_of_all && !told.is_empty() {
                continue;
            }
            let only = only.as_ref().filter(|_| !is_of_all);
            if only.is_some_and(|only| !named(only)) || except.as_ref().is_some_and(named) {
                continue;
            }
            let Some(name) = self.name_of_action(site, &action.name) else { continue };
            let method = acting.and_then(|it| self.function_of(it, &name));
            let known = method.is_some() || action.by.is_empty();
            let is_inherited = |it: &mut Self| match acting {
                Some(Acting::Class(class)) => it.has_within(class, &name) || it.extends(class, &action.by),
                _ => false,
            };
            if !known && !is_inherited(self) {
                continue;
            }
            told.push((Cow::Borrowed(action), self.acting(method, &handler, &name)));
        }
        told
    }

    /// How an action is called: what a call is given by a name may be a part of that, `on_get_{suffix}`.
    fn name_of_action<'c>(&mut self, site: &Site<'g>, name: &'c str) -> Option<Cow<'c, str>> {
        let Some((before, argument)) = name.strip_suffix('}').and_then(|it| it.split_once('{')) else {
            return Some(Cow::Borrowed(name));
        };
        let given = self.find(site, &rules::Selector::from(format!("={argument}")));
        let told = given.first().and_then(|it| self.texts(it).into_iter().next())?;
        Some(Cow::Owned(format!("{before}{told}")))
    }

    /// A class that is named or of which a view is made, one of which an instance is made, or a module.
    fn acting_by(&mut self, found: &Found<'g>) -> Option<Acting> {
        if let Some(class) = self.class_viewed(found) {
            return Some(Acting::Class(class));
        }
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return None };
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Instance(class, _) => Some(Acting::Class(class)),
            Head::Module(file) => Some(Acting::Module(file)),
            _ => None,
        }
    }

    fn function_of(&self, acting: Acting, name: &str) -> Option<Decl> {
        let file = match acting {
            Acting::Class(class) => return self.method_named(class, name),
            Acting::Module(file) => file,
        };
        let Entity::Symbol(one) = self.project.module_member(file, self.project.names.intern(name), Use::Value) else {
            return None;
        };
        let (_, symbol) = self.project.symbol(one)?;
        (symbol.kind == SymbolKind::Function).then_some(one)
    }
}
