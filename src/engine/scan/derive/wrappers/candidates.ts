/** Functions that may be wrappers, as far as their own file tells. */
import type { FactRow, Unit } from "#contract/unit";
import { fits } from "#engine/scan/derive/path-pattern";
import { columnsAt, rawRows, rowsOf } from "#engine/scan/derive/unit-rows";
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

/** The candidates of a file's unit, to be kept; null where there are none. */
export function wrapsOf(unit: Unit): string | null {
  const [file] = rowsOf<{ language: string; is_test: number; is_generated: number }>(unit, "files", [
    "language",
    "is_test",
    "is_generated",
  ]);
  if (!file || file.is_test === 1 || file.is_generated === 1) return null;
  const passing = shortOnes(unit).filter(passesOn);
  if (passing.length === 0) return null;
  type Import = { external: string | null; name: string | null; alias: string | null };
  const imports = rowsOf<Import>(unit, "imports", ["external", "name", "alias"]);
  const externals = imports.flatMap(({ external }) => external ?? []);
  const imported = new Set(imports.flatMap(({ name, alias }) => alias ?? name ?? []));
  const found = passing.flatMap(({ id, name, line, target, text }): Candidate[] => {
    if (isOfContent(target) || isOwn.test(text) || isOfResult(text, target, imported)) return [];
    const category = categoryOf(file.language, target) ?? null;
    const from = externals.find((external) => startsWith(target, external)) ?? null;
    return category === null && from === null ? [] : [{ id, name, line, target, category, from }];
  });
  return found.length === 0 ? null : JSON.stringify(found);
}

/** Whether what a library's function gave is called, and not the function: `setToasts(all)` of `useState`. */
function isOfResult(text: string, target: string, imported: ReadonlySet<string>): boolean {
  const [called] = /^[\w$]+$/.exec(text) ?? [];
  return called !== undefined && !imported.has(called) && target.split(/[.\\:/]/).at(-1) !== called;
}

const call = columnsAt("calls", "caller", "callee", "target", "callee_text", "arguments");

interface SymbolRow extends Omit<Row, "params" | "target" | "text"> {
  readonly params: string | null;
  readonly kind: string;
  readonly end_line: number;
  readonly complexity: number;
}

/** Short functions whose one call leads outside of the repository and is given something. */
function shortOnes(unit: Unit): Row[] {
  /** Null: it makes several. */
  const once = new Map<string, FactRow | null>();
  for (const row of rawRows(unit, "calls")) {
    const caller = row[call.caller] as string;
    once.set(caller, once.has(caller) ? null : row);
  }
  const symbols = rowsOf<SymbolRow>(unit, "symbols", [
    "id",
    "name",
    "kind",
    "line",
    "end_line",
    "complexity",
    "params",
    "preview",
  ]);
  return symbols.flatMap(({ kind, end_line, complexity, params, ...one }): Row[] => {
    const row = once.get(one.id);
    if (!row || row[call.callee] !== null || row[call.target] === null || Number(row[call.arguments]) <= 0) return [];
    if ((kind !== "function" && kind !== "method") || complexity > mostBranches) return [];
    if (end_line - one.line >= mostLines || params === null || params === "[]") return [];
    return [{ ...one, params, target: String(row[call.target]), text: String(row[call.callee_text]) }];
  });
}

/** Names by which libraries hold what they are given, and no thing of their own. */
const holding = new Set(
  "ref shallowRef reactive shallowReactive readonly computed inject useRef useState useMemo useContext signal writable readable observable atom props".split(
    " ",
  ),
);

/** What a language's own lists, texts and promises do. */
const ofLanguage = new Set(
  (
    "map filter find findIndex findLast some every includes indexOf forEach reduce join slice sort flatMap flat at concat push pop " +
    "trim split replace replaceAll startsWith endsWith toLowerCase toUpperCase toString then catch finally " +
    "append extend items keys values strip lower upper startswith endswith encode decode format"
  ).split(" "),
);

/**
 * Whether a target is asked of what a holder holds or a library gave: `vue.ref.value.has`, `react.Component.props.onChange`,
 * `swr.data.find`.
 */
function isOfContent(target: string): boolean {
  const names = target.split(".");
  return (
    names.slice(1, -1).some((name) => holding.has(name)) || (names.length > 2 && ofLanguage.has(names.at(-1) ?? ""))
  );
}

/** What an instance does with itself, by a method that its class inherits: `this.setState`. */
const isOwn = /^(?:this|self|super|\$this|parent)(?:\.|->|::)\w+$/;

/** What may stand in front of a call that is all that a function does. */
const wholeStatement = /(?:^|return|=>|=|\{)\s*(?:await\s+|new\s+)?$/;

/** A statement of SQL of its own: it asks something, and hands nothing on. */
const statement = /["'`]\s*(?:select|insert|update|delete|with|merge|replace)\s/i;

/** What is behind a call of which a part is wanted, or what a comparison tells. */
const partOf = /^\s*(?:\.|\[|->|[=!]==?|[<>]=?\s)/;

/**
 * Whether something else than what the call gives is given back: then the call is done beside it.
 *
 * @param before what stands before the call in its line: names that hold what it gives
 */
function givesOther(preview: string, at: number, before: string): boolean {
  const given = [...preview.matchAll(/\breturn\b[^\S\n]+(?=[^\s;}])/g)];
  const held = new Set(/^(.*?):?=[^=]*$/.exec(before)?.[1]?.match(/[$\w]+/g));
  const isOfCall = ({ index, 0: { length } }: RegExpExecArray): boolean => {
    const end = endOf(preview, index + length);
    return (index <= at && at < end) || held.has(preview.slice(index + length, end).trim());
  };
  return given.length > 0 && !given.some(isOfCall);
}

/** Where an expression ends that begins in some place: at its semicolon, or its line's end outside of parentheses. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const one = text[at] ?? "";
    if ("([{".includes(one)) depth++;
    else if (")]}".includes(one)) depth--;
    else if (one === ";" && depth <= 0) return at;
    // A row of calls goes on in the next line.
    else if (one === "\n" && depth <= 0 && !/^\s*(?:\??\.|->)/.test(text.slice(at))) return at;
    if (depth < 0) return at;
  }
  return text.length;
}

/** Whether the call is all that is done, and given a parameter. Without excerpts it is not known. */
function passesOn({ params, preview, text }: Row): boolean {
  const at = preview?.lastIndexOf(text) ?? -1;
  if (preview === null || at < 0) return false;
  const line = preview.slice(preview.lastIndexOf("\n", at) + 1, at);
  if (!wholeStatement.test(line) || givesOther(preview, at, line)) return false;
  const names = (JSON.parse(params) as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => /^[$\w]+$/.test(name));
  if (givesBack(preview, names)) return false;
  const { given, after } = argumentsOf(preview.slice(at + text.length));
  if (statement.test(given) || partOf.test(after)) return false;
  return names.some((name) => given.split(/[^$\w]+/).includes(name));
}

/** Whether one of several ways out gives back what the function was given: `if (!wrapped) return content;`. */
const givesBack = (preview: string, names: readonly string[]): boolean => {
  const given = [...preview.matchAll(/\breturn[^\S\n]+([$\w]+)[^\S\n]*(?:;|\}|\n|$)/g)];
  return given.some(([, name]) => names.includes(name ?? ""));
};

/** What stands between the first parenthesis and the one that closes it, and what stands behind that. */
function argumentsOf(text: string): { given: string; after: string } {
  const from = text.indexOf("(");
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return { given: text.slice(from + 1, at), after: text.slice(at + 1) };
  }
  return { given: from < 0 ? "" : text.slice(from + 1), after: "" };
}

function categoryOf(language: string, target: string): string | undefined {
  const names = target.split(".");
  return primitives.find(({ languages, parts }) => languages.has(language) && fits(parts, names))?.category;
}

const startsWith = (path: string, start: string): boolean =>
  path === start || (path.startsWith(start) && /[./\\:]/.test(path[start.length] ?? ""));
