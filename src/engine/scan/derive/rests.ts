/**
 * What a derivation rests on, told by what it asks the database: tables, with the columns that its statements name, and of
 * what it asks file by file, the files. While none of these rows is another, what it derived last still holds.
 */
import type { DatabaseSync } from "node:sqlite";
import { type FactTable, isOfUnit } from "#contract/fact-columns";
import { factTables } from "#contract/fact-tables";
import type { FactRow } from "#contract/unit";
import { putParts, readParts, textOf } from "#engine/scan/kept-parts";
import { firstFact } from "#engine/scan/schema";
import type { Changes } from "./changes.ts";
import { hashOfFile } from "./declared-texts.ts";
import { unitOfFile } from "./fact-ranges.ts";

/** Of tables, the columns that count. */
type Columns = Readonly<Record<string, readonly string[]>>;

export interface Rests {
  /** Tables that are read whole, whatever the statement then leaves out. */
  readonly whole: Columns;
  /** Tables of which only the rows of some files are read, and these files. */
  readonly ofFiles: Columns;
  readonly files: readonly string[];
  /** Files of which the text itself was read. */
  readonly texts?: readonly string[];
}

const tablesByName: ReadonlyMap<string, FactTable> = new Map(factTables.map((table) => [table.name, table]));

/** How the rows of one file are asked for, as `FactRanges` says where they stand. */
const withinFile = "fact >= ? and fact < ?";

/** A database that notes what it is asked. */
export class Watched {
  readonly db: DatabaseSync;
  readonly #whole = new Map<string, Set<string>>();
  readonly #ofFiles = new Map<string, Set<string>>();
  readonly #files = new Set<string>();
  readonly #texts = new Set<string>();

  constructor(db: DatabaseSync) {
    const begins = new Map<number, string>();
    const prepare = (sql: string): unknown => {
      const statement = db.prepare(sql);
      if (sql === hashOfFile)
        return {
          get: (from: number, to: number) => {
            this.#texts.add(begins.get(from) ?? "");
            return statement.get(from, to);
          },
        };
      if (sql !== unitOfFile) {
        this.#note(sql);
        return statement;
      }
      return {
        get: (path: string) => {
          this.#files.add(path);
          const unit = statement.get(path);
          if (unit) begins.set(firstFact(Number(unit.id)), path);
          return unit;
        },
      };
    };
    this.db = { prepare } as DatabaseSync;
  }

  get rests(): Rests {
    const plain = (columns: ReadonlyMap<string, ReadonlySet<string>>): Columns =>
      Object.fromEntries([...columns].map(([table, names]) => [table, [...names]]));
    const texts = this.#texts.size > 0 && { texts: [...this.#texts] };
    return { whole: plain(this.#whole), ofFiles: plain(this.#ofFiles), files: [...this.#files], ...texts };
  }

  #note(sql: string): void {
    // What is followed by a bracket is a function, that gives its arguments in rows.
    const names = new Set([...sql.matchAll(/\b(?:from|join)\s+"?(\w+)\b(?!\()/g)].map(([, name = ""]) => name));
    const into = names.size === 1 && sql.includes(withinFile) ? this.#ofFiles : this.#whole;
    const words = new Set(sql.match(/\w+/g));
    const whole = new Set([...sql.matchAll(/select\s+\*\s+from\s+(\w+)/g)].map(([, name]) => name));
    for (const name of names) {
      const noted = into.get(name) ?? new Set();
      into.set(name, noted);
      for (const column of tablesByName.get(name)?.columns ?? [])
        if (whole.has(name) || words.has(column.name)) noted.add(column.name);
    }
  }
}

/** Whether all that something rests on is as it was when the scan began. */
export function isUntouched({ whole, ofFiles, files, texts = [] }: Rests, changes: Changes): boolean {
  const { versions, kinds } = changes;
  if (changes.isFresh || !versions) return false;
  for (const name of [...Object.keys(whole), ...Object.keys(ofFiles)]) {
    const table = tablesByName.get(name);
    // A view, or what is no fact: nothing tells whether it changed.
    if (!table) return false;
    for (const kind of kinds) if (kind !== "file" && isOfUnit(table, kind)) return false;
  }
  const asked = new Set(files);
  const read = new Set(texts);
  for (const [path, { before, after }] of versions) {
    if (read.has(path) && !isSameIn({ files: ["hash"] }, before, after)) return false;
    if (!isSameIn(whole, before, after)) return false;
    if (asked.has(path) && !isSameIn(ofFiles, before, after)) return false;
  }
  return true;
}

type Rows = Readonly<Record<string, readonly FactRow[]>>;

const isSameIn = (columns: Columns, before: Rows, after: Rows): boolean =>
  Object.entries(columns).every(([name, wanted]) => {
    const all = tablesByName.get(name)?.columns ?? [];
    const places = all.flatMap((column, at) => (wanted.includes(column.name) ? [at] : []));
    const shown = (rows: readonly FactRow[] = []): string =>
      JSON.stringify(rows.map((row) => places.map((at) => row[at])));
    return shown(before[name]) === shown(after[name]);
  });

export type Derivation = "entry_point" | "model" | "contract" | "environment" | "wrapper";

/**
 * Derives anew where anything differs that the last derivation rested on.
 *
 * @param isOther it rests on something else, too, which differs
 */
export function deriveAnew(
  db: DatabaseSync,
  changes: Changes,
  what: Derivation,
  derive: (db: DatabaseSync) => void,
  isOther = false,
): void {
  const parts = isOther ? undefined : readParts(db, `rests of ${what}`);
  if (parts && isUntouched(JSON.parse(textOf(parts, "rests")) as Rests, changes)) return;
  const watched = new Watched(db);
  derive(watched.db);
  putParts(db, `rests of ${what}`, { rests: Buffer.from(JSON.stringify(watched.rests)) });
}
