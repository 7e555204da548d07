/**
 * Functions and classes of Python that stand before handlers and let some paths through: `if request.path in OPEN: return`. One
 * may leave that to a function that it calls.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Methods by which classes of middleware ask. */
const methods = new Set(["__call__", "process_request", "process_view", "process_resource", "dispatch", "on_request"]);

/** What a condition asks about that goes by the path, or by what the path leads to. */
const byPath =
  /\.path(?:_info)?\b|\[["']path["']\]|\burl_name\b|\bview_name\b|\bresolver_match\b|\bmatch_info\b|\brequest\.(?:endpoint|blueprint|url_rule)\b|\b[A-Z_]*(?:EXEMPT|PUBLIC|WHITELIST|ALLOWLIST)[A-Z_]*\b/;
/** A condition behind which requests are let on: nothing is given back, or what hands on is called. */
const lettingThrough =
  /^[ \t]*(?:el)?if\b([^\n]{1,200}|[ \t]*\([^:]{1,400}\)[ \t]*):[ \t]*(?:#[^\n]*)?\n?[ \t]*(?:await[ \t]+self\.app\(|return(?:[ \t]+(?:None|True)\b)?(?:[ \t]*(?:#[^\n]*)?(?:\n|$)|[ \t]+(?:await[ \t]+)?(?:self\.)?(?:get_response|call_next|handler|next|app|view(?:_func)?|func|fn|f)\())/gm;
const held = /^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*([^\n]+)$/gm;

export class PythonGuards {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, boolean>();
  #ranges: FactRanges | undefined;
  #within: Statement | undefined;
  #callees: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Whether what a symbol declares lets some paths through. */
  letsThrough(symbol: string): boolean {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const found = this.#functionsOf(symbol).some(
      ({ id, preview }) => goesByPath(preview) || this.#calledBy(id).some(goesByPath),
    );
    this.#known.set(symbol, found);
    return found;
  }

  /** A function with those that are written in it, or the methods by which a class asks. */
  #functionsOf(symbol: string): { id: string; preview: string }[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#within ??= this.#db.prepare(
      `select id, kind, parent, preview from symbols
       where fact >= ? and fact < ? and (id = ? or substr(id, 1, length(?) + 1) = ? || '.') and preview is not null`,
    );
    const rows = this.#within.all(...this.#ranges.of(symbol), symbol, symbol, symbol);
    const isClass = rows.some(({ id, kind }) => id === symbol && kind === "class");
    return rows
      .filter(({ id, kind }) =>
        isClass ? methods.has(lastName(String(id))) : kind === "function" || kind === "method",
      )
      .map(({ id, preview }) => ({ id: String(id), preview: String(preview) }));
  }

  /** The beginnings of the repository's functions that a function calls. */
  #calledBy(symbol: string): string[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#callees ??= this.#db.prepare(
      "select distinct callee from calls where fact >= ? and fact < ? and caller = ? and callee is not null",
    );
    return this.#callees.all(...this.#ranges.of(symbol), symbol).flatMap(({ callee }) =>
      this.#functionsOf(String(callee))
        .filter(({ id }) => id === callee)
        .map(({ preview }) => preview),
    );
  }
}

function goesByPath(code: string): boolean {
  const names = [...code.matchAll(held)].flatMap(([, name = "", of = ""]) => (byPath.test(of) ? [name] : []));
  const isAbout = (asked: string) =>
    byPath.test(asked) || names.some((name) => new RegExp(`\\b${name}\\b`).test(asked));
  return [...code.matchAll(lettingThrough)].some(([, asked = ""]) => isAbout(asked));
}
