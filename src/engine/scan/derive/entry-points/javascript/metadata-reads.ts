/**
 * What a guard of NestJS does with what a decorator says of a handler, as far as the text of its method tells: it lets in
 * whoever comes before it asks anything, or it may have asked by then.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { blockAt } from "./guard-conditions.ts";

/** Nobody is asked; or that is not plain. */
export type Freeing = "free" | "maybe";

type Statement = ReturnType<DatabaseSync["prepare"]>;

interface Called {
  readonly name: string | null;
  readonly callee: string | null;
  readonly line: number;
}

interface Method {
  readonly line: number;
  readonly text: string;
  readonly isWhole: boolean;
}

const asking = "canActivate";
const refusal = /\bthrow\b|\breturn false\b|\bsuper\.canActivate\(/;
/** What ends the method otherwise than by letting everybody in. */
const ending = /\bthrow\b|\breturn\b(?!\s*(?:true\b|Promise\.resolve\(true\)|of\(true\)))|\bsuper\.canActivate\(/;
const letting = String.raw`\s*\{?\s*(?:[^{}();]*\([^{}();]*\);\s*)?return\s+(?:true|Promise\.resolve\(true\)|of\(true\))`;
/** A condition, up to three parentheses deep. */
const condition = /\bif\s*\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)/g;
const held = /^\s*(?:const|let|var)\s+(\w+)(?:\s*:[^=]+)?\s*=/;

export class MetadataReads {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, Freeing | undefined>();
  readonly #texts: DeclaredTexts;
  #ranges: FactRanges | undefined;
  #symbol: Statement | undefined;
  #calls: Statement | undefined;
  #throws: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#texts = new DeclaredTexts(db);
  }

  /** What a class does with what it reads of a handler, or of the class of a handler; undefined: it asks all the same. */
  of(read: Registration, isOfClass: boolean): Freeing | undefined {
    const key = `${read.symbol} ${read.line} ${isOfClass}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#reads(read, isOfClass) ? this.#freed(read) : undefined);
    return this.#known.get(key);
  }

  /** Whether it is read of handlers or of their classes, as far as that is written. */
  #reads({ symbol, line }: Registration, isOfClass: boolean): boolean {
    const near = this.#callsIn(symbol).filter((it) => it.line >= line && it.line <= line + 4);
    const names = new Set(near.map(({ name }) => name));
    const [handler, type] = [names.has("getHandler"), names.has("getClass")];
    return handler === type || (isOfClass ? type : handler);
  }

  #freed({ owner, symbol, line }: Registration): Freeing | undefined {
    const method = `${owner}.${asking}`;
    const at = symbol === method ? line : this.#callsIn(method).find(({ callee }) => callee === symbol)?.line;
    const declared = this.#method(method);
    if (at === undefined || !declared) return "maybe";
    const lines = declared.text.split("\n");
    const before = lines.slice(1, at - declared.line).join(" ");
    if (refusal.test(before) || this.#throwsBefore(method, at)) return undefined;
    const [first = "", ...others] = lines.slice(at - declared.line);
    const rest = [first, ...others].join(" ").replace(/\s+/g, " ");
    const name = held.exec(first)?.[1];
    return letsIn(rest, name) || (declared.isWhole && name !== undefined && asksOthersAlone(rest, name))
      ? "free"
      : "maybe";
  }

  #throwsBefore(symbol: string, line: number): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#throws ??= this.#db.prepare(
      "select 1 from error_sites where fact >= ? and fact < ? and kind = 'throw' and symbol = ? and line < ? limit 1",
    );
    return this.#throws.get(...this.#ranges.of(symbol), symbol, line) !== undefined;
  }

  #method(symbol: string): Method | undefined {
    this.#ranges ??= new FactRanges(this.#db);
    this.#symbol ??= this.#db.prepare(
      "select id, line, end_line, preview from symbols where fact >= ? and fact < ? and id = ?",
    );
    const row = this.#symbol.get(...this.#ranges.of(symbol), symbol);
    return row && { line: Number(row.line), ...this.#texts.of(row) };
  }

  #callsIn(symbol: string): readonly Called[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#calls ??= this.#db.prepare(
      "select callee_name as name, callee, line from calls where fact >= ? and fact < ? and caller = ?",
    );
    return this.#calls.all(...this.#ranges.of(symbol), symbol) as unknown as readonly Called[];
  }
}

/** Whether what is read lets in whoever comes before anything else is asked: by its name, or where it is read. */
function letsIn(rest: string, name: string | undefined): boolean {
  const is = name === undefined ? String.raw`this\.[\w.]+` : literally(name);
  const given = new RegExp(String.raw`\breturn (?:!!|\(|Boolean\()*${is}\b[^;?]*?(?:\|\|| \? true\b)`);
  for (const found of rest.matchAll(condition)) {
    const [written, asked = ""] = found;
    const before = rest.slice(0, found.index);
    if (ending.test(before)) return false;
    const mentions = new RegExp(String.raw`(?<![!\w.])(?:!!)?${is}\b`).test(asked) && !new RegExp(`!${is}`).test(asked);
    const isOpen = mentions && !asked.includes("&&") && !/(?:!==|===) (?:false|undefined|null)/.test(asked);
    if (isOpen && new RegExp(`^${letting}`).test(rest.slice(found.index + written.length))) return true;
  }
  const at = rest.search(given);
  return at >= 0 && !ending.test(rest.slice(0, at));
}

/** Whether code that is seen whole refuses nowhere but where something is not said. */
function asksOthersAlone(text: string, name: string): boolean {
  let [rest, isAsked] = [text, false];
  for (const found of text.matchAll(condition)) {
    const block = blockAt(text, found.index + found[0].length);
    const isOfOthers = (found[1] ?? "").split("||").every((asked) => new RegExp(String.raw`!${name}\b`).test(asked));
    if (!isOfOthers || !ending.test(block)) continue;
    isAsked = true;
    rest = rest.replace(block, "");
  }
  return isAsked && !ending.test(rest);
}
