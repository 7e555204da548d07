/** A file's rows, as observers look at them. */
import type { DatabaseSync } from "node:sqlite";
import { firstFact } from "#engine/scan/schema";
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

const levels = ["log", "trace", "debug", "info", "warn", "warning", "error", "fatal"]
  .flatMap((word) => [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`])
  .flatMap((word) => [`'${word}'`, `'${word}f'`])
  .join(", ");

/** Reads the rows of one file's unit after the other. */
export class FactReader {
  readonly #files;
  readonly #tables;

  constructor(db: DatabaseSync) {
    const within = "fact >= ? and fact < ?";
    this.#files = db.prepare(`select path, language, is_test, is_generated from files where ${within}`);
    this.#tables = {
      symbols: db.prepare(
        `select id, kind, name, parent, line, end_line, name_line, signature, params, returns, type_text,
           substr(doc, 1, 1200) as doc, exported, visibility, decorators, is_async, is_static, is_abstract
         from symbols where ${within} order by fact`,
      ),
      targets: db.prepare(
        `select target, caller, min(line) as line, quote, count(*) as count
         from calls where ${within} and target is not null group by target order by target`,
      ),
      logs: db.prepare(
        `select callee as target, caller, min(line) as line, quote, count(*) as count from calls
         where ${within} and callee is not null and callee_name in (${levels}) and resolution in ('exact', 'typed')
         group by callee order by callee`,
      ),
      imports: db.prepare(
        `select line, specifier, resolved, external, kind, name, alias, symbol, type_only
         from imports where ${within} order by fact`,
      ),
      exports: db.prepare(`select line, name, kind, symbol, type_only from exports where ${within} order by fact`),
      relations: db.prepare(
        `select type, relation, name, target, line from type_relations
         where ${within} and relation in ('extends', 'implements') order by fact`,
      ),
      errors: db.prepare(`select kind, error, target, symbol, line from error_sites where ${within} order by fact`),
      tests: db.prepare(`select kind, name, framework, symbol, line from tests where ${within} order by fact`),
      data: db.prepare(`select symbol, line, library as what from data_accesses where ${within} order by fact`),
      environment: db.prepare(
        `select symbol, line, variable as what from environment_uses where ${within} order by fact`,
      ),
    };
  }

  /** Undefined: a tool wrote it, so that it says nothing of how things are done. */
  read(unit: number): FileFacts | undefined {
    const range = [firstFact(unit), firstFact(unit + 1)] as const;
    const file = this.#files.get(...range) as
      | { path: string; language: string; is_test: number; is_generated: number }
      | undefined;
    if (!file || file.is_generated === 1) return undefined;
    const rows = Object.fromEntries(
      Object.entries(this.#tables).map(([name, statement]) => [name, statement.all(...range)]),
    ) as unknown as Omit<FileFacts, "path" | "language" | "family" | "isTest">;
    const { path, language } = file;
    return { path, language, family: familyOf(language), isTest: file.is_test === 1, ...rows };
  }
}
