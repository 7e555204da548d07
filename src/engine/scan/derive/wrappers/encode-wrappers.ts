/**
 * The units of wrappers: short functions that pass what they are given to one function of a library, and are called in
 * several places instead of it.
 */
import type { DatabaseSync } from "node:sqlite";
import { encodeUnit, type FactRow } from "#contract/unit";
import { fits } from "#engine/scan/derive/path-pattern";
import clauses from "./wrapper-rules.gen.json" with { type: "json" };

/** Lines and branches of a function that does little more than one call. */
const mostLines = 12;
const mostBranches = 3;
/** Calls of a wrapper, and the files that they stand in. */
const leastUses = 3;
const leastFiles = 2;

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly params: string;
  readonly preview: string | null;
  readonly language: string;
  readonly target: string;
  readonly text: string;
  readonly uses: number;
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

export function encodeWrappers(db: DatabaseSync): { path: string; line: string }[] {
  const declared = new Set(
    db
      .prepare("select distinct name from dependencies")
      .all()
      .map(({ name }) => normal(String(name))),
  );
  const imported = db.prepare("select distinct external from imports where path = ? and external is not null");
  const directUses = db.prepare(
    `select count(distinct path || ' ' || site) as n from calls where target = ? and callee_name = ? and caller <> ?
       and path in (select path from files where not is_test)`,
  );
  const rows = new Map<string, FactRow[]>();
  for (const one of readCandidates(db)) {
    if (!passesOn(one)) continue;
    const externals = imported.all(one.path).map(({ external }) => String(external));
    const from = externals.find((external) => startsWith(one.target, external));
    const category = categoryOf(one) ?? (from !== undefined && isDeclared(declared, from) ? "library" : undefined);
    if (category === undefined) continue;
    const name = one.target.slice(one.target.lastIndexOf(".") + 1);
    const direct = Number(directUses.get(one.target, name, one.id)?.n);
    if (direct >= one.uses) continue;
    const library = from ?? one.target.split(".")[0] ?? one.target;
    const row: FactRow = [one.id, one.name, one.target, library, category, one.uses, direct, one.path, one.line];
    const listed = rows.get(one.path);
    if (listed) listed.push(row);
    else rows.set(one.path, [row]);
  }
  return [...rows].map(([path, wrappers]) => ({ path, line: encodeUnit("wrapper", path, { wrappers }) }));
}

/** Functions with one call, of something outside of the repository, that are called often enough. */
const readCandidates = (db: DatabaseSync): Candidate[] =>
  db
    .prepare(
      `with once as (
         select caller, max(target) as target, max(callee_text) as text from calls
         where path in (select path from files where not is_test and not is_generated)
         group by caller having count(*) = 1 and max(callee) is null and max(target) is not null and max(arguments) > 0
       ), used as (
         select callee, count(*) as uses from calls
         where callee in (select caller from once) and path in (select path from files where not is_test)
         group by callee having count(*) >= ${leastUses} and count(distinct path) >= ${leastFiles}
       )
       select symbols.id, symbols.name, symbols.path, symbols.line, params, preview, language, target, text, uses
       from used join once on once.caller = used.callee join symbols on symbols.id = used.callee
       join files on files.path = symbols.path
       where symbols.kind in ('function', 'method') and complexity <= ${mostBranches}
         and end_line - symbols.line < ${mostLines} and json_array_length(params) > 0
       order by symbols.path, symbols.fact`,
    )
    .all() as unknown as Candidate[];

/** What may stand in front of a call that is all that a function does. */
const wholeStatement = /(?:^|return|=>|=|\{)\s*(?:await\s+|new\s+)?$/;

/** Whether the call is all that is done, and given a parameter. Without excerpts it is not known. */
function passesOn({ params, preview, text }: Candidate): boolean {
  const at = preview?.lastIndexOf(text) ?? -1;
  if (preview === null || at < 0) return false;
  const line = preview.slice(preview.lastIndexOf("\n", at) + 1, at);
  if (!wholeStatement.test(line)) return false;
  const given = argumentsOf(preview.slice(at + text.length));
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

function categoryOf({ language, target }: Candidate): string | undefined {
  const names = target.split(".");
  return primitives.find(({ languages, parts }) => languages.has(language) && fits(parts, names))?.category;
}

const startsWith = (path: string, start: string): boolean =>
  path === start || (path.startsWith(start) && /[./\\:]/.test(path[start.length] ?? ""));

const normal = (name: string): string => name.toLowerCase().replaceAll(/[_.]/g, "-");

/** Whether a manifest names the package, or one that it is a part of. */
function isDeclared(declared: ReadonlySet<string>, external: string): boolean {
  const name = normal(external);
  return declared.has(name) || [...name.matchAll(/\//g)].some(({ index }) => declared.has(name.slice(0, index)));
}
