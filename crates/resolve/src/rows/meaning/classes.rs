//! Classes as rules ask for them: what they extend, their methods, what their names are made of.

use super::Site;
use super::found::Found;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::values::types::{Decl, FileId, Head};
use facts::{Shape, SymbolKind, TypeId, Value};
use rules::Pattern;

/// Bases of bases are followed so far, and so many are looked at.
const MAX_BASES: usize = 32;

impl<'g> Writer<'_, 'g> {
    /// The paths outside of the repository that a class extends, itself or by those that it extends.
    pub fn outer_bases(&mut self, class: Decl) -> Vec<String> {
        let mut open = vec![class];
        let mut seen = open.clone();
        let mut told = Vec::new();
        while let Some(decl) = open.pop() {
            let Some(source) = self.project.source(decl.file) else { continue };
            let Some((_, symbol)) = self.project.symbol(decl) else { continue };
            for base in &symbol.bases {
                if told.len() + seen.len() >= MAX_BASES {
                    return told;
                }
                match self.eval.named_by(source, decl.file, base.ty) {
                    Entity::External(path) => told.push(self.project.names.text(path).to_string()),
                    Entity::Symbol(base) if !seen.contains(&base) => {
                        // `Base = declarative_base()`
                        told.extend(self.outer_value(base));
                        seen.push(base);
                        open.push(base);
                    }
                    _ => told.extend(self.outer_member(source, decl.file, base.ty)),
                }
            }
        }
        told
    }

    /// The path of what is a member of something that a variable of the repository holds: `db.Model` of `db = SQLAlchemy()`.
    fn outer_member(&mut self, source: &Source, file: FileId, ty: TypeId) -> Option<String> {
        let (holder, member) = self.eval.held_by_variable(source, file, ty)?;
        let path = self.outer_value(holder)?;
        Some(format!("{path}.{member}"))
    }

    /// The path outside of the repository that a variable holds something of.
    fn outer_value(&mut self, decl: Decl) -> Option<String> {
        let (_, symbol) = self.project.symbol(decl)?;
        let value = symbol.initial.first().copied().filter(|_| symbol.kind == SymbolKind::Variable)?;
        let ty = self.eval.value(decl.file, value);
        match *self.eval.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => Some(self.project.names.text(path).to_string()),
            _ => None,
        }
    }

    pub fn extends(&mut self, class: Decl, patterns: &[Pattern]) -> bool {
        let bases = self.outer_bases(class);
        bases.iter().any(|base| patterns.iter().any(|pattern| pattern.fits_path(base)))
    }

    /// The class that something names.
    pub fn class_named(&mut self, found: &Found<'g>) -> Option<Decl> {
        let value = match found {
            Found::Value(value) | Found::Shape(Shape::Value(value)) => *value,
            Found::Symbol(symbol) => return Some(Decl { file: self.file, symbol: *symbol }),
            _ => return None,
        };
        let verdict = self.eval.reference_target(self.file, value);
        match verdict.targets[..] {
            [one] if self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type()) => Some(one),
            _ => None,
        }
    }

    /// The class that something names, or that it was made of: `Users.as_view("users")`, a name that holds that.
    pub fn class_viewed(&mut self, found: &Found<'g>) -> Option<Decl> {
        self.class_named(found).or_else(|| {
            let (Found::Value(value) | Found::Shape(Shape::Value(value))) = found else { return None };
            let Value::Call { callee, .. } = self.graph.values[self.kept_in(*value) as usize] else { return None };
            let object = self.object(callee)?;
            self.class_named(&Found::Value(object))
        })
    }

    /// Whether the class that a clause is about declares a method itself.
    pub fn has_method(&self, site: &Site<'g>, name: &str) -> bool {
        let class = site.decorated.map(|symbol| Decl { file: self.file, symbol });
        class.is_some_and(|class| self.method_named(class, name).is_some())
    }

    /// A method that a class declares itself.
    pub fn method_named(&self, class: Decl, name: &str) -> Option<Decl> {
        let source = self.project.source(class.file)?;
        let name = self.project.names.intern(name);
        let found = source.children_named(class.symbol, name).find(|&id| {
            let symbol = &source.graph.symbols[id as usize];
            symbol.kind == SymbolKind::Method
        })?;
        Some(Decl { file: class.file, symbol: found })
    }
}

/// A path behind a resource's own, in which `{one}` is the singular of that one's last name.
pub fn named_after(template: &str, route: &str) -> String {
    let last = route.rsplit(['/', '.']).next().unwrap_or_default();
    template.replace("{one}", &singular(last).replace('-', "_"))
}

/// The path of a resource of resources: `users.posts`.
pub fn nested(route: &str) -> String {
    let Some((before, last)) = route.rsplit_once('.') else { return route.to_owned() };
    let parts = before.split('.').map(|part| format!("{part}/{{{}}}/", singular(part)));
    format!("{}{last}", parts.collect::<String>())
}

/// An English noun's singular, as frameworks name parameters by it.
fn singular(word: &str) -> String {
    let ends = |end: &str| word.len() > end.len() && word.ends_with(end);
    match word {
        _ if ends("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if ends("sses") || ends("shes") || ends("ches") || ends("xes") => word[..word.len() - 2].to_owned(),
        _ if ends("ss") || ends("us") || ends("is") => word.to_owned(),
        _ if ends("s") => word[..word.len() - 1].to_owned(),
        _ => word.to_owned(),
    }
}

/// A declaration's name as people write what it stands for: `kebab`: `AddUser` as `add-user`, `camel`: as `addUser`.
pub fn cased(name: &str, casing: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        if c == '_' || c == '-' {
            before = '_';
            continue;
        }
        match words.last_mut() {
            Some(word) if before != '_' && (before.is_uppercase() || !c.is_uppercase()) => word.push(c),
            _ => words.push(c.to_string()),
        }
        before = c;
    }
    let lower = words.iter().map(|word| word.to_lowercase());
    match casing {
        "kebab" => lower.collect::<Vec<_>>().join("-"),
        _ => {
            let capital = |(at, word): (usize, String)| match word.char_indices().nth(1) {
                _ if at == 0 && casing != "pascal" => word,
                Some((end, _)) => format!("{}{}", word[..end].to_uppercase(), &word[end..]),
                None => word.to_uppercase(),
            };
            lower.enumerate().map(capital).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cased, named_after, nested, singular};

    #[test]
    fn nouns_lose_their_plural() {
        let all = ["stories", "boxes", "classes", "users", "status", "news-item", "matches"].map(singular);
        assert_eq!(all, ["story", "box", "class", "user", "status", "news-item", "match"]);
        assert_eq!(["AddUser", "list_all", "x"].map(|it| cased(it, "kebab")), ["add-user", "list-all", "x"]);
        assert_eq!(["AddUser", "list_all", "ID"].map(|it| cased(it, "camel")), ["addUser", "listAll", "id"]);
        assert_eq!(nested("users.posts"), "users/{user}/posts");
        assert_eq!(named_after("/{{one}}", "wide-boxes"), "/{wide_box}");
    }
}
