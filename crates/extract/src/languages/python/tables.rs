//! Lists and dictionaries that are written out, of which loops go through the rows: `for path, view in [("/a", a), ("/b", b)]`.

use super::Walk;
use facts::*;
use syntax::ruff::ast::Expr;
use syntax::ruff::text_size::Ranged;

/// A table has no more rows.
const MAX_ROWS: usize = 200;

impl Walk<'_, '_> {
    /// Keeps what a loop goes through, where that is written in its place.
    pub fn table_in_place(&mut self, it: &Expr, value: ValueId) {
        // `{"/a": a}.items()` goes through the dictionary.
        if let Expr::Call(call) = it
            && let Expr::Attribute(method) = &*call.func
            && matches!(&*method.value, Expr::Dict(_))
        {
            let Value::Call { callee, .. } = self.b.graph.values[value as usize] else { return };
            let Value::Member { object, .. } = self.b.graph.values[callee as usize] else { return };
            return self.table(&method.value, object);
        }
        self.table(it, value);
    }

    /// Keeps what a variable is given, where that lists rows in which something is named, or texts that a loop goes through.
    pub fn table_held(&mut self, target: &Expr, it: &Expr, value: ValueId) {
        let is_named = |it: &Expr| matches!(it, Expr::Name(_) | Expr::Attribute(_));
        let names = |it: &Expr| match it {
            Expr::Tuple(row) => row.elts.iter().any(is_named),
            Expr::List(row) => row.elts.iter().any(is_named),
            _ => false,
        };
        let is_table = match it {
            Expr::List(list) => list.elts.first().is_some_and(names),
            Expr::Tuple(list) => list.elts.first().is_some_and(names),
            Expr::Dict(dict) => dict.items.first().is_some_and(|it| is_named(&it.value) || names(&it.value)),
            _ => false,
        };
        let texts = match it {
            Expr::List(list) => &list.elts[..],
            Expr::Tuple(list) => &list.elts[..],
            _ => &[],
        };
        let are_texts = !texts.is_empty() && texts.iter().all(Expr::is_string_literal_expr);
        if is_table || are_texts && self.is_gone_through(target) {
            self.table(it, value);
        }
    }

    /// Whether a loop of the file goes through what a name stands for.
    fn is_gone_through(&self, target: &Expr) -> bool {
        let Expr::Name(name) = target else { return false };
        self.b.source.text.contains(&format!(" in {}:", name.id))
    }

    fn table(&mut self, it: &Expr, value: ValueId) {
        let rows: Vec<(Option<NameId>, &Expr)> = match it {
            Expr::List(list) => list.elts.iter().map(|row| (None, row)).collect(),
            Expr::Tuple(list) => list.elts.iter().map(|row| (None, row)).collect(),
            Expr::Set(list) => list.elts.iter().map(|row| (None, row)).collect(),
            Expr::Dict(dict) => {
                let mut rows = Vec::new();
                for item in &dict.items {
                    let Some(key @ (Expr::StringLiteral(_) | Expr::FString(_))) = &item.key else { return };
                    rows.push((Some(self.key(key)), &item.value));
                }
                rows
            }
            _ => return,
        };
        if rows.is_empty() || rows.len() > MAX_ROWS {
            return;
        }
        let values = match &self.b.graph.values[value as usize] {
            Value::List { items } => items.clone(),
            Value::Object { members, .. } => members.iter().map(|(_, value)| *value).collect(),
            _ => Vec::new(),
        };
        let mut given = Vec::with_capacity(rows.len());
        for (at, (name, row)) in rows.into_iter().enumerate() {
            let shape = match row {
                // What is spread stands for rows that are not known.
                Expr::Starred(_) => return,
                row => self.written(row, values.get(at).copied(), 1),
            };
            if !is_known(&shape) {
                return;
            }
            given.push(Given { name, shape });
        }
        self.b.written("", value, it.start().to_u32(), it.end().to_u32(), given);
    }
}

fn is_known(shape: &Shape) -> bool {
    match shape {
        Shape::Other => false,
        Shape::List(items) => items.iter().all(is_known),
        Shape::Object(members) => members.iter().all(|(_, shape)| is_known(shape)),
        _ => true,
    }
}
