/**
 * `drift.db`: its tables, indexes and views.
 *
 * | table | rows |
 * | --- | --- |
 * | `meta` | what the scan was of: keys and values |
 * | `units` | one a file, package manifest and commit: its hash names its rows |
 * | one a fact | the columns of `src/contract/fact-tables.ts`, behind `fact` and `unit` |
 * | `scan_files` | what the next scan need not do again: one a path that was looked at |
 * | `scan_outlines` | what a unit rests on, and what a file brings to questions asked of the whole repository |
 * | `scan_shares`, `share_…` | what a file brings to what is derived of several |
 * | `scan_kept`, `scan_kept_since` | what is kept of all files together, as arrays: what they looked like, declare, said, and call |
 * | `scan_flows` | what derived flows rest on |
 * | `scan_graphs` | what extraction yielded for a file that was read: the input of resolution, and what others see of it |
 *
 * `fact` is `unit * 2^20 + position`, so a unit's rows of a table are one range of the primary key, in the order
 * of its canonical line: the line is made again from them, and no copy of it is kept.
 */
import { type Column, factTables } from "#contract/fact-tables";
import { resolutions } from "#contract/fact-words";
import { createConstantViews } from "./derive/constant-views.ts";
import { createShareTables } from "./derive/kept-shares.ts";
import { createKeptTables } from "./kept-parts.ts";
import { createDependencyViews } from "./packages/views.ts";

/** Raised with every change of what `drift.db` holds; an older one is built anew. */
export const schemaVersion = 33;

/** The columns of `scan_files` that count the call sites of a file, by resolution. */
export const callCounts = resolutions.map((one) => `calls_${one}`);

/** `fact` of the first row of a unit. */
export const firstFact = (unit: number): number => unit * 2 ** 20;

const columnType = ({ type }: Column): string => (type === "int" || type === "flag" ? "integer" : "text");

const quoted = (name: string): string => `"${name}"`;

const factTable = ({ name, columns }: (typeof factTables)[number]): string => {
  const list = (columns as readonly Column[]).map(
    (column) => `  ${quoted(column.name)} ${columnType(column)}${column.nullable ? "" : " not null"}`,
  );
  return `create table ${quoted(name)} (\n  fact integer primary key,\n  unit integer not null,\n${list.join(",\n")}\n) strict;`;
};

/**
 * Few: what views, derived facts and people ask by. They are made once the rows of a first scan are there: building an
 * index from rows costs half of keeping it while they come.
 */
export const createFileIndexes = `
create index if not exists symbols_id on symbols (id);
create index if not exists symbols_name on symbols (name);
create index if not exists calls_callee on calls (callee) where callee is not null;
create index if not exists calls_target on calls (target) where target is not null;
create index if not exists type_relations_target on type_relations (target)
  where relation in ('extends', 'embeds', 'implements') and target is not null;
`;
export const createHistoryIndexes = "create index if not exists commit_files_path on commit_files (path, time);";

const own = `
create table meta (key text primary key, value text) strict, without rowid;

create table units (
  id integer primary key,
  hash text not null,
  kind text not null,
  path text not null,
  unique (kind, path)
) strict;
create index units_hash on units (hash);

create table scan_files (
  path text primary key,
  reason text,       -- why it was skipped; null where it was read
  size integer,      -- with mtime and ctime (milliseconds): a hint that the bytes are still those of hash
  mtime real,
  ctime real,
  seen_at real,      -- when it was read; a file changed about then is read again
  hash text,         -- SHA-256 of the bytes
  language text,
  interface text,    -- names what other files' units depend on
  fault text,        -- JSON: why extraction gave up on it
  links integer,     -- stands for where its specifiers lead
  scip text,         -- names what a compiler's index said of it; null: none did
  disagreements text, -- JSON: sites of which resolution had said something else than the index
  ${callCounts.map((column) => `${column} integer, -- call sites`).join("\n  ")}
  symbols integer,
  problems integer
) strict;

-- Apart, since a graph is large and the rows above are read by every scan.
create table scan_graphs (
  path text primary key,
  hash text not null,
  -- What resolving others can consult; before the graph, which is rarely read with it.
  offer blob not null,
  graph blob not null
) strict;

-- What decides which units have to be made again, and what is asked of the whole repository. Keys: consulted.ts.
create table scan_outlines (
  path text primary key,
  key integer not null, -- of the file itself
  package integer, -- the key of what the file declares together with the others of its folder; null: with none
  presences blob,  -- of the questions whether there is anything at all, those to which it says yes; null: to none
  keys blob,       -- of the other questions whose answers the file takes part in; null: of none
  outline blob not null,
  consulted blob   -- of those that its unit rests on; null: on none
) strict;
create index scan_outlines_key on scan_outlines (key, path);
create index scan_outlines_package on scan_outlines (package, path) where package is not null;

-- What is kept of all files together, and which of them bring something else since: kept-parts.ts.
${createKeptTables}

${createShareTables}

-- What the flows from the entry points of a file rest on: derive/flows/kept-flows.ts.
create table scan_flows (
  path text primary key,
  entries text not null, -- names the entry points
  told integer not null, -- so many flows
  consulted blob         -- keys; null: none
) strict;

create view skipped as select path, reason from scan_files where reason is not null;

-- One row a call site, and each declaration that it may lead to. The callee is null unless it is a declaration here.
-- Of a class of Python that has no constructor of its own, what makes one of it names the class: that the inherited one
-- runs stands in calls alone.
create view call_edges as
select
  calls.path as caller_path,
  calls.caller_name as caller_name,
  calls.line as call_line,
  calls.start_line as start_line,
  symbols.path as callee_path,
  symbols.qualified as callee_name,
  symbols.name_line as callee_line,
  calls.callee_text as callee_text,
  calls.resolution as resolution
from calls left join symbols on symbols.id = calls.callee
where ifnull(symbols.name, '') not in ('__init__', '__new__') or not exists (
  select 1 from calls as making join symbols as made on made.id = making.callee
  where making.fact between calls.fact - 2 and calls.fact - 1 and making.site = calls.site and made.kind = 'class'
);
`;

/** Commits of more files say nothing of which belong together. */
const mostTogether = 30;

/** Of the commits that the scan holds. A commit's row is its unit's first: `unit * 2^20`. */
const history = `
-- One row a path that is or was.
create view file_history as
select
  commit_files.path as path,
  count(*) as commits,
  count(distinct commits.author) as authors,
  sum(commit_files.insertions) as insertions,
  sum(commit_files.deletions) as deletions,
  min(commit_files.time) as first_time,
  max(commit_files.time) as last_time
from commit_files join commits on commits.fact = commit_files.unit * 1048576
group by commit_files.path;

-- Files that change together, each pair both ways round: in how many commits, of how many that changed each.
-- Commits of more than ${mostTogether} files are left out, and pairs that met fewer than three times.
create view co_changes as
select
  one.path as path,
  other.path as other,
  count(*) as together,
  (select count(*) from commit_files join commits on commits.fact = commit_files.unit * 1048576
    where commit_files.path = one.path and commits.files <= ${mostTogether}) as commits,
  (select count(*) from commit_files join commits on commits.fact = commit_files.unit * 1048576
    where commit_files.path = other.path and commits.files <= ${mostTogether}) as other_commits
from commit_files as one
join commits on commits.fact = one.unit * 1048576 and commits.files <= ${mostTogether}
join commit_files as other on other.fact >= commits.fact and other.fact < commits.fact + 1048576
where other.path <> one.path
group by one.path, other.path
having count(*) >= 3;
`;

/** All tables and views, as one script. */
export const createTables = [
  own,
  ...factTables.map(factTable),
  history,
  createDependencyViews,
  createConstantViews,
].join("\n");
