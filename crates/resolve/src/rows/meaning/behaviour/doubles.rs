//! What the doubles of tests stand for: the class that a library is given, or that is awaited where it makes one.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::values::types::{Decl, Head};
use facts::{NameId, Shape, Type, TypeId, Value, ValueId};

/// A class by its name, and where the repository declares it.
type Class = (String, Option<Decl>);

/// What holds a double and is no class that is replaced: `Mock<IMailer> mailer`.
const HOLDERS: [&str; 2] = ["Mock", "Lazy"];

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
