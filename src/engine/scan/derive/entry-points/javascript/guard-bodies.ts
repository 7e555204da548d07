/**
 * What functions do that stand before handlers, of JavaScript and TypeScript, where nothing but their code says so: one
 * that always hands on asks nobody, one that handles errors is not asked before anything, and one that lets some paths
 * through asks before others alone.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { MiddlewareBodies, ofDotnet } from "#engine/scan/derive/entry-points/dotnet/middleware-bodies";
import { ofRoutes, phases } from "#engine/scan/derive/entry-points/guards/guard-order";
import { isLetting, unsure } from "#engine/scan/derive/entry-points/guards/guards";
import {
  type Asking,
  type Decided,
  PathDecisions,
  type Tree,
} from "#engine/scan/derive/entry-points/guards/path-decisions";
import { writtenDecision } from "#engine/scan/derive/entry-points/guards/written-decisions";
import { JvmGuards, ofJvm } from "#engine/scan/derive/entry-points/jvm/jvm-guards";
import { PythonGuards } from "#engine/scan/derive/entry-points/python/python-guards";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";
import { byPath, byPathAlone, goesByPath, ofNest, refusesByPath } from "./guard-conditions.ts";
import { leadsToOwnPath } from "./own-path-redirects.ts";
import { alwaysResolves } from "./resolving-hooks.ts";

type Statement = ReturnType<DatabaseSync["prepare"]>;
type Verdict = "asks" | "maybe" | "never";

interface Called {
  readonly callee: string | null;
  readonly callee_text: string;
  readonly arguments: number;
  readonly passed: string | null;
  readonly quote: string | null;
  readonly line: number;
}

/** What libraries call who lets in whoever comes. */
const letsInAll = new Set(["AllowAny", "NO_PERMISSION_REQUIRED"]);
const ofPython = /\.py#/;
const ofGo = /\.go#/;
const ofScripts = /\.[cm]?[jt]sx?#/;
/** Files that a framework asks before all paths, so that what they ask goes by the path. */
const ofPaths = /(?:^|\/)(?:middleware|proxy|hooks\.server|server\/middleware\/[^/]+)\.[cm]?[jt]s#/;
/** How what hands on is called, and what answers. */
const onward = /^(?:next|done)$/;
const answering = /^(?:res|response|reply|resp|ctx|context|c|(?:Next)?Response)(?:\.|$)/;
/** What is done with an answer, or with the request's context, that lets it go on. */
const preparing =
  /^\w+\.(?:append|cookies?|clearCookie|get|getHeader|header|headers|locals|off|on|once|removeHeader|req|request|set|setCookie|setHeader|state|type|vary)\b/;
const handingAway = /=(?:res|response|reply|resp|next|done|ctx|context|c)\b/;
/** How what may refuse by throwing is called, which lies elsewhere. */
const refusing =
  /allow|assert|auth|check|consume|ensure|guard|limit|must|only|parse|permi|protect|reject|requir|throw|valid|verif/i;
const ofErrors = /^_*(?:e|err|error|ex|exception)$/i;
/** A function that is given back and handles errors: it takes one more than what stands before handlers. */
const givesForErrors =
  /(?:=>|\breturn)\s*(?:async\s*)?(?:function\b[^(]*)?\(\s*_*(?:e|err|error|ex|exception)\b[^,()]*(?:,[^,()]+){3},?\s*\)/i;
/** What Express's types call what handles errors: a variable's type, or that of what a function gives. */
const declaredForErrors = /^[^={]*:\s*(?:\w+\.)?ErrorRequestHandler\b/;

/** Methods by which classes ask. */
const methods = ["canActivate", "use"];

export class GuardBodies {
  readonly #db: DatabaseSync;
  /** Whether a function throws, or one that it calls. */
  readonly #throwsBelow: (symbol: string) => boolean;
  readonly #known = new Map<string, Verdict>();
  readonly #ofPython: PythonGuards;
  readonly #ofJvm: JvmGuards;
  readonly #ofDotnet: MiddlewareBodies;
  readonly #decisions: PathDecisions;
  readonly #texts: DeclaredTexts;
  readonly #trees = new Map<string, Tree | undefined>();
  #stripping: boolean | undefined;
  #ranges: FactRanges | undefined;
  #symbol: Statement | undefined;
  #calls: Statement | undefined;
  #callsAt: Statement | undefined;
  #throws: Statement | undefined;

  constructor(db: DatabaseSync, throwsBelow: (symbol: string) => boolean) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
    this.#ofPython = new PythonGuards(db);
    this.#ofJvm = new JvmGuards(db);
    this.#decisions = new PathDecisions(db);
    this.#throwsBelow = throwsBelow;
    this.#ofDotnet = new MiddlewareBodies(db, this.#decisions, throwsBelow);
  }

  /** Guards without those that ask nobody; with a mark those that ask before some paths alone. */
  judged(guards: readonly Guard[], asking?: Asking): readonly Guard[] {
    return guards.flatMap((guard) => {
      if (guard.symbol !== null && ofPython.test(guard.symbol)) {
        if (isLetting(guard.name) && this.#ofPython.asksNobody(guard.symbol)) return [];
        const decided = asking && this.#written(guard, guard.symbol, "python", asking);
        if (decided === "pass") return [];
        if (decided === "ask") return [guard];
        return [decided === "open" || this.#ofPython.letsThrough(guard.symbol) ? unsure(guard) : guard];
      }
      if (guard.symbol !== null && ofGo.test(guard.symbol)) {
        const decided = asking && this.#written(guard, guard.symbol, "go", asking);
        // Behind a prefix that is taken off, a function sees another path.
        if (decided === "pass") return this.#takesOffPrefixes() ? [unsure(guard)] : [];
        return [decided === "open" ? unsure(guard) : guard];
      }
      if (guard.symbol !== null && ofDotnet.test(guard.symbol))
        return this.#ofDotnet.judged(guard, guard.symbol, asking);
      if (guard.symbol !== null && ofJvm.test(guard.symbol))
        return [this.#ofJvm.letsThrough(guard.symbol) ? unsure(guard) : guard];
      if (guard.symbol === null && letsInAll.has(guard.name)) return [];
      if (guard.symbol === null || !ofScripts.test(guard.symbol)) return [guard];
      if (guard.stage === ofRoutes) return this.#putsBefore(guard, guard.symbol) ? [unsure(guard)] : [];
      const verdict = guard.place === undefined ? this.#of(guard.symbol) : this.#inPlace(guard, guard.symbol);
      if (verdict === "never") return [];
      const decided = asking && this.#decisions.of(guard, asking);
      if (decided === "pass") return [];
      if (decided === "ask") return [guard];
      return (verdict === "maybe" || decided === "open") && !guard.maybe ? [{ ...guard, maybe: true }] : [guard];
    });
  }

  /** What a function decides by the path as it is written. */
  #written(guard: Guard, symbol: string, language: "go" | "python", asking: Asking): Decided | undefined {
    const key = guard.place ?? symbol;
    if (!this.#trees.has(key)) {
      const text = guard.lines
        ? this.#texts.within(symbol.replace(/#.*$/s, ""), guard.lines)
        : language === "python"
          ? this.#ofPython.askingText(symbol)
          : this.#wholeText(symbol);
      this.#trees.set(key, text === undefined ? undefined : writtenDecision(text, language));
    }
    const tree = this.#trees.get(key);
    return tree === undefined ? undefined : this.#decisions.ofTree(tree, asking);
  }

  #wholeText(symbol: string): string | undefined {
    const row = this.#row(symbol);
    const told = row && (row.kind === "function" || row.kind === "method") ? this.#texts.of(row) : undefined;
    return told?.isWhole ? told.text : undefined;
  }

  /** Whether the repository takes off what stands before paths, as net/http's `StripPrefix` does. */
  #takesOffPrefixes(): boolean {
    this.#stripping ??=
      this.#db.prepare("select 1 from calls where target = 'net/http.StripPrefix' limit 1").get() !== undefined;
    return this.#stripping;
  }

  /** Whether a hook of Fastify's that hears of routes may put somebody before their handlers. */
  #putsBefore({ lines }: Guard, symbol: string): boolean {
    const text = lines
      ? this.#texts.within(symbol.replace(/#.*$/s, ""), lines)
      : this.#row(symbol) && this.#texts.of(this.#row(symbol) ?? {}).text;
    return text === undefined || text === "" || phases.some((phase) => new RegExp(`\\b${phase}\\b`).test(text));
  }

  #row(symbol: string): Record<string, unknown> | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    this.#symbol ??= this.#db.prepare(
      "select id, kind, params, preview, line, end_line, is_async from symbols where fact >= ? and fact < ? and id = ?",
    );
    return this.#symbol.get(...this.#ranges.of(symbol), symbol);
  }

  /** Whether what a function of Python puts around another answers in its place. */
  answersElse(symbol: string): boolean {
    return ofPython.test(symbol) && this.#ofPython.answersElse(symbol);
  }

  #of(symbol: string): Verdict {
    const known = this.#known.get(symbol);
    if (known) return known;
    const verdicts = [symbol, ...methods.map((name) => `${symbol}.${name}`)].map((one) => this.#ofFunction(one));
    const told = verdicts.find((one) => one !== undefined && one !== "asks") ?? "asks";
    this.#known.set(symbol, told);
    return told;
  }

  #ofFunction(symbol: string): Verdict | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    const range = this.#ranges.of(symbol);
    const declared = this.#row(symbol);
    if (!declared || declared.kind === "class") return undefined;
    const params = (JSON.parse(String(declared.params ?? "[]")) as { name: string }[]).map(({ name }) => name);
    if (params.length === 4 && (ofErrors.test(params[0] ?? "") || onward.test(params[3] ?? ""))) return "never";
    const { text: written, isWhole: isSeen } = this.#texts.of(declared);
    if (givesForErrors.test(written) || declaredForErrors.test(written)) return "never";
    const isOfPaths = ofPaths.test(symbol) && declared.kind === "function" && isSeen;
    if (isOfPaths && leadsToOwnPath(written) && !this.#throwsBelow(symbol)) return "never";
    this.#calls ??= this.#db.prepare(
      `select callee, callee_text, arguments, passed, quote, line from calls
       where fact >= ? and fact < ? and (caller = ? or substr(caller, 1, length(?) + 1) = ? || '.')`,
    );
    const own = this.#calls.all(...range, symbol, symbol, symbol) as unknown as Called[];
    // What a call makes of a function that it is given is the module's code: all of it has to be seen.
    const [line, end] = [Number(declared.line), Number(declared.end_line)];
    const module = `${symbol.replace(/#.*$/s, "")}#<module>`;
    const isMade = declared.kind === "variable" && own.length === 0 && (isSeen || ofProcedures.test(written));
    const calls = isMade ? this.#callsWithin(module, [line, end]) : own;
    const isDoing = calls.some(({ callee_text: text }) => !onward.test(text)) || assigning.test(bodyOf(written));
    const isThrowing = isMade && !isSeen && this.#throwsWithin(module, [line, end]);
    const mayAnswer = answersByHand.test(written) || isThrowing || this.#throwsBelow(symbol);
    if (isDoing && !mayAnswer && handsOnAlways(calls, this.#throwsBelow)) return "never";
    if (isDoing && handsOnFirst(written)) return "never";
    if (
      isHandle(params) &&
      !isThrowing &&
      !this.#throwsBelow(symbol) &&
      alwaysResolves(written, calls, this.#throwsBelow)
    )
      return "never";
    // One that takes nothing to hand on by goes on by itself where it ends.
    const isHook = isSeen && declared.is_async === 1 && params.length <= 2 && !/\breturn\b/.test(written);
    if (isHook && isDoing && !mayAnswer && calls.every(isPreparing)) return "never";
    const about = ofNest.test(symbol) ? byPathAlone : byPath;
    const isByPath =
      goesByPath([written, ...quotesOf(calls)], ofPaths.test(symbol), about) ||
      (isSeen && refusesByPath(bodyOf(written), byPathAlone));
    return isByPath ? "maybe" : "asks";
  }

  /** The same of a function without a name, by the lines that it stands in. */
  #inPlace({ lines }: Guard, symbol: string): Verdict {
    if (lines === undefined) return "asks";
    const within = this.#callsWithin(symbol, lines);
    // What one line registers may be more than it.
    if (lines[0] === lines[1]) return "asks";
    const [first, ...others] = within;
    if (first && others.length > 0 && first.line <= lines[0] + 1 && handingOnFirst.test(first.quote ?? ""))
      return "never";
    if (onlyPrepares(within, lines)) return "never";
    if (within.some(isPreparing) && handsOnAlways(within, this.#throwsBelow) && !this.#throwsWithin(symbol, lines))
      return "never";
    const isByPath =
      goesByPath(quotesOf(within), ofPaths.test(symbol), byPath) || goesOnByPath(within) || beginsByPath(within);
    return isByPath ? "maybe" : "asks";
  }

  /** Whether code throws on some lines. */
  #throwsWithin(symbol: string, lines: readonly [number, number]): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#throws ??= this.#db.prepare(
      "select 1 from error_sites where fact >= ? and fact < ? and kind = 'throw' and line >= ? and line <= ? limit 1",
    );
    return this.#throws.get(...this.#ranges.of(symbol), ...lines) !== undefined;
  }

  /** The calls of some lines, but for the first: what registers or makes what is written there. */
  #callsWithin(caller: string, lines: readonly [number, number]): readonly Called[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#callsAt ??= this.#db.prepare(
      `select callee, callee_text, arguments, passed, quote, line from calls
       where fact >= ? and fact < ? and caller = ? and line >= ? and line <= ? order by fact`,
    );
    return this.#callsAt.all(...this.#ranges.of(caller), caller, ...lines).slice(1) as unknown as Called[];
  }
}

/** What asks whether a text is another, or has it. */
const comparing = /^(?:startsWith|endsWith|includes|match|matches|test|exec|indexOf|has|some)$/;
/** Answers as Express and Fastify call them: nothing is answered but by what is called on them. */
const ofExpress = /^(?:res|response|reply)\./;
/** What hands on before it does anything else has let the request through. */
const handingOnFirst = /^\s*await next\(\)/;
const opening = /(?:=>|\))\s*(?::\s*[\w<>[\], |.]+)?\{/g;
/** What makes a middleware of procedures, which refuses by throwing alone. */
const ofProcedures = /=\s*[\w.]*\.middleware\(/;

/** Whether a function takes what SvelteKit gives its hooks: `({ event, resolve })`. */
const isHandle = (params: readonly string[]): boolean =>
  params.length === 1 && /\bresolve\b/.test(params[0] ?? "") && /\bevent\b/.test(params[0] ?? "");

/** Whether the first statement of a function hands on, or that of the function which is all that it gives back. */
function handsOnFirst(written: string): boolean {
  for (const { index, 0: opened } of written.matchAll(opening)) {
    const body = written.slice(index + opened.length);
    if (!/^\s*return\b/.test(body)) return handingOnFirst.test(body);
  }
  return false;
}

/** An answer that is no call: Koa's `ctx.status = 401`, and what is given back. */
const answersByHand =
  /\b(?:ctx|context|c|res|response|reply)\.(?:status|body|statusCode)\s*=|\breturn\s+(?:c|ctx|new\s+Response)\b|\bNextResponse\b|\bthrow\b/;

/** What hands on and does nothing else stands for what is not written yet. */
const assigning = /\b\w+(?:\.\w+)+\s*=(?![=>])/;

const bodyOf = (text: string): string => text.slice(Math.max(0, text.search(/=>|\{/)));

const quotesOf = (calls: readonly Called[]): string[] => calls.flatMap(({ quote }) => (quote === null ? [] : [quote]));

/** Whether calls hand on and do nothing that could answer or refuse in the place of what is handed on to. */
function handsOnAlways(calls: readonly Called[], throwsBelow: (symbol: string) => boolean): boolean {
  const next = calls.filter(({ callee_text }) => onward.test(callee_text));
  if (next.length === 0) return false;
  const isError = ({ arguments: given, quote }: Called) => given > 0 && !/\b(?:next|done)\(\s*\{/.test(quote ?? "");
  if (next.some(isError)) return false;
  return calls.every(
    ({ callee, callee_text: text, passed }) =>
      onward.test(text) ||
      ((!answering.test(text) || preparing.test(text)) &&
        !handingAway.test(passed ?? "") &&
        !refusing.test(lastName(text)) &&
        (callee === null || !throwsBelow(callee))),
  );
}

/** Whether a call says something of an answer that goes on. */
const isPreparing = ({ callee_text: text }: Called): boolean => ofExpress.test(text) && preparing.test(text);

/** Whether calls ask about the path, hand on, and go on: what is let through so is let through by its path. */
function goesOnByPath(calls: readonly Called[]): boolean {
  const first = calls.findIndex(({ callee_text: text }) => onward.test(text));
  const before = first < 0 ? [] : calls.slice(0, first);
  const isAsking = ({ callee_text: text }: Called) => byPathAlone.test(text) && comparing.test(lastName(text));
  const isOther = ({ callee_text: text }: Called) => answering.test(text) && !preparing.test(text);
  return before.some(isAsking) && !before.some(isOther) && calls.length > first + 1;
}

/** What is kept for those behind, or said of the answer, as a statement of its own. */
const keeping = /^\s*(?:ctx|context|c)\.(?:set|append|header|vary|type)\(/;
const handingOn = /^\s*(?:return\s+)?(?:await\s+)?next\(\)/;

/** Whether each line of a function is a statement that keeps something for those behind, or hands on. */
function onlyPrepares(calls: readonly Called[], [first, last]: readonly [number, number]): boolean {
  const isPlain = ({ quote }: Called) => keeping.test(quote ?? "") || handingOn.test(quote ?? "");
  const inner = new Set(calls.map(({ line }) => line).filter((line) => line > first && line < last));
  const isWhole = inner.size === last - first - 1 && calls.some(({ quote }) => handingOn.test(quote ?? ""));
  return isWhole && calls.every(isPlain);
}

/** Whether a hook that goes on by itself where it ends asks about the path before it does anything else. */
function beginsByPath([first, ...others]: readonly Called[]): boolean {
  if (!first || others.length === 0 || others.some(({ callee_text: text }) => onward.test(text))) return false;
  const { callee_text: text, quote } = first;
  return byPathAlone.test(text) && comparing.test(lastName(text)) && /^\s*if\s*\(/.test(quote ?? "");
}
