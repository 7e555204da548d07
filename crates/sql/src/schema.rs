//! What makes and changes tables.

use crate::plainer::{without_clusters, without_numbering, without_options, without_unread};
use crate::{named, parse, text_of};
use sqlparser::ast::{
    AlterColumnOperation, AlterTableOperation, ColumnDef, ColumnOption, DataType, Ident, ObjectType, Statement,
    TableConstraint,
};

/// A file's statements that are read.
const MAX_STATEMENTS: usize = 4_000;
const MAX_LENGTH: usize = 64 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Table,
    Column,
    DropTable,
    RenameTable,
    DropColumn,
    RenameColumn,
}

impl ChangeKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Column => "column",
            Self::DropTable => "drop_table",
            Self::RenameTable => "rename_table",
            Self::DropColumn => "drop_column",
            Self::RenameColumn => "rename_column",
        }
    }
}

/// One thing that comes into being, changes, goes or gets another name. Of a column that is changed nothing is told but
/// what becomes otherwise: it has no type, or says nothing of nulls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub kind: ChangeKind,
    pub table: String,
    /// Of a column; of a table, its new name.
    pub name: Option<String>,
    /// What a column is renamed to.
    pub to: Option<String>,
    pub ty: Option<String>,
    pub nullable: Option<bool>,
    /// `primary` or `foreign`.
    pub key: Option<&'static str>,
    pub references: Option<String>,
    pub line: u32,
}

/// What the statements of a file make and change, in their order. What does not parse is left out.
pub fn changes(text: &str) -> Vec<Change> {
    let mut told = Vec::new();
    for (line, statement) in statements(text).into_iter().take(MAX_STATEMENTS) {
        let start = statement.trim_start();
        let word = start.split_whitespace().next().unwrap_or_default();
        if statement.len() > MAX_LENGTH || !["create", "alter", "drop"].iter().any(|it| word.eq_ignore_ascii_case(it)) {
            continue;
        }
        let line = line + statement[..statement.len() - start.len()].matches('\n').count() as u32;
        let parsed = parse(start)
            .or_else(|| parse(&without_numbering(start)?))
            .or_else(|| parse(without_options(start)?))
            .or_else(|| parse(&without_clusters(start)?))
            .or_else(|| parse(&without_unread(start, &|it| parse(it).is_some())?));
        for parsed in parsed.unwrap_or_default() {
            of_statement(&parsed, start, line, &mut told);
        }
    }
    told
}

/// The statements of a text with the lines that they begin on: what stands between semicolons that are in no text,
/// comment or block. Comments are taken out, so that what undoes a migration behind a mark does not count.
fn statements(text: &str) -> Vec<(u32, &str)> {
    let bytes = text.as_bytes();
    let (mut found, mut from, mut at, mut line, mut first) = (Vec::new(), 0, 0, 1u32, 1u32);
    while at < bytes.len() {
        let skip = match bytes[at] {
            b'-' if bytes[at..].starts_with(b"--") => {
                let end = text[at..].find('\n').unwrap_or(text.len() - at);
                let comment = text[at..at + end].to_ascii_lowercase();
                // Of migrations in one file only what is done counts: goose, dbmate, sql-migrate.
                if comment.contains("goose down")
                    || comment.contains("migrate:down")
                    || comment.contains("migrate down")
                {
                    return found;
                }
                // A comment in front of a statement is none of it.
                if text[from..at].trim().is_empty() {
                    (from, first) = (at + end, line);
                }
                end
            }
            b'/' if bytes[at..].starts_with(b"/*") => {
                let end = text[at + 2..].find("*/").map_or(text.len() - at, |end| end + 4);
                if text[from..at].trim().is_empty() {
                    (from, first) = (at + end, line + text[at..at + end].matches('\n').count() as u32);
                }
                end
            }
            quote @ (b'\'' | b'"' | b'`') => text[at + 1..].find(quote as char).map_or(text.len() - at, |end| end + 2),
            b'$' if bytes[at..].starts_with(b"$$") => text[at + 2..].find("$$").map_or(text.len() - at, |end| end + 4),
            // What SQL Server's tools send by itself ends with a line `GO`.
            b'g' | b'G' if is_go(text, at) => {
                found.push((first, &text[from..at]));
                (from, first) = (at + 2, line);
                2
            }
            b';' => {
                found.push((first, &text[from..at]));
                (from, first) = (at + 1, line);
                1
            }
            _ => 1,
        };
        let next = (at + skip.max(1)).min(bytes.len());
        line += bytes[at..next].iter().filter(|it| **it == b'\n').count() as u32;
        at = next;
        if from > at {
            from = at;
        }
    }
    found.push((first, &text[from..]));
    found
}

fn is_go(text: &str, at: usize) -> bool {
    let (before, behind) = (text[..at].trim_end_matches([' ', '\t']), text.get(at..at + 2).unwrap_or_default());
    let rest = text.get(at + 2..).unwrap_or_default().trim_start_matches([' ', '\t', '\r']);
    behind.eq_ignore_ascii_case("go")
        && (before.is_empty() || before.ends_with('\n'))
        && (rest.is_empty() || rest.starts_with('\n'))
}

fn of_statement(statement: &Statement, written: &str, line: u32, told: &mut Vec<Change>) {
    let change = |kind, table: &str| Change {
        kind,
        table: table.to_owned(),
        name: None,
        to: None,
        ty: None,
        nullable: None,
        key: None,
        references: None,
        line,
    };
    match statement {
        Statement::CreateTable(table) if table.query.is_none() && !table.temporary => {
            let Some(name) = named(&table.name) else { return };
            told.push(change(ChangeKind::Table, &name));
            let first = told.len();
            told.extend(table.columns.iter().map(|it| column(it, change(ChangeKind::Column, &name), written)));
            for constraint in &table.constraints {
                constrain(&mut told[first..], constraint);
            }
        }
        Statement::AlterTable { name, operations, .. } => {
            let Some(table) = named(name) else { return };
            for operation in operations {
                match operation {
                    AlterTableOperation::AddColumn { column_def, .. } => {
                        told.push(column(column_def, change(ChangeKind::Column, &table), ""));
                    }
                    AlterTableOperation::DropColumn { column_name, .. } => {
                        let name = Some(text_of(column_name));
                        told.push(Change { name, ..change(ChangeKind::DropColumn, &table) });
                    }
                    AlterTableOperation::RenameColumn { old_column_name, new_column_name } => {
                        let (name, to) = (Some(text_of(old_column_name)), Some(text_of(new_column_name)));
                        told.push(Change { name, to, ..change(ChangeKind::RenameColumn, &table) });
                    }
                    AlterTableOperation::AlterColumn { column_name, op } => {
                        let name = Some(text_of(column_name));
                        let column = Change { name, ..change(ChangeKind::Column, &table) };
                        told.extend(altered(column, op));
                    }
                    AlterTableOperation::ModifyColumn { col_name, data_type, options, .. } => {
                        told.push(defined(col_name, data_type, options.iter(), change(ChangeKind::Column, &table)));
                    }
                    AlterTableOperation::ChangeColumn { old_name, new_name, data_type, options, .. } => {
                        let (name, to) = (text_of(old_name), text_of(new_name));
                        if name != to {
                            let (name, to) = (Some(name), Some(to));
                            told.push(Change { name, to, ..change(ChangeKind::RenameColumn, &table) });
                        }
                        told.push(defined(new_name, data_type, options.iter(), change(ChangeKind::Column, &table)));
                    }
                    AlterTableOperation::AddConstraint(constraint) => {
                        let columns = listed(constraint).iter().map(|name| Some(text_of(name)));
                        let mut columns: Vec<Change> =
                            columns.map(|name| Change { name, ..change(ChangeKind::Column, &table) }).collect();
                        constrain(&mut columns, constraint);
                        told.append(&mut columns);
                    }
                    AlterTableOperation::RenameTable { table_name } => {
                        let name = named(table_name);
                        told.push(Change { name, ..change(ChangeKind::RenameTable, &table) });
                    }
                    _ => {}
                }
            }
        }
        Statement::Drop { object_type: ObjectType::Table, names, .. } => {
            let tables = names.iter().filter_map(named);
            told.extend(tables.map(|table| change(ChangeKind::DropTable, &table)));
        }
        _ => {}
    }
}

/// What of a column becomes otherwise.
fn altered(column: Change, operation: &AlterColumnOperation) -> Option<Change> {
    match operation {
        AlterColumnOperation::SetNotNull => Some(Change { nullable: Some(false), ..column }),
        AlterColumnOperation::DropNotNull => Some(Change { nullable: Some(true), ..column }),
        AlterColumnOperation::SetDataType { data_type, .. } => {
            Some(Change { ty: Some(data_type.to_string()), ..column })
        }
        _ => None,
    }
}

/// `written` is the statement, by which the column's line is known.
fn column(definition: &ColumnDef, empty: Change, written: &str) -> Change {
    let line = definition.name.span.start.line.saturating_sub(1) as u32;
    let line = empty.line + if written.is_empty() { 0 } else { line };
    let options = definition.options.iter().map(|it| &it.option);
    Change { line, ..defined(&definition.name, &definition.data_type, options, empty) }
}

fn defined<'s>(name: &Ident, ty: &DataType, options: impl Iterator<Item = &'s ColumnOption>, empty: Change) -> Change {
    let serial = ty.to_string().to_ascii_lowercase().contains("serial");
    let mut told = Change {
        name: Some(text_of(name)),
        ty: Some(ty.to_string()).filter(|it| !it.is_empty()),
        nullable: Some(!serial),
        ..empty
    };
    for option in options {
        match option {
            ColumnOption::NotNull => told.nullable = Some(false),
            ColumnOption::Unique { is_primary: true, .. } => primary(&mut told),
            ColumnOption::ForeignKey { foreign_table, .. } => foreign(&mut told, named(foreign_table)),
            _ => {}
        }
    }
    told
}

/// The columns of a key.
fn listed(constraint: &TableConstraint) -> &[Ident] {
    match constraint {
        TableConstraint::PrimaryKey { columns, .. } | TableConstraint::ForeignKey { columns, .. } => columns,
        _ => &[],
    }
}

fn constrain(columns: &mut [Change], constraint: &TableConstraint) {
    let listed: Vec<String> = listed(constraint).iter().map(text_of).collect();
    let referred = match constraint {
        TableConstraint::ForeignKey { foreign_table, .. } => Some(named(foreign_table)),
        _ => None,
    };
    for column in columns.iter_mut().filter(|it| it.name.as_ref().is_some_and(|name| listed.contains(name))) {
        match &referred {
            None => primary(column),
            Some(table) => foreign(column, table.clone()),
        }
    }
}

fn primary(column: &mut Change) {
    (column.key, column.nullable) = (Some("primary"), Some(false));
}

fn foreign(column: &mut Change, table: Option<String>) {
    column.key = column.key.or(Some("foreign"));
    column.references = table;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let word = |it: Change| {
            let null = if it.nullable == Some(true) { "?" } else { "" };
            let parts =
                [it.name.unwrap_or_default() + null, it.ty.unwrap_or_default(), it.key.unwrap_or_default().into()];
            let more = [it.references.unwrap_or_default(), it.to.unwrap_or_default()];
            let all = [it.kind.word().to_owned(), it.table, parts.join(" "), more.join(" "), it.line.to_string()];
            all.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        changes(text).into_iter().map(word).collect()
    }

    #[test]
    fn columns_change() {
        let text = "alter table users alter column email set not null, alter column age type bigint;\nalter table only public.users add constraint users_pkey primary key (id);\nalter table users add foreign key (team_id) references teams (id);\nalter table users modify column bio varchar(80) not null;";
        assert_eq!(
            told(text),
            [
                "column users email 1",
                "column users age BIGINT 1",
                "column users id primary 2",
                "column users team_id foreign teams 3",
                "column users bio VARCHAR(80) 4",
            ]
        );
        let nulls: Vec<Option<bool>> = changes(text).iter().map(|it| it.nullable).collect();
        assert_eq!(nulls, [Some(false), None, Some(false), None, Some(false)]);
    }

    #[test]
    fn tables_come_change_and_go() {
        let text = "-- users; of all\ncreate table users (\n  id serial primary key,\n  email varchar(80) not null,\n  bio text,\n  team_id int references teams (id)\n);\nalter table users add column age int;\nalter table users rename column age to years; drop table old;\n";
        assert_eq!(
            told(text),
            [
                "table users 2",
                "column users id serial primary 3",
                "column users email VARCHAR(80) 4",
                "column users bio? TEXT 5",
                "column users team_id? INT foreign teams 6",
                "column users age? INT 8",
                "rename_column users age years 9",
                "drop_table old 9",
            ]
        );
    }

    #[test]
    fn what_is_undone_and_what_is_data_does_not_count() {
        assert_eq!(told("insert into a values ('x; create table b (c int)');"), Vec::<String>::new());
        let text =
            "/*\n  Warnings:\n  - You are about to drop it; all data is lost.\n*/\n-- DropTable\ndrop table old;";
        assert_eq!(told(text), ["drop_table old 6"]);
        let text = "-- +goose Up\ncreate table a (b int);\n-- +goose Down\ndrop table a;";
        assert_eq!(told(text), ["table a 2", "column a b? INT 2"]);
        assert_eq!(told("create table a (b int, primary key (b))"), ["table a 1", "column a b INT primary 1"]);
        let numbered = "create table a (\n  b int,\n  PRIMARY KEY(\"b\" AUTOINCREMENT)\n)";
        assert_eq!(told(numbered), ["table a 1", "column a b INT primary 2"]);
        let dumped = "CREATE TABLE `a` (\n  `b` int NOT NULL COMMENT 'x (y',\n  PRIMARY KEY (`b`) USING BTREE\n) ENGINE = InnoDB CHARACTER SET = utf8 ROW_FORMAT = Dynamic";
        assert_eq!(told(dumped), ["table a 1", "column a b INT primary 2"]);
        let changed = "alter table a change b c varchar(9) null, change column d d int not null";
        let columns = ["rename_column a b c 1", "column a c? VARCHAR(9) 1", "column a d INT 1"];
        assert_eq!(told(changed), columns);
        assert_eq!(told("create function f() as $$ create table x (y int); $$"), Vec::<String>::new());
    }

    #[test]
    fn what_does_not_parse_of_a_table_leaves_the_rest() {
        let text = "create table if not exists rules (\n  -- a, b\n  id serial primary key\n  ,space_id int not null unknown words (1, 2)\n  ,note text -- it's free\n  ,mark text collate x.y strange deferred not null\n  ,constraint fk foreign key (space_id)\n    references spaces (id) match simple\n    on update no action\n  ,constraint odd exclude strangely (a with =)\n) partition by range (id) strange;\n";
        assert_eq!(
            told(text),
            [
                "table rules 1",
                "column rules id serial primary 3",
                "column rules space_id INT foreign spaces 4",
                "column rules note? TEXT 5",
                "column rules mark TEXT 6",
            ]
        );
        assert_eq!(told("create table a (b int, c"), Vec::<String>::new());
        assert_eq!(told("create table a (strange (b) words)"), Vec::<String>::new());
    }

    #[test]
    fn tables_of_sql_server() {
        let text = "PRINT N'Creating';\n\nGO\nCREATE TABLE [shop].[Orders] (\n    [Id] UNIQUEIDENTIFIER NOT NULL,\n    [Paid] DATETIME2 (7) NULL,\n    [Data] NVARCHAR (MAX) NOT NULL,\n    CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED ([Id] ASC)\n);\nGO\nALTER TABLE [shop].[Orders] ADD [Note] VARCHAR(20) NULL\nGO\n";
        assert_eq!(
            told(text),
            [
                "table Orders 4",
                "column Orders Id UNIQUEIDENTIFIER primary 5",
                "column Orders Paid? DATETIME2(7) 6",
                "column Orders Data NVARCHAR(MAX) 7",
                "column Orders Note? VARCHAR(20) 11",
            ]
        );
    }
}
