//! What the doubles of tests stand for: the class that a library is given, or that is awaited where it makes one.

use crate::languages::System;
use crate::modules::Found as Module;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::{Decl, FileId, Head};
use facts::{Given, NameId, Shape, Type, TypeId, Value, ValueId};

/// A class by its name, and where the repository declares it.
type Class = (String, Option<Decl>);

/// What holds a double and is no class that is replaced: `Mock<IMailer> mailer`.
const HOLDERS: [&str; 2] = ["Mock", "Lazy"];
/// A longer path is none.
const MAX_PATH: usize = 300;

impl<'g> Writer<'_, 'g> {
    /// The class that a library is told to stand in for: `A.class`, `new A()`, `mock<A>()`, that of a property.
    pub fn class_doubled(&mut self, found: &Found<'g>) -> Option<Class> {
        match found {
            Found::Value(value) | Found::Shape(Shape::Value(value)) => {
                self.class_written(*value).or_else(|| self.class_made(*value))
            }
            Found::Type(ty) => self.class_of_type(*ty),
            Found::Symbol(symbol) => self.class_of_type(self.graph.symbols[*symbol as usize].declared?),
            _ => None,
        }
    }

    /// What a text names that is replaced: by a path (`patch("shop.mail.send")`), or of what stands before it
    /// (`spyOn(mailer, "send")`, `patch.object(Mailer, "send")`).
    pub fn member_doubled(&mut self, site: &Site<'g>, found: &Found<'g>) -> Option<Decl> {
        let Found::Shape(Shape::Text(text)) = *found else { return None };
        let text = self.graph.name(*text);
        match site.given {
            [Given { shape: Shape::Value(on), .. }, Given { shape: Shape::Text(name), .. }, ..]
                if self.graph.name(*name) == text =>
            {
                self.member_of_value(*on, text)
            }
            [Given { shape: Shape::Text(first), .. }, ..] if self.graph.name(*first) == text => self.at_path(text),
            _ => None,
        }
    }

    fn member_of_value(&mut self, value: ValueId, name: &str) -> Option<Decl> {
        let ty = self.eval.value(self.file, value);
        let class = match *self.eval.types.head(ty) {
            Head::Module(file) => return self.declared_in(file, name),
            Head::Instance(class, _) | Head::Class(class) => class,
            _ => match self.eval.reference_target(self.file, value).targets[..] {
                [one] => one,
                _ => return None,
            },
        };
        self.member_of_type(class, name)
    }

    fn member_of_type(&mut self, class: Decl, name: &str) -> Option<Decl> {
        let name = self.project.names.intern(name);
        self.eval.with_bases(class).into_iter().find_map(|of| {
            let symbol = self.project.source(of.file)?.children_named(of.symbol, name).next()?;
            Some(Decl { file: of.file, symbol })
        })
    }

    fn declared_in(&mut self, file: FileId, name: &str) -> Option<Decl> {
        match self.project.module_member(file, self.project.names.intern(name), Use::Value) {
            Entity::Symbol(decl) => Some(decl),
            _ => None,
        }
    }

    /// What a dotted path names: of the longest part that is a module, a name in it, wherever that is declared, or a
    /// member of that.
    fn at_path(&mut self, path: &str) -> Option<Decl> {
        let language = crate::languages::of(&self.graph.language);
        if language.system != System::Python || path.len() > MAX_PATH {
            return None;
        }
        let ends = path.match_indices('.').map(|(at, _)| at).rev();
        let (file, end) =
            ends.into_iter().find_map(|end| match self.project.look_up(self.file, language.system, &path[..end]) {
                Module::File(file) => Some((file, end)),
                _ => None,
            })?;
        self.named_in(file, &path[end + 1..])
    }

    /// What a dotted path names in a module: of each module that another imports, what it imports under that name.
    fn named_in(&mut self, mut file: FileId, path: &str) -> Option<Decl> {
        let mut names = path.split('.');
        loop {
            let first = names.next()?;
            match self.project.module_member(file, self.project.names.intern(first), Use::Value) {
                Entity::Module(next) => file = next,
                Entity::Symbol(declared) => {
                    let Some(name) = names.next() else { return Some(declared) };
                    return self.member_of_type(declared, name).filter(|_| names.next().is_none());
                }
                _ => return None,
            }
        }
    }

    /// The class of what is declared to hold a value: `val mailer: Mailer = mock()`.
    pub fn class_awaited(&mut self, value: ValueId) -> Option<Class> {
        let bindings = self.graph.bindings.iter().filter(|it| it.values.contains(&value));
        let symbols = self.graph.symbols.iter().filter(|it| it.initial.contains(&value));
        let declared = bindings.filter_map(|it| it.declared).chain(symbols.filter_map(|it| it.declared)).next()?;
        self.class_of_type(declared)
    }

    /// The type that `A.class` or `A::class.java` names, and where it is declared.
    pub fn class_written(&mut self, value: ValueId) -> Option<Class> {
        let ty = match self.graph.values[value as usize] {
            Value::Instance { ty } | Value::Cast { ty } => ty,
            _ => return None,
        };
        let Type::Name { path, arguments, .. } = &self.graph.types[ty as usize] else { return None };
        let (names, name) = (path.len(), self.graph.name(*path.last()?));
        // Of Java, Kotlin and C#, as what writes a class down names them.
        if !(names >= 3 && matches!(name, "Class" | "KClass") || names == 2 && self.is_type_of_csharp(path)) {
            return None;
        }
        self.class_of_type(*arguments.first()?)
    }

    fn is_type_of_csharp(&self, path: &[NameId]) -> bool {
        let named = || path.iter().map(|it| self.graph.name(*it)).eq(["System", "Type"]);
        self.graph.language == "csharp" && named()
    }

    /// The class of which an instance is made in the place: `spy(new Mailer())`.
    fn class_made(&mut self, value: ValueId) -> Option<Class> {
        if !matches!(self.graph.values[value as usize], Value::New { .. } | Value::Call { .. }) {
            return None;
        }
        let ty = self.eval.value(self.file, value);
        let Head::Instance(decl, _) = *self.eval.types.head(ty) else { return None };
        let (source, symbol) = self.project.symbol(decl)?;
        Some((source.graph.name(symbol.name).to_owned(), Some(decl)))
    }

    fn class_of_type(&mut self, ty: TypeId) -> Option<Class> {
        match &self.graph.types[ty as usize] {
            Type::Name { path, arguments, .. } => {
                let name = self.graph.name(*path.last()?);
                if let (true, [inner]) = (HOLDERS.contains(&name), &arguments[..]) {
                    return self.class_of_type(*inner);
                }
                let source = self.project.source(self.file)?;
                let declared = match self.eval.named_by(source, self.file, ty) {
                    Entity::Symbol(decl) => Some(decl),
                    _ => None,
                };
                Some((name.to_owned(), declared))
            }
            Type::Optional { inner } => self.class_of_type(*inner),
            _ => None,
        }
    }
}
