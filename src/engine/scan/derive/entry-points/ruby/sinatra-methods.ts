/**
 * Methods of Sinatra's classes and extensions that register routes and who is asked before them, where a class calls them:
 * `def self.secured(path, &block) = get(path, role: :user, &block)`, `secured("/mine") { … }`.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { inside } from "#engine/scan/derive/entry-points/guards/guard-order";
import type { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { extensionOf, sinatra } from "./sinatra-extensions.ts";

const verbs: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "options", "head"]);
const before = "before";
/** What a method hands on of the block that it is given. */
const handsBlock = /&\w+/;
/** The conditions of a route by their names: `role: :user`, `:role => :user`. */
const conditions = /(?:^|[\s,{(])(?:(\w+):(?!:)|:(\w+)\s*=>)/g;
/** A part of a text that is put in. */
const put = /#\{\s*([\w.]+)\s*\}/g;
/** A module that a class is extended with, and one that all applications register. */
const extending = /\bextend[\s(]+(?:::)?([A-Z][\w:]*)/;
const registering = /\bSinatra(?:::(?:Base|Application))?\.register[\s(]+(?:::)?([A-Z][\w:]*)/;
/** So many of what a class's body calls are looked at. */
const maxCalls = 4_000;

interface Call {
  readonly path: string;
  readonly line: number;
  readonly callee: string | null;
  readonly callee_text: string;
  readonly quote: string | null;
}

/** What a method registers each time that it is called. */
interface Part {
  readonly verb: string;
  /** As it is written: a parameter or a text; none: all paths. */
  readonly route: string | undefined;
  readonly guards: readonly Guard[];
  /** It handles itself, and not what it is given. */
  readonly isOwn: boolean;
}
interface Method {
  readonly id: string;
  readonly isOfClass: boolean;
  readonly params: readonly string[];
  readonly parts: readonly Part[];
}

export class SinatraMethods {
  readonly #classes: ReadonlyMap<string, unknown>;
  readonly #heirs: Heirs;
  readonly #ranges: FactRanges;
  readonly #calls: ReturnType<DatabaseSync["prepare"]>;
  readonly #symbols: ReturnType<DatabaseSync["prepare"]>;
  readonly #methods = new Map<string, Method | undefined>();
  readonly #named: ReturnType<DatabaseSync["prepare"]>;
  /** The modules that classes register, by the classes, and those that all do. */
  readonly #extensions = new Map<string, readonly string[]>();
  readonly #everywhere: readonly string[];

  constructor(
    db: DatabaseSync,
    classes: ReadonlyMap<string, unknown>,
    heirs: Heirs,
    registrations: readonly Registration[],
  ) {
    this.#classes = classes;
    this.#heirs = heirs;
    this.#ranges = new FactRanges(db);
    this.#calls = db.prepare(
      `select path, line, callee, callee_text, quote from calls
       where fact >= ? and fact < ? and caller = ? order by fact`,
    );
    this.#symbols = db.prepare(
      "select params, is_static from symbols where fact >= ? and fact < ? and id = ? and kind = 'method'",
    );
    this.#named = db.prepare("select id, qualified from symbols where name = ? and kind = 'class' order by id");
    this.#everywhere = db
      .prepare(
        `select distinct quote from calls
         where callee_name = 'register' and callee_text glob '*Sinatra*.register' and quote is not null
         and path not in (select path from files where is_test) order by quote`,
      )
      .all()
      .flatMap(({ quote }) => this.#moduleNamed(registering.exec(String(quote))?.[1]) ?? []);
    for (const one of registrations) {
      const module = extensionOf(one)?.replace(/\.registered\(0\)$/, "");
      if (module !== undefined && one.owner !== null)
        this.#extensions.set(one.owner, [...(this.#extensions.get(one.owner) ?? []), module]);
    }
  }

  /** What the classes register by calls of such methods. */
  called(): readonly Registration[] {
    const bodies = [...this.#classes.keys()].map((type) => [type, this.#callsIn(type).slice(0, maxCalls)] as const);
    for (const [type, calls] of bodies)
      for (const { callee_text, quote } of calls) {
        const module = callee_text === "extend" ? this.#moduleNamed(extending.exec(quote ?? "")?.[1]) : undefined;
        if (module !== undefined) this.#extensions.set(type, [...(this.#extensions.get(type) ?? []), module]);
      }
    return bodies.flatMap(([type, calls]) =>
      calls.flatMap((call) => {
        const method = verbs.has(call.callee_text) ? undefined : this.#methodOf(type, call);
        return method === undefined ? [] : registered(type, call, method);
      }),
    );
  }

  /** The only module of a name, with the modules around it as far as they are written. */
  #moduleNamed(written: string | undefined): string | undefined {
    const parts = written?.split("::") ?? [];
    const path = parts.join(".");
    const found = this.#named.all(parts.at(-1) ?? "").filter(({ qualified }) => `.${qualified}`.endsWith(`.${path}`));
    return found.length === 1 ? String(found[0]?.id) : undefined;
  }

  #callsIn = (caller: string): readonly Call[] =>
    this.#calls.all(...this.#ranges.of(caller), caller) as unknown as Call[];

  /** The method that a class calls in its own body: its own or one above it, or one of an extension that it registers. */
  #methodOf(type: string, { callee, callee_text: name }: Call): Method | undefined {
    if (!/^\w+[!?]?$/.test(name)) return undefined;
    const types = [type, ...this.#heirs.above(type)];
    const modules = [...types.flatMap((one) => this.#extensions.get(one) ?? []), ...this.#everywhere];
    if (callee !== null) {
      if (modules.some((one) => callee === `${one}.${name}`)) return this.#read(callee);
      // A method of instances is called by what is handled, though it be written in the class's body.
      const method = types.some((one) => callee === `${one}.${name}`) ? this.#read(callee) : undefined;
      return method?.isOfClass ? method : undefined;
    }
    const found = [...new Set(modules)].map((one) => this.#read(`${one}.${name}`)).filter((one) => one !== undefined);
    return found.length === 1 ? found[0] : undefined;
  }

  #read(id: string): Method | undefined {
    if (this.#methods.has(id)) return this.#methods.get(id);
    this.#methods.set(id, undefined);
    const symbol = this.#symbols.get(...this.#ranges.of(id), id);
    if (symbol === undefined) return undefined;
    const params = (JSON.parse(String(symbol.params ?? "[]")) as { name: string }[]).map(({ name }) => name);
    const calls = this.#callsIn(id);
    const parts = calls.flatMap((call) => partOf(call, calls) ?? []);
    const method = parts.length > 0 ? { id, params, parts, isOfClass: symbol.is_static === 1 } : undefined;
    this.#methods.set(id, method);
    return method;
  }
}

/** What one of a method's calls registers. */
function partOf(call: Call, calls: readonly Call[]): Part | undefined {
  const { callee_text: verb, quote } = call;
  if (quote === null || (verb !== before && !verbs.has(verb))) return undefined;
  const written = argumentsOf(quote, verb);
  const [route, ...rest] = written;
  if (verb !== before) {
    const told = rest.join(", ");
    const guards = [...told.matchAll(conditions)].map(([, key, old]) => ({ name: key ?? old ?? "", symbol: null }));
    const isHandled = /\bdo\b|\{|&\w/.test(quote);
    return route === undefined || !isHandled ? undefined : { verb, route, guards, isOwn: !handsBlock.test(told) };
  }
  // What the only call of a filter is is who is asked.
  const inside = insideOf(call, calls);
  const [only, ...others] = inside;
  const guard =
    only !== undefined && others.length === 0 && /^\w+[!?]?$/.test(only.callee_text)
      ? { name: only.callee_text, symbol: only.callee }
      : { name: "(inline)", symbol: null, place: `${call.path}:${call.line}` };
  return { verb, route: handsBlock.test(route ?? "") ? undefined : route, guards: [guard], isOwn: true };
}

/** What stands in the block of a call: on its line, or below it up to the next that registers something. */
function insideOf(call: Call, calls: readonly Call[]): readonly Call[] {
  const same = calls.filter((one) => one !== call && one.line === call.line);
  if (same.length > 0 || !/(?:\bdo|\{)\s*(?:\|[^|]*\|)?\s*$/.test(call.quote ?? "")) return same;
  const below = calls.slice(calls.indexOf(call) + 1);
  const next = below.findIndex(({ callee_text: name }) => name === before || verbs.has(name));
  return next < 0 ? below : below.slice(0, next);
}

/** What a call of a method registers on the class that calls it. */
function registered(type: string, call: Call, { id, params, parts }: Method): readonly Registration[] {
  const given = argumentsOf(call.quote ?? "", call.callee_text);
  const known = new Map(params.map((name, at) => [name, textOf(given[at])]));
  const isLeftOut = (name: string | undefined) => name !== undefined && params.indexOf(name) >= given.length;
  return parts.flatMap(({ verb, route, guards, isOwn }): Registration[] => {
    const path = pathOf(route, known);
    const place = {
      framework: sinatra,
      owner: type,
      symbol: type,
      path: call.path,
      line: call.line,
      end_line: call.line,
    };
    const plain = { ...place, name: null, mounted: null, guards: guards.length > 0 ? JSON.stringify(guards) : null };
    if (verb === before)
      return [
        {
          ...plain,
          kind: "guard",
          method: null,
          route: isLeftOut(route) ? null : (path ?? null),
          name: inside,
          handler: null,
          handler_name: null,
        },
      ];
    const handler = isOwn ? id : type;
    return path === undefined
      ? []
      : [{ ...plain, kind: "endpoint", method: verb.toUpperCase(), route: path, handler, handler_name: "(inline)" }];
  });
}

/** A path as a method writes it, with what it is given put in. */
function pathOf(written: string | undefined, known: ReadonlyMap<string, string | undefined>): string | undefined {
  if (written === undefined) return undefined;
  const text = textOf(written);
  if (text === undefined) return /^\w+$/.test(written) ? (known.get(written) ?? `/\${${written}}`) : undefined;
  return text.replace(put, (_, name: string) => known.get(name) ?? `\${${name}}`);
}

/** A text or a symbol without its marks. */
const textOf = (written: string | undefined): string | undefined =>
  /^(?:"([^"]*)"|'([^']*)'|:(\w+[!?]?))$/
    .exec(written ?? "")
    ?.slice(1)
    .find((one) => one !== undefined);

/** What a call is given, as it is written in its first line, up to its block. */
function argumentsOf(quote: string, name: string): readonly string[] {
  const called = new RegExp(`(?:^|[^\\w.:])${literally(name)}(?:\\s*\\(|\\s+|$)`).exec(quote);
  if (called === null) return [];
  const list: string[] = [];
  let from = called.index + called[0].length;
  let depth = 0;
  let at = from;
  const take = () => {
    const text = quote.slice(from, at).trim();
    if (text !== "") list.push(text);
    from = at + 1;
  };
  for (; at < quote.length; at++) {
    const mark = quote[at] ?? "";
    if (mark === '"' || mark === "'") {
      const end = quote.indexOf(mark, at + 1);
      if (end < 0) break;
      at = end;
    } else if (depth === 0 && ends(quote, at)) break;
    else if (/[([{]/.test(mark)) depth++;
    else if (/[)\]}]/.test(mark)) depth--;
    else if (mark === "," && depth === 0) take();
  }
  take();
  return list;
}

/** Whether what a call is given ends at a place: its bracket is closed, or its block or a condition begins. */
const ends = (quote: string, at: number): boolean =>
  quote[at] === ")" ||
  (quote[at] === "{" && !/[,(]\s*$/.test(quote.slice(0, at))) ||
  (/^(?:do|if|unless)\b/.test(quote.slice(at)) && /\s$/.test(quote.slice(0, at)));
