//! What is left of types that nest too deep.

use crate::values::types::{Env, Head, MAX_DEPTH, Ty, Types};
use std::rc::Rc;

/// How many parts are kept of an intersection that nests too deep.
const MAX_PARTS: usize = 16;

impl Types {
    /// What is left of a type that nests too deep: itself, and of what it is made of what is no deeper than one step.
    pub(super) fn bare(&mut self, head: &Head) -> Option<Head> {
        Some(match head {
            Head::Std(std, args) => Head::Std(*std, self.flat_all(args)),
            Head::Library(path, args) => Head::Library(*path, self.flat_all(args)),
            Head::Tuple(args) => Head::Tuple(self.flat_all(args)),
            Head::Instance(decl, _) => Head::Instance(*decl, Rc::from([])),
            Head::Func(decl, env, _) => Head::Func(*decl, self.flat_env(*env), None),
            Head::Closure(file, value, env) => Head::Closure(*file, *value, self.flat_env(*env)),
            Head::FuncType(file, ty, env) => Head::FuncType(*file, *ty, self.flat_env(*env)),
            Head::Object(file, value, env) => Head::Object(*file, *value, self.flat_env(*env)),
            Head::Shape(file, ty, env, alias) => Head::Shape(*file, *ty, self.flat_env(*env), *alias),
            Head::Computed(file, ty, env, owner) => Head::Computed(*file, *ty, self.flat_env(*env), *owner),
            Head::Intersection(parts) => {
                let mut kept = Vec::new();
                self.flat_parts(parts, &mut kept);
                Head::Intersection(kept.into())
            }
            Head::Bound(ty, name) => {
                let of = self.head(*ty).clone();
                let of = self.bare(&of)?;
                let of = self.make(of);
                // Members of members of what is bare already nest as deep again: the last of them stands for those behind.
                match self.heads[of.0 as usize].1 >= MAX_DEPTH {
                    true => self.head(of).clone(),
                    false => Head::Bound(of, *name),
                }
            }
            _ => return None,
        })
    }

    /// A type without what it is made of.
    fn flat(&mut self, ty: Ty) -> Ty {
        let (head, depth) = self.heads[ty.0 as usize].clone();
        let flat = match head {
            Head::Instance(decl, _) => Head::Instance(decl, Rc::from([])),
            Head::Intersection(parts) => {
                let mut kept = Vec::new();
                self.flat_parts(&parts, &mut kept);
                Head::Intersection(kept.into())
            }
            _ if depth <= 1 => return ty,
            Head::Union(options) => {
                let options = self.flat_all(&options[..options.len().min(MAX_PARTS)]);
                return self.union(options.iter().copied());
            }
            Head::Func(decl, ..) => Head::Func(decl, Env::EMPTY, None),
            Head::Closure(file, value, _) => Head::Closure(file, value, Env::EMPTY),
            Head::FuncType(file, ty, _) => Head::FuncType(file, ty, Env::EMPTY),
            Head::Object(file, value, _) => Head::Object(file, value, Env::EMPTY),
            Head::Shape(file, ty, _, alias) => Head::Shape(file, ty, Env::EMPTY, alias),
            Head::Computed(file, ty, _, owner) => Head::Computed(file, ty, Env::EMPTY, owner),
            _ => return Ty::UNKNOWN,
        };
        self.make(flat)
    }

    fn flat_all(&mut self, types: &[Ty]) -> Rc<[Ty]> {
        types.iter().map(|&ty| self.flat(ty)).collect()
    }

    fn flat_env(&mut self, env: Env) -> Env {
        let mut entries = self.env(env).to_vec();
        for entry in &mut entries {
            entry.2 = self.flat(entry.2);
        }
        entries.retain(|(_, _, ty)| !ty.is_unknown());
        self.make_env(entries)
    }

    /// The parts of an intersection and of those in it.
    fn flat_parts(&mut self, parts: &[Ty], kept: &mut Vec<Ty>) {
        for &part in parts {
            if let Head::Intersection(inner) = self.head(part).clone() {
                self.flat_parts(&inner, kept);
            } else if kept.len() < MAX_PARTS {
                let part = self.flat(part);
                if !part.is_unknown() && !kept.contains(&part) {
                    kept.push(part);
                }
            }
        }
    }
}
