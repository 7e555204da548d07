/** A file's rows, as observers look at them. */
import type { FactRow, Unit } from "#contract/unit";
import { columnsAt, rawRows, rowsOf, tuplesOf } from "#engine/scan/derive/unit-rows";
import { familyOf } from "./families.ts";

export interface SymbolRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly parent: string | null;
  readonly line: number;
  readonly end_line: number;
  readonly name_line: number;
  readonly signature: string;
  readonly params: string | null;
  readonly returns: string | null;
  readonly type_text: string | null;
  readonly doc: string | null;
  readonly exported: number;
  readonly visibility: string;
  readonly decorators: string | null;
  readonly is_async: number;
  readonly is_static: number;
  readonly is_abstract: number;
}

/** The calls of a file that lead to one place outside of the repository. */
export interface TargetRow {
  readonly target: string;
  readonly caller: string;
  readonly line: number;
  readonly quote: string | null;
  readonly count: number;
}

export interface ImportRow {
  readonly line: number;
  readonly specifier: string;
  readonly resolved: string | null;
  readonly external: string | null;
  readonly kind: string;
  readonly name: string | null;
  readonly alias: string | null;
  readonly symbol: string | null;
  readonly type_only: number;
  readonly dynamic: number;
}

export interface ExportRow {
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly symbol: string | null;
  readonly type_only: number;
}

export interface RelationRow {
  readonly type: string;
  readonly relation: string;
  readonly name: string;
  readonly target: string | null;
  readonly line: number;
}

export interface ErrorRow {
  readonly kind: string;
  readonly error: string | null;
  readonly target: string | null;
  readonly symbol: string;
  readonly line: number;
}

export interface TestRow {
  readonly kind: string;
  readonly name: string;
  readonly framework: string;
  readonly symbol: string | null;
  readonly line: number;
}

/** A place of the file where data or settings are read. */
export interface UseRow {
  readonly symbol: string;
  readonly line: number;
  readonly what: string;
}

export interface FileFacts {
  readonly path: string;
  readonly language: string;
  readonly family: string;
  readonly isTest: boolean;
  readonly symbols: readonly SymbolRow[];
  readonly targets: readonly TargetRow[];
  /** Calls of the repository's own functions whose names are those of loggers: with the function's id as target. */
  readonly logs: readonly TargetRow[];
  readonly imports: readonly ImportRow[];
  readonly exports: readonly ExportRow[];
  readonly relations: readonly RelationRow[];
  readonly errors: readonly ErrorRow[];
  readonly tests: readonly TestRow[];
  readonly data: readonly UseRow[];
  readonly environment: readonly UseRow[];
}

/** What functions that write log lines are called. */
export const levels: ReadonlySet<string> = new Set(
  ["log", "trace", "debug", "info", "warn", "warning", "error", "fatal"]
    .flatMap((word) => [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`])
    .flatMap((word) => [word, `${word}f`]),
);

/** So much of a description is looked at. */
const maxDoc = 1_200;

const call = columnsAt(
  "calls",
  "target",
  "callee",
  "callee_name",
  "callee_text",
  "resolution",
  "caller",
  "line",
  "quote",
);

const targetOf = (row: FactRow): string | null => row[call.target] as string | null;

/** In tests of Python what is called on a parameter of no type goes by its name, which is a fixture's: `mocker.patch`. */
const fixtureOf = (row: FactRow): string | null => {
  const text = row[call.callee_text] as string;
  const isOpen = row[call.resolution] === "unresolved" || row[call.resolution] === "dynamic";
  return targetOf(row) ?? (isOpen && /^[a-z_]+(?:\.[a-z_]+)+$/.test(text) ? text : null);
};

/** The repository's own function that writes a log line, by its name. */
function loggerOf(row: FactRow): string | null {
  const resolution = row[call.resolution];
  const isSure = resolution === "exact" || resolution === "typed";
  return isSure && levels.has(row[call.callee_name] as string) ? (row[call.callee] as string | null) : null;
}

/** Whether GraphQL's code generator wrote it, which says so nowhere: these types stand at its top. */
function isOfSchema(unit: Unit): boolean {
  const names = new Set(tuplesOf<readonly [string]>(unit, "symbols", ["name"]).map(([name]) => name));
  return names.has("Scalars") && (names.has("Maybe") || names.has("InputMaybe") || names.has("Exact"));
}

/** The facts of a file's unit. Undefined: a tool wrote it, so that it says nothing of how things are done. */
export function factsOf(unit: Unit): FileFacts | undefined {
  const [file] = rowsOf<{ path: string; language: string; is_test: number; is_generated: number }>(unit, "files", [
    "path",
    "language",
    "is_test",
    "is_generated",
  ]);
  if (!file || file.is_generated === 1) return undefined;
  const { path, language, is_test } = file;
  // What only declares what other files hold is mostly made of these.
  if (/\.d\.[cm]?ts$/.test(path) || (language === "typescript" && isOfSchema(unit))) return undefined;
  const calls = rawRows(unit, "calls");
  return {
    path,
    language,
    family: familyOf(language),
    isTest: is_test === 1,
    symbols: rowsOf<SymbolRow>(unit, "symbols", symbolColumns).map((one) =>
      one.doc !== null && one.doc.length > maxDoc ? { ...one, doc: one.doc.slice(0, maxDoc) } : one,
    ),
    targets:
      language === "python" && is_test === 1
        ? inOrder([...byTarget(calls, fixtureOf), ...assertStatements(unit)])
        : byTarget(calls, targetOf),
    logs: byTarget(calls, loggerOf),
    imports: rowsOf<ImportRow>(unit, "imports", importColumns),
    exports: rowsOf<ExportRow>(unit, "exports", ["line", "name", "kind", "symbol", "type_only"]),
    relations: rowsOf<RelationRow>(unit, "type_relations", ["type", "relation", "name", "target", "line"]).filter(
      ({ relation }) => relation === "extends" || relation === "implements",
    ),
    errors: rowsOf<ErrorRow>(unit, "error_sites", ["kind", "error", "target", "symbol", "line"]),
    tests: rowsOf<TestRow>(unit, "tests", ["kind", "name", "framework", "symbol", "line"]),
    data: rowsOf<{ symbol: string; line: number; library: string }>(unit, "data_accesses", [
      "symbol",
      "line",
      "library",
    ]).map(({ symbol, line, library }) => ({ symbol, line, what: library })),
    environment: settingsRead(unit),
  };
}

/** The settings that a file reads, those too that files of settings may give. */
function settingsRead(unit: Unit): { symbol: string; line: number; what: string }[] {
  const uses = rowsOf<{ symbol: string; line: number; variable: string }>(unit, "environment_uses", [
    "symbol",
    "line",
    "variable",
  ]).map(({ symbol, line, variable }) => ({ symbol, line, what: variable }));
  const named = rowsOf<{ kind: string; framework: string | null; symbol: string; line: number; route: string | null }>(
    unit,
    "registrations",
    ["kind", "framework", "symbol", "line", "route"],
  ).filter(({ kind, framework, route }) => kind === "setting" && framework !== null && route !== null);
  return [...uses, ...named.map(({ symbol, line, route }) => ({ symbol, line, what: route ?? "" }))];
}

const symbolColumns: readonly (keyof SymbolRow)[] = [
  "id",
  "kind",
  "name",
  "parent",
  "line",
  "end_line",
  "name_line",
  "signature",
  "params",
  "returns",
  "type_text",
  "doc",
  "exported",
  "visibility",
  "decorators",
  "is_async",
  "is_static",
  "is_abstract",
];

const importColumns: readonly (keyof ImportRow)[] = [
  "line",
  "specifier",
  "resolved",
  "external",
  "kind",
  "name",
  "alias",
  "symbol",
  "type_only",
  "dynamic",
];

/** The calls that lead to one place as one row, with the first of them; sorted by the place. */
function byTarget(calls: readonly FactRow[], placeOf: (row: FactRow) => string | null): TargetRow[] {
  const found = new Map<string, { -readonly [key in keyof TargetRow]: TargetRow[key] }>();
  for (const row of calls) {
    const target = placeOf(row);
    if (target === null) continue;
    const line = Number(row[call.line]);
    const known = found.get(target);
    if (known) known.count++;
    if (known && line >= known.line) continue;
    const caller = row[call.caller] as string;
    const quote = row[call.quote] as string | null;
    if (known) Object.assign(known, { caller, line, quote });
    else found.set(target, { target, caller, line, quote, count: 1 });
  }
  return inOrder([...found.values()]);
}

const inOrder = (rows: TargetRow[]): TargetRow[] => rows.sort((a, b) => (a.target < b.target ? -1 : 1));

/** Python's `assert` of a file as one row, like calls of what is so named. */
function assertStatements(unit: Unit): TargetRow[] {
  const rows = tuplesOf<readonly [line: number, symbol: string]>(unit, "assertions", ["line", "symbol"]);
  const [line, caller] = rows.reduce((a, b) => (b[0] < a[0] ? b : a), rows[0] ?? [0, ""]);
  return rows.length === 0 ? [] : [{ target: "assert", caller, line, quote: null, count: rows.length }];
}
