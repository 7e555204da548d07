/**
 * Functions and classes of Python that stand before handlers and let some paths through: `if request.path in OPEN: return`. One
 * may leave that to a function that it calls. What only says of what it stands before that nobody is asked there does nothing.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { isAsking } from "#engine/scan/derive/entry-points/guards/guards";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

type Statement = ReturnType<DatabaseSync["prepare"]>;

/** Methods by which classes of middleware ask. */
const methods = new Set(["__call__", "process_request", "process_view", "process_resource", "dispatch", "on_request"]);

/** What a condition asks about that goes by the path, or by what the path leads to. */
const byPath =
  /\.path(?:_info)?\b|\[["']path["']\]|\bendpoint[ \t]*(?:[=!]=|(?:not[ \t]+)?in\b)|\burl_name\b|\bview_name\b|\bresolver_match\b|\bmatch_info\b|\brequest\.(?:endpoint|blueprint|url_rule)\b|\bview_func\b|\b[A-Z_]*(?:EXEMPT|PUBLIC|WHITELIST|ALLOWLIST)[A-Z_]*\b/;
/** A condition behind which requests are let on: nothing is given back, or what hands on is called. */
const lettingThrough =
  /^[ \t]*(?:el)?if\b([^\n]{1,200}|[ \t]*\([^:]{1,400}\)[ \t]*):[ \t]*(?:#[^\n]*)?\n?[ \t]*(?:await[ \t]+self\.app\(|return(?:[ \t]+(?:None|True)\b)?(?:[ \t]*(?:#[^\n]*)?(?:\n|$)|[ \t]+(?:await[ \t]+)?(?:self\.)?(?:get_response|call_next|handler|next|app|view(?:_func)?|func|fn|f)\())/gm;
/** A function's body that does nothing but say that requests are let on. */
const idle = /^(?:pass|\.\.\.|return(?:[ \t]+(?:None|True))?)?$/;
const headOfFunction = /^[\s\S]*?^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\([^)]*\)[^:\n]*:[ \t]*/m;
const docstring = /^\s*[rRbBuU]*("""|''')[\s\S]*?\1/;
/** A line that asks about the path, of a function that is not seen whole. */
const asking = /^[ \t]*(?:el)?if\b/;
/** What answers in the place of what is handed on to. */
const answeringElse =
  /\b(?:return|else)\b[^#]*(?:\b(?:redirect|\w*Redirect\w*|\w*(?:Forbidden|Unauthori[sz]ed|NotAllowed|PermissionDenied)\w*|(?:unauthori[sz]ed|forbidden|access_denied|permission_denied)\w*)\(|,[ \t]*(?:40[13]\b|HTTPStatus\.(?:UNAUTHORIZED|FORBIDDEN)\b)|\bstatus(?:_code)?[ \t]*=[ \t]*(?:\w+\.)*(?:HTTP_)?(?:40[13]|UNAUTHORIZED|FORBIDDEN)\b)/;
/** What a decorator that asks is called with: the function that is decorated, which it then calls. */
const decorating = /\breturn[ \t]+(?:await[ \t]+)?([\w.]+)\((?:[\w.]+)\)\(/;
/** What refuses: something is given back, or thrown. */
const refusal = /^[ \t]*(?:return[ \t]+(?!None\b|True\b)\S|raise\b|(?:\w+\.)?abort\()/m;
const condition = /^[ \t]*if\b([^\n]{1,200}|[ \t]*\([^:]{1,400}(?::[^:\n]{0,40}){0,4}\)[ \t]*):[ \t]*$/gm;
const held = /^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*([^\n]+)$/gm;

export class PythonGuards {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, boolean>();
  readonly #idle = new Map<string, boolean>();
  readonly #texts: DeclaredTexts;
  #ranges: FactRanges | undefined;
  #within: Statement | undefined;
  #callees: Statement | undefined;
  #quotes: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
  }

  /** Whether what a symbol declares lets some paths through. */
  letsThrough(symbol: string): boolean {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const found = this.#functionsOf(symbol).some(
      ({ id, text, isWhole }) =>
        goesByPath(text) ||
        (isWhole ? refusesByPath(text) : this.#asksOfPath(id)) ||
        this.#calledBy(id).some(goesByPath),
    );
    this.#known.set(symbol, found);
    return found;
  }

  /** How the one function is written by which a symbol asks, where that is known. */
  askingText(symbol: string): string | undefined {
    const all = this.#functionsOf(symbol);
    const within = all.filter(({ id }) => id !== symbol);
    const [one, ...others] = within.length > 0 ? within : all;
    return one?.isWhole && others.length === 0 ? one.text : undefined;
  }

  /** Whether what a function gives back answers by itself, or leaves it to a decorator that asks. */
  answersElse(symbol: string): boolean {
    const within = this.#functionsOf(symbol).filter(({ id }) => id !== symbol);
    const lines = within.flatMap(({ id, text }) => [
      ...text.split("\n"),
      ...this.#linesOf(id).map(({ quote }) => quote),
    ]);
    return lines.some((line) => answeringElse.test(line) || isAsking(decorating.exec(line)?.[1] ?? ""));
  }

  /** Whether a function that is not seen whole asks about the path, and calls nothing there but what it gives back. */
  #asksOfPath(symbol: string): boolean {
    const lines = this.#linesOf(symbol);
    const isOther = (at: number) =>
      lines.some(({ line, quote }) => line === at && !/^[ \t]*(?:return|await)\b/.test(quote));
    return lines.some(({ line, quote }) => asking.test(quote) && byPath.test(quote) && !isOther(line + 1));
  }

  /** The lines on which a function calls something. */
  #linesOf(symbol: string): { line: number; quote: string }[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#quotes ??= this.#db.prepare(
      "select distinct line, quote from calls where fact >= ? and fact < ? and caller = ?",
    );
    const rows = this.#quotes.all(...this.#ranges.of(symbol), symbol);
    return rows.map(({ line, quote }) => ({ line: Number(line), quote: String(quote ?? "") }));
  }

  /** Whether a function asks nobody: all that it does is to let requests on. */
  asksNobody(symbol: string): boolean {
    const known = this.#idle.get(symbol);
    if (known !== undefined) return known;
    const [one, ...others] = this.#functionsOf(symbol);
    const body = one?.isWhole && others.length === 0 ? bodyOf(one.text) : undefined;
    const found = body !== undefined && one?.id === symbol && idle.test(body);
    this.#idle.set(symbol, found);
    return found;
  }

  /** A function with those that are written in it, or the methods by which a class asks. */
  #functionsOf(symbol: string): { id: string; text: string; isWhole: boolean }[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#within ??= this.#db.prepare(
      `select id, kind, parent, preview, line, end_line from symbols
       where fact >= ? and fact < ? and (id = ? or substr(id, 1, length(?) + 1) = ? || '.')`,
    );
    const rows = this.#within.all(...this.#ranges.of(symbol), symbol, symbol, symbol);
    const isClass = rows.some(({ id, kind }) => id === symbol && kind === "class");
    return rows
      .filter(({ id, kind }) =>
        isClass ? methods.has(lastName(String(id))) : kind === "function" || kind === "method",
      )
      .map((row) => ({ id: String(row.id), ...this.#texts.of(row) }));
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
        .map(({ text }) => text),
    );
  }
}

/** Whether a condition of some code is about the path. */
function aboutPaths(code: string): (asked: string) => boolean {
  const names = [...code.matchAll(held)].flatMap(([, name = "", of = ""]) => (byPath.test(of) ? [name] : []));
  return (asked) => byPath.test(asked) || names.some((name) => new RegExp(`\\b${name}\\b`).test(asked));
}

function goesByPath(code: string): boolean {
  const isAbout = aboutPaths(code);
  return [...code.matchAll(lettingThrough)].some(([, asked = ""]) => isAbout(asked));
}

/** Whether a function that is seen whole refuses behind its only condition alone, which has to hold of the path. */
function refusesByPath(code: string): boolean {
  const [found, ...others] = [...code.matchAll(condition)];
  if (!found || others.length > 0 || /^[ \t]*(?:elif|else|for|while|with|try|match)\b/m.test(code)) return false;
  const [, asked = ""] = found;
  const isAlone = !refusal.test(code.slice(0, found.index)) && refusal.test(code.slice(found.index));
  const indent = /^[ \t]*/.exec(found[0])?.[0].length ?? 0;
  const behind = code.slice(found.index + found[0].length).split("\n");
  const isWithin = behind.every((line) => !refusal.test(line) || (/^[ \t]*/.exec(line)?.[0].length ?? 0) > indent);
  return isAlone && isWithin && !/\bor\b/.test(asked) && aboutPaths(code)(asked);
}

/** What a function does, without what it says of itself. */
function bodyOf(code: string): string | undefined {
  const head = headOfFunction.exec(code)?.[0];
  if (head === undefined) return undefined;
  return code
    .slice(head.length)
    .replace(docstring, "")
    .replace(/#[^\n]*/g, "")
    .trim();
}
