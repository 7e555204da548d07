//! SQL as code executes it and as migrations write it: which tables a statement reads or writes, and what makes and
//! changes tables. What does not parse tells nothing: no table is ever guessed.

mod plainer;
mod schema;

pub use schema::{Change, ChangeKind, changes};

use sqlparser::ast::{
    AssignmentTarget, Expr, FromTable, Ident, ObjectName, Query, SelectItem, SetExpr, Statement, TableFactor,
    TableObject, TableWithJoins, Visit, Visitor,
};
use sqlparser::dialect::{Dialect, GenericDialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Longer statements are data.
const MAX_STATEMENT: usize = 20_000;
/// Tables and columns of one statement.
const MAX_NAMES: usize = 24;

/// What a statement does to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// `read`, `create`, `update`, `delete`.
    pub operation: &'static str,
    pub table: String,
    /// The columns that are named; empty where none are.
    pub columns: Vec<String>,
}

/// Whether a text begins like a statement that reads or writes rows.
pub fn is_statement(text: &str) -> bool {
    let start = text.trim_start();
    let word = start.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let is_word = ["select", "insert", "update", "delete", "with", "replace", "merge"]
        .iter()
        .any(|it| word.eq_ignore_ascii_case(it));
    is_word && start.len() > word.len() + 1 && start[word.len()..].starts_with(char::is_whitespace)
}

/// What the statements of a text do to which tables. None: it does not parse.
pub fn accesses(text: &str) -> Option<Vec<Access>> {
    if text.len() > MAX_STATEMENT || !is_statement(text) {
        return None;
    }
    let text = plain(text);
    let statements = parse(&text).or_else(|| parse(&filled(&text)))?;
    let mut told = Vec::new();
    for statement in &statements {
        of_statement(statement, &mut told);
    }
    told.truncate(MAX_NAMES);
    Some(told)
}

/// Reads statements in the dialects in turn: what one rejects another may know.
fn parse(text: &str) -> Option<Vec<Statement>> {
    let dialects: [&dyn Dialect; 4] = [&GenericDialect {}, &PostgreSqlDialect {}, &MySqlDialect {}, &MsSqlDialect {}];
    dialects.iter().find_map(|dialect| Parser::parse_sql(*dialect, text).ok()).filter(|it| !it.is_empty())
}

/// A statement in which placeholders stand for more than a value, as parts that are put together: for a list of values,
/// of columns or of assignments, and for whole clauses at the end.
fn filled(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut last = "";
    for word in text.split_whitespace() {
        let bare = word.trim_end_matches([',', ';']);
        let stands = bare == "?" || bare == "(?)";
        let part = match last.to_ascii_lowercase().as_str() {
            "in" if bare == "?" => Some("(?)"),
            "set" if bare == "?" => Some("\"?\" = ?"),
            _ if bare == "(?)" && is_table_of_insert(&out) => Some(""),
            // `from t ?`, `where a = 1 ? ?`
            behind if bare == "?" && !takes_value(behind) => Some(""),
            _ => None,
        };
        out.push(' ');
        match part.filter(|_| stands) {
            Some(part) => {
                out.push_str(part);
                out.push_str(&word[bare.len()..]);
            }
            None => out.push_str(word),
        }
        last = bare;
    }
    out
}

/// Whether a placeholder behind a word stands for a value or a name.
fn takes_value(word: &str) -> bool {
    const TAKING: [&str; 20] = [
        "where", "and", "or", "on", "by", "limit", "offset", "from", "into", "join", "update", "like", "select",
        "distinct", "between", "not", "is", "then", "else", "when",
    ];
    word.is_empty() || word.ends_with(['=', '<', '>', ',', '(', '|', '+', '-', '*', '/']) || TAKING.contains(&word)
}

/// Whether a statement's start ends with the table that is inserted into.
fn is_table_of_insert(start: &str) -> bool {
    start.split_whitespace().nth_back(1).is_some_and(|word| word.eq_ignore_ascii_case("into"))
}

/// A text with its placeholders and what is put into it as `?`: `%s`, `%(name)s`, `${x}`, `#{x}`, `{x}`, `@name`.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['%', '{', '@']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['%', '{', '$', '#', '@']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        match marked(behind) {
            Some(length) => {
                out.push('?');
                rest = &behind[length..];
            }
            None => {
                out.push_str(&behind[..1]);
                rest = &behind[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// How many bytes a placeholder at the start of a text takes.
fn marked(text: &str) -> Option<usize> {
    let until = |open: &str, close: char| {
        let inside = text.strip_prefix(open)?;
        Some(open.len() + inside.find(close)? + 1)
    };
    until("${", '}').or_else(|| until("#{", '}')).or_else(|| until("{", '}')).or_else(|| {
        let named = until("%(", ')').filter(|end| text[*end..].starts_with('s')).map(|end| end + 1);
        let plain = ["%s", "%d", "%v", "%q"].iter().any(|it| text.starts_with(it)).then_some(2);
        let variable = text
            .strip_prefix('@')
            .map(|name| 1 + name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len()));
        named.or(plain).or(variable.filter(|length| *length > 1))
    })
}

fn of_statement(statement: &Statement, told: &mut Vec<Access>) {
    let mut push = |operation, table: Option<String>, columns| {
        if let Some(table) = table {
            told.push(Access { operation, table, columns });
        }
    };
    let (written, read) = match statement {
        Statement::Query(query) => {
            // A single table's columns are those that are selected.
            let tables = relations(&**query);
            let columns = if tables.len() == 1 { selected(query) } else { Vec::new() };
            tables.into_iter().for_each(|table| push("read", Some(table), columns.clone()));
            return;
        }
        Statement::Insert(insert) => {
            let TableObject::TableName(name) = &insert.table else { return };
            let operation = if insert.on.is_some() || insert.replace_into { "upsert" } else { "create" };
            push(operation, named(name), insert.columns.iter().take(MAX_NAMES).map(text_of).collect());
            (named(name), insert.source.as_deref().map(relations).unwrap_or_default())
        }
        Statement::Update { table, assignments, .. } => {
            let name = factor(table);
            let targets = assignments.iter().filter_map(|it| match &it.target {
                AssignmentTarget::ColumnName(name) => name.0.last().map(text_of),
                AssignmentTarget::Tuple(_) => None,
            });
            push("update", name.clone(), targets.filter(|it| it != "?").take(MAX_NAMES).collect());
            (name, relations(statement))
        }
        Statement::Delete(delete) => {
            let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
            let name = from.first().and_then(factor);
            push("delete", name.clone(), Vec::new());
            (name, relations(statement))
        }
        _ => return,
    };
    read.into_iter().filter(|it| Some(it) != written.as_ref()).for_each(|table| push("read", Some(table), Vec::new()));
}

fn factor(table: &TableWithJoins) -> Option<String> {
    match &table.relation {
        TableFactor::Table { name, args: None, .. } => named(name),
        _ => None,
    }
}

/// The last part of a table's name, without its quotes; none of what a placeholder stands for.
fn named(name: &ObjectName) -> Option<String> {
    let last = name.0.last()?;
    let is_name =
        !last.value.is_empty() && last.value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'));
    (is_name && !last.value.starts_with('$')).then(|| last.value.clone())
}

fn text_of(ident: &Ident) -> String {
    ident.value.clone()
}

/// The columns that the first select of a query names.
fn selected(query: &Query) -> Vec<String> {
    let SetExpr::Select(select) = &*query.body else { return Vec::new() };
    // What a function or a query in place gives has columns, too.
    let [TableWithJoins { relation: TableFactor::Table { args: None, alias, .. }, joins }] = &select.from[..] else {
        return Vec::new();
    };
    // A whole row is none: `select o from orders o`.
    let is_row = |name: &str| alias.as_ref().is_some_and(|alias| alias.name.value.eq_ignore_ascii_case(name));
    if !joins.is_empty() {
        return Vec::new();
    }
    let names = select.projection.iter().filter_map(|item| match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => match expr {
            Expr::Identifier(ident) => Some(text_of(ident)),
            Expr::CompoundIdentifier(parts) => parts.last().map(text_of),
            _ => None,
        },
        _ => None,
    });
    names.filter(|it| it != "?" && !is_row(it)).take(MAX_NAMES).collect()
}

/// The tables that are named, without those that a query defines for itself.
fn relations<T: Visit>(of: &T) -> Vec<String> {
    let mut tables = Tables::default();
    let _ = of.visit(&mut tables);
    let Tables { named, own, .. } = tables;
    let mut told: Vec<String> = Vec::new();
    for name in named {
        if !own.iter().any(|it| it.eq_ignore_ascii_case(&name)) && !told.contains(&name) && told.len() < MAX_NAMES {
            told.push(name);
        }
    }
    told
}

#[derive(Default)]
struct Tables {
    named: Vec<String>,
    own: Vec<String>,
    aliases: Vec<String>,
}

impl Visitor for Tables {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let ctes = query.with.iter().flat_map(|with| &with.cte_tables);
        self.own.extend(ctes.map(|cte| cte.alias.name.value.clone()));
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, table: &TableFactor) -> ControlFlow<()> {
        // What has arguments is a function.
        if let TableFactor::Table { name, alias, args: None, .. } = table {
            // What an object relation leads to is no table of its own: JPQL's `from Order o join o.lines l`.
            let first = name.0.first().filter(|_| name.0.len() > 1).map(|it| it.value.as_str());
            if !self.aliases.iter().any(|it| Some(it.as_str()) == first) {
                self.named.extend(named(name));
            }
            self.aliases.extend(alias.iter().map(|it| it.name.value.clone()));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let list = accesses(text).unwrap_or_default().into_iter();
        list.map(|it| format!("{} {} {}", it.operation, it.table, it.columns.join(","))).collect()
    }

    #[test]
    fn statements_tell_their_tables_and_columns() {
        assert_eq!(told("SELECT id, u.email FROM users u WHERE id = $1"), ["read users id,email"]);
        assert_eq!(told("select * from a join b on a.id = b.a_id"), ["read a ", "read b "]);
        assert_eq!(told("INSERT INTO public.\"users\" (email) VALUES (%s)"), ["create users email"]);
        assert_eq!(told("insert into a (x) select y from b on conflict do nothing"), ["upsert a x", "read b "]);
        assert_eq!(told("UPDATE users SET name = :name WHERE id = ?"), ["update users name"]);
        assert_eq!(told("DELETE FROM logs WHERE at < %(at)s"), ["delete logs "]);
        assert_eq!(told("with x as (select 1 from y) select * from x"), ["read y "]);
        assert_eq!(told("select * from generate_series(1, 2)"), Vec::<String>::new());
        assert_eq!(told("select o from orders o where o.open = true"), ["read orders "]);
        assert_eq!(told("select o, l from Purchase o join o.lines l"), ["read Purchase "]);
        assert_eq!(told("select tag from a, unnest(a.tags) tags(tag)"), ["read a "]);
        assert_eq!(told("select n from (select count(*) n from a) b"), ["read a "]);
    }

    #[test]
    fn names_stand_in_brackets_in_sql_server() {
        assert_eq!(
            told("SELECT [C].[Code] AS [{nameof(Dto.Code)}] FROM [geo].[v_Countries] AS [C]"),
            ["read v_Countries Code"]
        );
        assert_eq!(told("SELECT TOP 1 [P].[Id] FROM [pay].[Prices] [P] WHERE [P].[At] > @At"), ["read Prices Id"]);
        assert_eq!(told("INSERT INTO [app].[Outbox] ([Id], [Data]) VALUES (@Id, @Data)"), ["create Outbox Id,Data"]);
        assert_eq!(told("UPDATE [app].[Outbox] SET [At] = @At WHERE [Id] = @Id"), ["update Outbox At"]);
        assert_eq!(told("DELETE FROM [app].[Outbox]"), ["delete Outbox "]);
        assert_eq!(
            told("SELECT COUNT(*) FROM [a] INNER JOIN [b].[c] AS [d] ON [a].[x] = [d].[y]"),
            ["read a ", "read c "]
        );
    }

    #[test]
    fn what_is_put_in_may_be_more_than_a_value() {
        assert_eq!(told("DELETE FROM t WHERE id IN ${ids}"), ["delete t "]);
        assert_eq!(told("UPDATE t SET ${set} WHERE id = ?"), ["update t "]);
        assert_eq!(told("INSERT INTO t (${columns}) VALUES (?)"), ["create t "]);
        assert_eq!(told("SELECT %s FROM t WHERE %s"), ["read t "]);
        assert_eq!(told("SELECT id FROM t %s LIMIT %d"), ["read t id"]);
        assert_eq!(told("SELECT id FROM t ${where} ${order}"), ["read t id"]);
    }

    #[test]
    fn no_table_is_guessed() {
        assert!(told("select * from {table} where a = 1").is_empty());
        assert!(told("Select an option from the list").len() <= 1);
        assert!(accesses("update the docs").is_none());
        assert!(accesses("nothing").is_none());
    }

    #[test]
    fn nesting_ends() {
        let deep = format!("select {}1{} from a", "(".repeat(5_000), ")".repeat(5_000));
        assert!(accesses(&deep).is_none());
    }
}
