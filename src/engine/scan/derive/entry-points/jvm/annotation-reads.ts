/**
 * Where a class reads which annotations a handler carries, by what it calls: what it asks has often no type that is known,
 * as a parameter of a function in its place, `match.flatMap(it -> it.findAnnotation(Requires.class))`.
 */
import type { DatabaseSync } from "node:sqlite";
import { DeclaredTexts } from "#engine/scan/derive/declared-texts";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const reading =
  /(?:^|\.)(?:(?:find|get|findMerged|getMerged|getDeclared|has|hasDeclared)Annotation|isAnnotated|isAnnotationPresent|getAnnotationsByType)$/;

/** What says under which condition a class is there. */
const conditional = /^(?:Conditional|Profile\b)/;

/** What a function does with errors of others, and what it throws itself. */
const [caught, thrown] = [/\bcatch\s*\([^)]*\)\s*\{/g, /\bthrow\b/];

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class AnnotationReads {
  readonly #db: DatabaseSync;
  #ranges: FactRanges | undefined;
  #calls: Statement | undefined;
  #callers: Statement | undefined;
  #decorators: Statement | undefined;
  #annotations: Statement | undefined;
  readonly #conditions = new Map<string, ReadonlySet<string>>();
  #called: Statement | undefined;
  #symbol: Statement | undefined;
  #texts: DeclaredTexts | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The functions of a class that read annotations, with how they do. */
  within(type: string): readonly { readonly owner: string; readonly quote: string }[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#calls ??= this.#db.prepare(
      `select caller, callee_text, quote from calls
       where fact >= ? and fact < ? and substr(caller, 1, length(?) + 1) = ? || '.' and quote is not null`,
    );
    const calls = this.#calls.all(...this.#ranges.of(type), type, type);
    return calls
      .filter(({ callee_text }) => reading.test(String(callee_text)))
      .map(({ caller, quote }) => ({ owner: String(caller), quote: String(quote) }));
  }

  /** The conditions under which a class is there, by its annotations and by those of these that the repository declares. */
  conditionsOf(type: string): ReadonlySet<string> {
    const known = this.#conditions.get(type);
    if (known) return known;
    this.#ranges ??= new FactRanges(this.#db);
    this.#decorators ??= this.#db.prepare("select decorators from symbols where fact >= ? and fact < ? and id = ?");
    this.#annotations ??= this.#db.prepare(
      "select decorators from symbols where name = ? and kind in ('interface', 'class') and decorators is not null",
    );
    const told = (row: Record<string, unknown> | undefined): string[] => JSON.parse(String(row?.decorators ?? "[]"));
    const found = told(this.#decorators.get(...this.#ranges.of(type), type)).flatMap((one) => {
      if (conditional.test(one)) return [one];
      const [own, ...others] = this.#annotations?.all(one.replace(/\(.*$/s, "")) ?? [];
      return others.length === 0 ? told(own).filter((it) => conditional.test(it)) : [];
    });
    const conditions = new Set(found);
    this.#conditions.set(type, conditions);
    return conditions;
  }

  /** The calls of a function, as they are written, by where they stand. */
  callsOf(symbol: string): readonly { readonly caller: string; readonly quote: string }[] {
    this.#callers ??= this.#db.prepare("select caller, quote from calls where callee = ? and quote is not null");
    return this.#callers.all(symbol).map(({ caller, quote }) => ({ caller: String(caller), quote: String(quote) }));
  }

  /** What a function calls. */
  calledIn(symbol: string): readonly { readonly callee: string | null; readonly text: string }[] {
    this.#ranges ??= new FactRanges(this.#db);
    this.#called ??= this.#db.prepare(
      "select callee, callee_text from calls where fact >= ? and fact < ? and caller = ?",
    );
    const calls = this.#called.all(...this.#ranges.of(symbol), symbol);
    return calls.map(({ callee, callee_text }) => ({
      callee: callee === null ? null : String(callee),
      text: String(callee_text),
    }));
  }

  /** Whether a function throws of its own accord, and not for an error of others alone. */
  throwsItself(symbol: string): boolean {
    this.#ranges ??= new FactRanges(this.#db);
    this.#symbol ??= this.#db.prepare(
      "select id, preview, line, end_line from symbols where fact >= ? and fact < ? and id = ?",
    );
    const row = this.#symbol.get(...this.#ranges.of(symbol), symbol);
    this.#texts ??= new DeclaredTexts(this.#db);
    return row !== undefined && thrown.test(withoutCaught(this.#texts.of(row).text));
  }
}

/** Code without what it does with errors. */
function withoutCaught(code: string): string {
  let left = "";
  let at = 0;
  for (const found of code.matchAll(caught)) {
    if (found.index < at) continue;
    left += code.slice(at, found.index);
    at = found.index + found[0].length;
    for (let depth = 1; depth > 0 && at < code.length; at += 1)
      if (code[at] === "{") depth += 1;
      else if (code[at] === "}") depth -= 1;
  }
  return left + code.slice(at);
}
