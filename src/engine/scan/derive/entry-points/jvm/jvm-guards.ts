/**
 * Filters and interceptors of Java and Kotlin whose code lets some paths through: `if (request.getRequestURI().startsWith("/open"))
 * { chain.doFilter(request, response); return; }`, `shouldNotFilter`. Before which paths they ask nobody is not told, but that
 * they may.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

export const ofJvm = /\.(?:java|kts?)#/;

/** The methods by which classes ask requests, and the one by which they say which requests they do not ask. */
const asking = new Set(["doFilter", "doFilterInternal", "preHandle", "filter", "intercept"]);
const leavingOut = "shouldNotFilter";
const leavesOutNone = /\breturn\s+false\s*;?\s*\}?\s*$|=\s*false\s*$/;
/** How a request's path is asked for, and how names are called that hold it. */
const ofRequest =
  /\b(?:get)?(?:RequestURI|ServletPath|PathInfo|RequestURL|requestURI|servletPath|pathInfo|requestURL)\b/;
const held = /(?:\b(?:va[lr]|String)\s+|[;{]\s*)(\w+)(?:\s*:\s*\w+\??)?\s*=\s*([^;\n]+)/g;
const named = /\b(?:path|uri|url)\b/i;
/** What compares texts. */
const comparing =
  /\b(?:startsWith|endsWith|equals|equalsIgnoreCase|contains|matches?|anyMatch|any|none|noneMatch|in)\b|==/;
/** Conditions: of `if`, and in front of the branches of `when`. */
const conditions = /\bif\s*\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)|^\s*([^\n{}]*?)->/gm;

export class JvmGuards {
  readonly #db: DatabaseSync;
  readonly #texts: DeclaredTexts;
  readonly #known = new Map<string, boolean>();
  #ranges: FactRanges | undefined;
  #methods: ReturnType<DatabaseSync["prepare"]> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
  }

  /** Whether a class that asks goes by the path of what it lets through. */
  letsThrough(symbol: string): boolean {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const found = this.#goesByPath(symbol);
    this.#known.set(symbol, found);
    return found;
  }

  #goesByPath(symbol: string): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#methods ??= this.#db.prepare(
      `select id, preview, line, end_line from symbols
       where fact >= ? and fact < ? and kind = 'method' and parent = ?`,
    );
    const methods = this.#methods
      .all(...this.#ranges.of(symbol), symbol)
      .map((row) => ({ name: lastName(String(row.id)).replace(/~\d+$/, ""), text: this.#texts.of(row).text }));
    if (methods.some(({ name, text }) => name === leavingOut && !leavesOutNone.test(text.trim()))) return true;
    const own = new Map(methods.map(({ name, text }) => [name, text]));
    return methods.some(({ name, text }) => asking.has(name) && decidesByPath(text, own));
  }
}

/** Whether a condition of some code is about the path: itself, or by a method of the same class. */
function decidesByPath(code: string, methods: ReadonlyMap<string, string>): boolean {
  const names = [...code.matchAll(held)].flatMap(([, name = "", of = ""]) => (ofRequest.test(of) ? [name] : []));
  const isAbout = (asked: string) =>
    ofRequest.test(asked) || named.test(asked) || names.some((name) => new RegExp(`\\b${name}\\b`).test(asked));
  const isAsked = (asked: string): boolean => {
    if (isAbout(asked) && comparing.test(asked)) return true;
    const called = [...asked.matchAll(/\b(\w+)\s*\(/g)].map(([, name = ""]) => methods.get(name) ?? "");
    return called.some((text) => (ofRequest.test(text) || named.test(text)) && comparing.test(text));
  };
  return [...code.matchAll(conditions)].some(([, first, second]) => isAsked(first ?? second ?? ""));
}
