//! Members of types, and how types relate.

use crate::naming::entities::Entity;
use crate::rows::{TEXT, Writer, clip, flag};
use crate::values::types::Decl;
use facts::unit::Cell;
use facts::{BindingKind, FileGraph, Modifiers, Param, Relation, Symbol, SymbolId, SymbolKind, Type, TypeId, Value};

/// How many declarations one type text may name.
const MAX_NAMED: usize = 8;

pub fn write(writer: &mut Writer<'_, '_>) {
    for id in 0..writer.graph.symbols.len() as SymbolId {
        let symbol = &writer.graph.symbols[id as usize];
        if writer.graph.is_made(id) {
            continue;
        }
        match symbol.kind {
            SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Interface
            | SymbolKind::Enum
            | SymbolKind::TypeAlias => {
                bases(writer, id, symbol);
                literal_members(writer, id, symbol);
            }
            SymbolKind::Extension => bases(writer, id, symbol),
            SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => signature(writer, id, symbol),
            _ => {}
        }
        member(writer, symbol);
    }
}

fn bases(writer: &mut Writer<'_, '_>, id: SymbolId, symbol: &Symbol) {
    for base in &symbol.bases {
        let relation = match base.relation {
            Relation::Extends => "extends",
            Relation::Implements => "implements",
            Relation::Embeds | Relation::Prepends | Relation::PrependsToOthers => "embeds",
        };
        let target = named(writer, base.ty).first().copied();
        relate(writer, id, relation, &base.text, target, base.line);
    }
}

/// The types that a function takes and returns, where they are declared in the repository.
fn signature(writer: &mut Writer<'_, '_>, id: SymbolId, symbol: &Symbol) {
    let mut all: Vec<(&str, TypeId)> =
        symbol.params.iter().filter_map(|param| Some(("parameter", param.declared?))).collect();
    all.extend(symbol.returns_type.map(|ty| ("return", ty)));
    relate_types(writer, id, all, symbol.name_at.line);
}

fn relate_types(writer: &mut Writer<'_, '_>, id: SymbolId, types: Vec<(&str, TypeId)>, line: u32) {
    let mut told: Vec<(&str, Decl)> = Vec::new();
    for (relation, ty) in types {
        for target in named(writer, ty) {
            if !told.contains(&(relation, target)) {
                told.push((relation, target));
            }
        }
    }
    for (relation, target) in told {
        let name = name_of(writer, target);
        relate(writer, id, relation, &name, Some(target), line);
    }
}

fn relate(writer: &mut Writer<'_, '_>, id: SymbolId, relation: &str, name: &str, target: Option<Decl>, line: u32) {
    let row = [
        writer.id(id).into(),
        relation.into(),
        clip(name, TEXT),
        target.map_or(Cell::Null, |decl| writer.project.symbol_id(decl).into()),
        writer.path(),
        line.into(),
    ];
    writer.unit.push("type_relations", &row);
}

fn name_of(writer: &Writer<'_, '_>, decl: Decl) -> String {
    writer.project.symbol(decl).map_or_else(String::new, |(source, symbol)| source.graph.name(symbol.name).to_owned())
}

/// A symbol that is a member of a type.
fn member(writer: &mut Writer<'_, '_>, symbol: &Symbol) {
    let kind = match symbol.kind {
        SymbolKind::Property if symbol.modifiers.has(Modifiers::EMBEDDED) => "embedded",
        SymbolKind::Property => "property",
        SymbolKind::Method if symbol.modifiers.has(Modifiers::PROPERTY) => "accessor",
        SymbolKind::Method => "method",
        SymbolKind::Getter | SymbolKind::Setter => "accessor",
        SymbolKind::EnumMember => "enum_member",
        _ => return,
    };
    let owner = match (symbol.parent, symbol.receiver) {
        (Some(parent), _) => {
            let kind = writer.graph.symbols[parent as usize].kind;
            let is_type = matches!(
                kind,
                SymbolKind::Class
                    | SymbolKind::Struct
                    | SymbolKind::Interface
                    | SymbolKind::Enum
                    | SymbolKind::TypeAlias
            );
            is_type.then_some(Decl { file: writer.file, symbol: parent })
        }
        (None, Some(receiver)) => named(writer, receiver).first().copied(),
        (None, None) => None,
    };
    let Some(owner) = owner else { return };
    let given = given(writer.graph, symbol);
    let declared = symbol.declared.or(given.and_then(|param| param.declared));
    let ty = declared.or(symbol.returns_type);
    let target = ty.and_then(|ty| named(writer, ty).first().copied());
    let type_text = match kind {
        "method" => Some(symbol.signature.as_str()),
        "accessor" => symbol.returns.as_deref().or(symbol.declared_text.as_deref()),
        _ => symbol.declared_text.as_deref().or(given.and_then(|param| param.type_text.as_deref())),
    };
    let row = [
        writer.project.symbol_id(owner).into(),
        writer.path(),
        clip(writer.graph.name(symbol.name), TEXT),
        kind.into(),
        type_text.map_or(Cell::Null, |text| clip(text, 600)),
        target.map_or(Cell::Null, |decl| writer.project.symbol_id(decl).into()),
        flag(symbol.modifiers.has(Modifiers::OPTIONAL)),
        flag(symbol.modifiers.has(Modifiers::READONLY)),
        flag(symbol.modifiers.has(Modifiers::STATIC | Modifiers::CLASS_METHOD)),
        symbol.name_at.line.into(),
    ];
    writer.unit.push("type_members", &row);
    if owner.file == writer.file
        && let Some(declared) = declared
    {
        relate_types(writer, owner.symbol, vec![("contains", declared)], symbol.name_at.line);
    }
}

/// The parameter that a property without a type of its own was given: `self.x = x`.
fn given<'g>(graph: &'g FileGraph, symbol: &Symbol) -> Option<&'g Param> {
    if symbol.kind != SymbolKind::Property || symbol.declared.is_some() {
        return None;
    }
    let binding = symbol.initial.iter().find_map(|&value| match graph.values[value as usize] {
        Value::Name { binding, .. } => binding.filter(|&at| graph.bindings[at as usize].kind == BindingKind::Parameter),
        _ => None,
    })?;
    let mut siblings = graph.symbols.iter().filter(|other| other.parent == symbol.parent);
    siblings.find_map(|other| other.params.iter().find(|param| param.binding == Some(binding)))
}

/// The members of a type literal that are no symbols of their own.
fn literal_members(writer: &mut Writer<'_, '_>, id: SymbolId, symbol: &Symbol) {
    let has_symbols = writer.graph.symbols.iter().any(|other| other.parent == Some(id));
    let Some(ty) = symbol.declared.filter(|_| symbol.kind == SymbolKind::TypeAlias && !has_symbols) else { return };
    let Type::Object { members } = &writer.graph.types[ty as usize] else {
        relate_types(writer, id, vec![("contains", ty)], symbol.name_at.line);
        return;
    };
    for (name, ty) in members.clone() {
        let inner = &writer.graph.types[ty as usize];
        let kind = if matches!(inner, Type::Function { .. } | Type::Generic { .. }) { "method" } else { "property" };
        let optional = matches!(inner, Type::Optional { .. });
        let target = named(writer, ty).first().copied();
        let row = [
            writer.id(id).into(),
            writer.path(),
            clip(writer.graph.name(name), TEXT),
            kind.into(),
            Cell::Null,
            target.map_or(Cell::Null, |decl| writer.project.symbol_id(decl).into()),
            flag(optional),
            flag(false),
            flag(false),
            symbol.name_at.line.into(),
        ];
        writer.unit.push("type_members", &row);
        relate_types(writer, id, vec![("contains", ty)], symbol.name_at.line);
    }
}

/// The declarations of the repository that a type names, in the order written.
pub fn named(writer: &mut Writer<'_, '_>, ty: TypeId) -> Vec<Decl> {
    let mut found = Vec::new();
    let mut pending = vec![ty];
    while let Some(ty) = pending.pop() {
        if found.len() >= MAX_NAMED {
            break;
        }
        let before = pending.len();
        match &writer.graph.types[ty as usize] {
            Type::Name { arguments, .. } => {
                if let Some(source) = writer.project.source(writer.file)
                    && let Entity::Symbol(decl) = writer.eval.named_by(source, writer.file, ty)
                    && !found.contains(&decl)
                {
                    found.push(decl);
                }
                pending.extend(arguments);
            }
            Type::Union { options: parts } | Type::Intersection { parts } | Type::Tuple { parts } => {
                pending.extend(parts)
            }
            Type::List { element: inner } | Type::Optional { inner } | Type::ClassOf { inner } => pending.push(*inner),
            Type::Map { key, element } => pending.extend([*key, *element]),
            Type::Function { params, returns } => pending.extend(params.iter().copied().chain(*returns)),
            Type::Extension { receiver, function } => pending.extend([*receiver, *function]),
            Type::Indexed { object: inner, .. }
            | Type::Predicate { is: inner, .. }
            | Type::Keys { of: inner }
            | Type::Rest { of: inner }
            | Type::Generic { function: inner, .. } => pending.push(*inner),
            Type::IndexedBy { object, index } => pending.extend([*object, *index]),
            Type::Conditional { yes, no, .. } => pending.extend([*yes, *no]),
            Type::Mapped { keys, element, .. } => pending.extend([*keys, *element]),
            Type::Builtin(_)
            | Type::Object { .. }
            | Type::This
            | Type::Of { .. }
            | Type::Literal { .. }
            | Type::Template { .. }
            | Type::Any
            | Type::Never
            | Type::Unknown => {}
        }
        pending[before..].reverse();
    }
    found
}
