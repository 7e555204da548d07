/**
 * What middleware of ASP.NET Core does, by how it is written: one that always hands on asks nobody, and one that refuses some
 * paths alone asks before these.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Asking, PathDecisions, Tree } from "#engine/scan/derive/entry-points/guards/path-decisions";
import { writtenTree } from "#engine/scan/derive/entry-points/guards/written-decisions";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { csharpDialect, csharpStatements, preparesOnly } from "./csharp-statements.ts";

type Statement = ReturnType<DatabaseSync["prepare"]>;

export const ofDotnet = /\.cs#/;
const framework = "ASP.NET Core";

interface Place {
  readonly text: string;
  readonly path: string;
  readonly lines: readonly [number, number];
}

const isFit = (one: unknown): one is ["fits", string] => Array.isArray(one) && one[0] === "fits" && one.length === 2;

export class MiddlewareBodies {
  readonly #db: DatabaseSync;
  readonly #decisions: PathDecisions;
  readonly #throwsBelow: (symbol: string) => boolean;
  readonly #texts: DeclaredTexts;
  readonly #trees = new Map<string, Tree | undefined>();
  #ranges: FactRanges | undefined;
  #symbol: Statement | undefined;
  #methods: Statement | undefined;
  #callees: Statement | undefined;
  #constants: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  #branching: boolean | undefined;

  constructor(db: DatabaseSync, decisions: PathDecisions, throwsBelow: (symbol: string) => boolean) {
    this.#db = db;
    this.#decisions = decisions;
    this.#throwsBelow = throwsBelow;
    this.#texts = new DeclaredTexts(db);
  }

  judged(guard: Guard, symbol: string, asking: Asking | undefined): readonly Guard[] {
    if (asking?.framework !== framework) return [guard];
    const key = guard.place ?? symbol;
    if (!this.#trees.has(key)) this.#trees.set(key, this.#treeOf(guard, symbol));
    const tree = this.#trees.get(key);
    if (tree === undefined) return [guard];
    if (tree === "pass") return [];
    const decided = this.#decisions.ofTree(tree, asking);
    // In a branch by a path, middleware sees what is behind that alone.
    if (decided === "pass") return this.#hasBranches() ? [unsure(guard)] : [];
    return [decided === "open" ? unsure(guard) : guard];
  }

  #treeOf({ lines }: Guard, symbol: string): Tree | undefined {
    const place = this.#placeOf(symbol, lines);
    const written = place && csharpStatements(place.text, (name) => this.#constant(name));
    if (!place || !written) return undefined;
    const told = writtenTree(written, csharpDialect);
    // Paths are the same in whatever letters.
    if (told !== "pass")
      return told && JSON.parse(JSON.stringify(told), (_, one) => (isFit(one) ? [...one, "i"] : one));
    return preparesOnly(written) && !this.#mayThrow(place) ? told : undefined;
  }

  #placeOf(symbol: string, lines: readonly [number, number] | undefined): Place | undefined {
    const path = symbol.replace(/#.*$/s, "");
    if (lines) {
      const text = this.#texts.within(path, lines);
      return text === undefined ? undefined : { text, path, lines };
    }
    this.#ranges ??= new FactRanges(this.#db);
    const columns = "select id, kind, preview, line, end_line from symbols where fact >= ? and fact < ?";
    this.#symbol ??= this.#db.prepare(`${columns} and id = ?`);
    this.#methods ??= this.#db.prepare(
      `${columns} and kind = 'method' and parent = ? and name in ('Invoke', 'InvokeAsync')`,
    );
    const own = this.#symbol.get(...this.#ranges.of(symbol), symbol);
    const row = own?.kind === "class" ? this.#methods.get(...this.#ranges.of(symbol), symbol) : own;
    if (!row || (row.kind !== "method" && row.kind !== "function")) return undefined;
    const { text, isWhole } = this.#texts.of(row);
    return isWhole ? { text, path, lines: [Number(row.line), Number(row.end_line)] } : undefined;
  }

  /** Whether something of the repository throws that is called on some lines. */
  #mayThrow({ path, lines }: Place): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#callees ??= this.#db.prepare(
      `select distinct callee from calls
       where fact >= ? and fact < ? and line >= ? and line <= ? and callee is not null`,
    );
    const called = this.#callees.all(...this.#ranges.of(path), ...lines);
    return called.some(({ callee }) => this.#throwsBelow(String(callee)));
  }

  /** The text that a constant holds, where all that are called so hold the same. */
  #constant(name: string): string | undefined {
    if (!/^[A-Z]|\./.test(name)) return undefined;
    this.#constants ??= this.#readConstants();
    const found = this.#constants.get(name.split(".").slice(-2).join("."));
    return found?.size === 1 ? [...found][0] : undefined;
  }

  #readConstants(): ReadonlyMap<string, ReadonlySet<string>> {
    const told = new Map<string, Set<string>>();
    const rows = this.#db
      .prepare("select symbol, value from constants where kind = 'text' and symbol like '%.cs#%' order by fact")
      .all();
    for (const { symbol, value } of rows) {
      const parts = String(symbol).replace(/^.*#/s, "").split(".");
      for (const name of [parts.slice(-1), parts.slice(-2)].map((it) => it.join(".")))
        told.set(name, (told.get(name) ?? new Set()).add(String(value)));
    }
    return told;
  }

  #hasBranches(): boolean {
    this.#branching ??=
      this.#db
        .prepare("select 1 from registrations where kind = 'mount' and name = 'branch' and framework = ? limit 1")
        .get(framework) !== undefined;
    return this.#branching;
  }
}
