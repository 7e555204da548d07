/** Functions that may be wrappers, as far as their own file tells. */
import type { DatabaseSync } from "node:sqlite";
import { fits } from "#engine/scan/derive/path-pattern";
import { firstFact } from "#engine/scan/schema";
import clauses from "./wrapper-rules.gen.json" with { type: "json" };

/** Lines and branches of a function that does little more than one call. */
const mostLines = 12;
const mostBranches = 3;

/** A short function with one call, of something outside of the repository, to which it passes what it is given. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly target: string;
  /** What it is for, where the rules name the target. */
  readonly category: string | null;
  /** The import of its file that the target is of. */
  readonly from: string | null;
}

interface Primitive {
  readonly category: string;
  readonly languages: ReadonlySet<string>;
  readonly parts: readonly string[];
}

const primitives: readonly Primitive[] = (
  clauses as readonly { category: string; languages: readonly string[]; call: readonly string[] }[]
).flatMap(({ category, languages, call }) => {
  const known = new Set(languages);
  return call.map((one): Primitive => ({ category, languages: known, parts: one.split(".") }));
});

interface Row {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly params: string;
  readonly preview: string | null;
  readonly target: string;
  readonly text: string;
}

/** Reads the candidates of one file after the other. */
export class CandidateReader {
  readonly #file;
  readonly #rows;
  readonly #imported;

  constructor(db: DatabaseSync) {
    const within = "fact >= :from and fact < :to";
    this.#file = db.prepare(`select language from files where ${within} and not is_test and not is_generated`);
    this.#rows = db.prepare(
      `with once as (
         select caller, max(target) as target, max(callee_text) as text from calls where ${within}
         group by caller having count(*) = 1 and max(callee) is null and max(target) is not null and max(arguments) > 0
       )
       select id, name, line, params, preview, target, text
       from (select fact, id, name, kind, line, end_line, complexity, params, preview from symbols where ${within})
       join once on once.caller = id
       where kind in ('function', 'method') and complexity <= ${mostBranches} and end_line - line < ${mostLines}
         and json_array_length(params) > 0
       order by fact`,
    );
    this.#imported = db.prepare(`select external from imports where ${within} and external is not null order by fact`);
  }

  /** To be kept; null where there are none. */
  read(unit: number): string | null {
    const range = { from: firstFact(unit), to: firstFact(unit + 1) };
    const file = this.#file.get(range) as { language: string } | undefined;
    const rows = (file ? this.#rows.all(range) : []) as unknown as Row[];
    const passing = rows.filter(passesOn);
    if (!file || passing.length === 0) return null;
    const externals = this.#imported.all(range).map(({ external }) => String(external));
    const found = passing.flatMap(({ id, name, line, target }): Candidate[] => {
      const category = categoryOf(file.language, target) ?? null;
      const from = externals.find((external) => startsWith(target, external)) ?? null;
      return category === null && from === null ? [] : [{ id, name, line, target, category, from }];
    });
    return found.length === 0 ? null : JSON.stringify(found);
  }
}

/** What may stand in front of a call that is all that a function does. */
const wholeStatement = /(?:^|return|=>|=|\{)\s*(?:await\s+|new\s+)?$/;

/** A statement of SQL of its own: it asks something, and hands nothing on. */
const statement = /["'`]\s*(?:select|insert|update|delete|with|merge|replace)\s/i;

/**
 * Whether something else than what the call gives is given back: then the call is done beside it.
 *
 * @param before what stands before the call in its line: names that hold what it gives
 */
function givesOther(preview: string, at: number, before: string): boolean {
  const given = [...preview.matchAll(/\breturn\b[^\S\n]+([^\s;}][^;]*)/g)];
  const held = new Set(/^(.*?):?=[^=]*$/.exec(before)?.[1]?.match(/[$\w]+/g));
  const isOfCall = ({ index, 0: text, 1: what = "" }: RegExpExecArray): boolean =>
    (index <= at && at < index + text.length) || held.has(what.split("\n")[0]?.trim() ?? "");
  return given.length > 0 && !given.some(isOfCall);
}

/** Whether the call is all that is done, and given a parameter. Without excerpts it is not known. */
function passesOn({ params, preview, text }: Row): boolean {
  const at = preview?.lastIndexOf(text) ?? -1;
  if (preview === null || at < 0) return false;
  const line = preview.slice(preview.lastIndexOf("\n", at) + 1, at);
  if (!wholeStatement.test(line) || givesOther(preview, at, line)) return false;
  const given = argumentsOf(preview.slice(at + text.length));
  if (statement.test(given)) return false;
  const names = (JSON.parse(params) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => /^[$\w]+$/.test(name));
  return names.some((name) => given.split(/[^$\w]+/).includes(name));
}

/** What stands between the first parenthesis and the one that closes it. */
function argumentsOf(text: string): string {
  const from = text.indexOf("(");
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return text.slice(from + 1, at);
  }
  return from < 0 ? "" : text.slice(from + 1);
}

function categoryOf(language: string, target: string): string | undefined {
  const names = target.split(".");
  return primitives.find(({ languages, parts }) => languages.has(language) && fits(parts, names))?.category;
}

const startsWith = (path: string, start: string): boolean =>
  path === start || (path.startsWith(start) && /[./\\:]/.test(path[start.length] ?? ""));
