/** What a file's and a symbol's resource show, each in one round trip. */
import type { ProjectDb } from "./project-db.ts";
import { asc, count, eq, from, startsWith } from "./query.ts";
import { calls, exports, files, imports, problems, symbols, typeMembers } from "./schema/facts.ts";

/** Rows of a list at most: a resource is for looking, tools page. */
const MAX_ROWS = 500;

export interface FileResource {
  path: string;
  language: string;
  lines: number;
  isTest: boolean;
  symbols: {
    id: string;
    kind: string;
    name: string;
    line: number;
    endLine: number;
    signature: string;
    exported: boolean;
  }[];
  imports: { line: number; specifier: string; name: string | null; resolved: string | null }[];
  exports: { line: number; name: string; kind: string }[];
  problems: { line: number; endLine: number; kind: string; message: string }[];
}

export async function readFileResource(db: ProjectDb, path: string): Promise<FileResource | undefined> {
  const file = from(files).where(eq(files.path, path));
  const rows = await db.batch({
    file: file.select({ path: files.path, language: files.language, lines: files.lines, isTest: files.isTest }),
    symbols: file.joinUnit(symbols, files).limit(MAX_ROWS).select({
      id: symbols.id,
      kind: symbols.kind,
      name: symbols.qualified,
      line: symbols.line,
      endLine: symbols.endLine,
      signature: symbols.signature,
      exported: symbols.exported,
    }),
    imports: file
      .joinUnit(imports, files)
      .limit(MAX_ROWS)
      .select({ line: imports.line, specifier: imports.specifier, name: imports.name, resolved: imports.resolved }),
    exports: file
      .joinUnit(exports, files)
      .limit(MAX_ROWS)
      .select({ line: exports.line, name: exports.name, kind: exports.kind }),
    problems: file
      .joinUnit(problems, files)
      .limit(MAX_ROWS)
      .select({ line: problems.line, endLine: problems.endLine, kind: problems.kind, message: problems.message }),
  });
  const [found] = rows.file;
  if (!found) return undefined;
  return {
    ...found,
    isTest: found.isTest === 1,
    symbols: rows.symbols.map((symbol) => ({ ...symbol, exported: symbol.exported === 1 })),
    imports: rows.imports,
    exports: rows.exports,
    problems: rows.problems,
  };
}

export interface SymbolResource {
  id: string;
  kind: string;
  name: string;
  path: string;
  line: number;
  endLine: number;
  signature: string;
  exported: boolean;
  doc?: string;
  preview?: string;
  members?: { name: string; kind: string; type: string | null; line: number }[];
  /** Call sites that are known to lead here. */
  knownCalls: number;
}

export async function readSymbolResource(db: ProjectDb, id: string): Promise<SymbolResource | undefined> {
  const rows = await db.batch({
    symbol: from(symbols).where(eq(symbols.id, id)).limit(1).select({
      id: symbols.id,
      kind: symbols.kind,
      name: symbols.qualified,
      path: symbols.path,
      line: symbols.line,
      endLine: symbols.endLine,
      signature: symbols.signature,
      exported: symbols.exported,
      doc: symbols.doc,
      preview: symbols.preview,
    }),
    members: from(typeMembers)
      .where(eq(typeMembers.type, id))
      .limit(MAX_ROWS)
      .select({ name: typeMembers.name, kind: typeMembers.kind, type: typeMembers.typeText, line: typeMembers.line }),
    calls: from(calls).where(eq(calls.callee, id)).select({ known: count() }),
  });
  const [found] = rows.symbol;
  if (!found) return undefined;
  const { doc, preview, exported, ...symbol } = found;
  return {
    ...symbol,
    exported: exported === 1,
    ...(doc !== null && { doc }),
    ...(preview !== null && { preview }),
    ...(rows.members.length > 0 && { members: rows.members }),
    knownCalls: rows.calls[0]?.known ?? 0,
  };
}

/** Paths that begin with `prefix`, in order. */
export async function listPaths(db: ProjectDb, prefix: string, limit: number): Promise<string[]> {
  const found = await db.all(
    from(files)
      .where(startsWith(files.path, prefix))
      .orderBy(asc(files.path))
      .limit(limit)
      .select({ path: files.path }),
  );
  return found.map(({ path }) => path);
}

/** Ids of the symbols whose id or name begins with `prefix`. */
export async function listSymbols(db: ProjectDb, prefix: string, limit: number): Promise<string[]> {
  const { byName, byId } = await db.batch({
    byName: from(symbols).where(startsWith(symbols.name, prefix)).limit(limit).select({ id: symbols.id }),
    byId: from(symbols).where(startsWith(symbols.id, prefix)).limit(limit).select({ id: symbols.id }),
  });
  return [...new Set([...byName, ...byId].map(({ id }) => id))].slice(0, limit);
}
