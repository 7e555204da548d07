/**
 * The fact tables of a shard: the columns of `#contract/fact-tables` behind `row_id`, `project` and `unit`.
 *
 * `row_id` is `unit * 2^20 + position`, so the rows of one unit lie side by side: "what else is in this file" is a
 * range of keys and needs no index. Every index starts with `project`, and is there for a question that tools ask;
 * where half of a column is null, its index leaves those rows out, as each entry is a written row.
 */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { docClaims, docSections, documents } from "./documents.ts";
import { constants, secretFindings } from "./findings.ts";
import { clientCalls, clientSites, contracts, flows, sinks } from "./flows.ts";
import {
  dataAccesses,
  entryPoints,
  environmentUses,
  errorSites,
  errorTypes,
  modelFields,
  modelParts,
  models,
  registrations,
  schemaParts,
} from "./meaning.ts";
import { owned, present } from "./owned.ts";
import { constraints, genes, patternLocations, patterns } from "./patterns.ts";
import { modules, wrappers } from "./structure.ts";
import { assertions, mocks, testCases, testCovers, untestedFunctions } from "./testing.ts";

export const calls = sqliteTable(
  "calls",
  {
    ...owned(),
    site: integer("site").notNull(),
    caller: text("caller").notNull(),
    callerName: text("caller_name").notNull(),
    callerLine: integer("caller_line").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    startLine: integer("start_line").notNull(),
    kind: text("kind").notNull(),
    callee: text("callee"),
    calleeName: text("callee_name").notNull(),
    calleeText: text("callee_text").notNull(),
    arguments: integer("arguments").notNull(),
    resolution: text("resolution").notNull(),
    target: text("target"),
    passed: text("passed"),
    quote: text("quote"),
  },
  (table) => [
    index("calls_by_callee").on(table.project, table.callee).where(present(table.callee)),
    // Covers the counting of the sites of a name.
    index("calls_by_name").on(table.project, table.calleeName, table.resolution, table.unit),
  ],
);

export const exports = sqliteTable(
  "exports",
  {
    ...owned(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    local: text("local"),
    specifier: text("specifier"),
    resolved: text("resolved"),
    symbol: text("symbol"),
    typeOnly: integer("type_only").notNull(),
  },
  (table) => [
    index("exports_by_symbol").on(table.project, table.symbol).where(present(table.symbol)),
    // Which barrels re-export from a file.
    index("exports_by_resolved").on(table.project, table.resolved).where(present(table.resolved)),
  ],
);

export const files = sqliteTable(
  "files",
  {
    ...owned(),
    path: text("path").notNull(),
    language: text("language").notNull(),
    bytes: integer("bytes").notNull(),
    lines: integer("lines").notNull(),
    hash: text("hash").notNull(),
    package: text("package"),
    isTest: integer("is_test").notNull(),
    isGenerated: integer("is_generated").notNull(),
  },
  (table) => [
    index("files_by_path").on(table.project, table.path),
    index("files_by_test").on(table.project, table.isTest, table.path),
  ],
);

export const imports = sqliteTable(
  "imports",
  {
    ...owned(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    specifier: text("specifier").notNull(),
    resolved: text("resolved"),
    external: text("external"),
    kind: text("kind").notNull(),
    name: text("name"),
    alias: text("alias"),
    symbol: text("symbol"),
    typeOnly: integer("type_only").notNull(),
    dynamic: integer("dynamic").notNull(),
  },
  (table) => [
    index("imports_by_name").on(table.project, table.name).where(present(table.name)),
    index("imports_by_resolved").on(table.project, table.resolved).where(present(table.resolved)),
    index("imports_by_specifier").on(table.project, table.specifier),
  ],
);

export const problems = sqliteTable("problems", {
  ...owned(),
  path: text("path").notNull(),
  kind: text("kind").notNull(),
  line: integer("line").notNull(),
  endLine: integer("end_line").notNull().default(0),
  message: text("message").notNull(),
});

export const references = sqliteTable(
  "references",
  {
    ...owned(),
    kind: text("kind").notNull(),
    caller: text("caller").notNull(),
    callerName: text("caller_name").notNull(),
    callerLine: integer("caller_line").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    symbol: text("symbol"),
    name: text("name").notNull(),
    resolution: text("resolution").notNull(),
    quote: text("quote"),
  },
  (table) => [index("references_by_symbol").on(table.project, table.symbol).where(present(table.symbol))],
);

export const symbols = sqliteTable(
  "symbols",
  {
    ...owned(),
    id: text("id").notNull(),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    qualified: text("qualified").notNull(),
    path: text("path").notNull(),
    line: integer("line").notNull(),
    endLine: integer("end_line").notNull(),
    nameLine: integer("name_line").notNull(),
    parent: text("parent"),
    signature: text("signature").notNull(),
    params: text("params"),
    returns: text("returns"),
    typeText: text("type_text"),
    doc: text("doc"),
    exported: integer("exported").notNull(),
    visibility: text("visibility").notNull(),
    decorators: text("decorators"),
    isAsync: integer("is_async").notNull(),
    isGenerator: integer("is_generator").notNull(),
    isStatic: integer("is_static").notNull(),
    isAbstract: integer("is_abstract").notNull(),
    complexity: integer("complexity").notNull(),
    preview: text("preview"),
  },
  (table) => [
    // An id begins with its path, so this finds a file's and a folder's symbols too.
    index("symbols_by_id").on(table.project, table.id),
    index("symbols_by_name").on(table.project, table.name),
  ],
);

export const tests = sqliteTable("tests", {
  ...owned(),
  path: text("path").notNull(),
  kind: text("kind").notNull(),
  name: text("name").notNull(),
  framework: text("framework").notNull(),
  symbol: text("symbol"),
  line: integer("line").notNull(),
  endLine: integer("end_line").notNull(),
});

export const typeMembers = sqliteTable(
  "type_members",
  {
    ...owned(),
    type: text("type").notNull(),
    path: text("path").notNull(),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    typeText: text("type_text"),
    target: text("target"),
    optional: integer("optional").notNull(),
    readonly: integer("readonly").notNull(),
    isStatic: integer("is_static").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [index("type_members_by_type").on(table.project, table.type)],
);

export const typeRelations = sqliteTable(
  "type_relations",
  {
    ...owned(),
    type: text("type").notNull(),
    relation: text("relation").notNull(),
    name: text("name").notNull(),
    target: text("target"),
    path: text("path").notNull(),
    line: integer("line").notNull(),
  },
  (table) => [
    index("type_relations_by_type").on(table.project, table.type),
    index("type_relations_by_target").on(table.project, table.target).where(present(table.target)),
  ],
);

export const packages = sqliteTable(
  "packages",
  {
    ...owned(),
    name: text("name").notNull(),
    path: text("path").notNull(),
    manager: text("manager").notNull(),
    version: text("version"),
    isPrivate: integer("is_private").notNull(),
    workspace: text("workspace"),
    lock: text("lock"),
  },
  (table) => [index("packages_by_name").on(table.project, table.name)],
);

export const dependencies = sqliteTable(
  "dependencies",
  {
    ...owned(),
    path: text("path").notNull(),
    line: integer("line").notNull().default(0),
    name: text("name").notNull(),
    range: text("range").notNull(),
    kind: text("kind").notNull(),
    internal: text("internal"),
    resolved: text("resolved"),
  },
  (table) => [index("dependencies_by_name").on(table.project, table.name)],
);

export const commits = sqliteTable(
  "commits",
  {
    ...owned(),
    hash: text("hash").notNull(),
    time: integer("time").notNull(),
    author: text("author").notNull(),
    type: text("type"),
    scope: text("scope"),
    isBreaking: integer("is_breaking").notNull(),
    summary: text("summary").notNull(),
    files: integer("files").notNull(),
  },
  (table) => [index("commits_by_time").on(table.project, table.time)],
);

export const commitFiles = sqliteTable(
  "commit_files",
  {
    ...owned(),
    hash: text("hash").notNull(),
    path: text("path").notNull(),
    change: text("change").notNull(),
    time: integer("time").notNull(),
    insertions: integer("insertions").notNull().default(0),
    deletions: integer("deletions").notNull().default(0),
  },
  (table) => [
    index("commit_files_by_path").on(table.project, table.path, table.time),
    index("commit_files_by_time").on(table.project, table.time, table.path),
  ],
);

export const decisions = sqliteTable(
  "decisions",
  {
    ...owned(),
    hash: text("hash").notNull(),
    time: integer("time").notNull(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    summary: text("summary").notNull(),
    reason: text("reason"),
    paths: text("paths").notNull(),
    confidence: integer("confidence").notNull(),
  },
  (table) => [index("decisions_by_time").on(table.project, table.time)],
);

/** Every fact table by its name in the contract. */
export const factSchema = {
  assertions,
  calls,
  client_sites: clientSites,
  constants,
  data_accesses: dataAccesses,
  environment_uses: environmentUses,
  error_sites: errorSites,
  error_types: errorTypes,
  exports,
  files,
  imports,
  model_parts: modelParts,
  mocks,
  problems,
  references,
  registrations,
  secret_findings: secretFindings,
  sinks,
  symbols,
  tests,
  type_members: typeMembers,
  type_relations: typeRelations,
  schema_parts: schemaParts,
  entry_points: entryPoints,
  flows,
  client_calls: clientCalls,
  contracts,
  patterns,
  pattern_locations: patternLocations,
  constraints,
  genes,
  test_cases: testCases,
  test_covers: testCovers,
  untested_functions: untestedFunctions,
  modules,
  wrappers,
  models,
  model_fields: modelFields,
  documents,
  doc_sections: docSections,
  doc_claims: docClaims,
  packages,
  dependencies,
  commits,
  commit_files: commitFiles,
  decisions,
} as const;
