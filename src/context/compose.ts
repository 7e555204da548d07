/**
 * The context as a list of small pieces, most useful first, of which a depth and a budget keep a prefix.
 *
 * A piece belongs to the least depth that shows it. The list is made once, ordered by depth, and filtered: what
 * `overview` shows `standard` shows too. Many files are named thinly and few thickly, because whole files name the
 * fewest of the files that a task needs within a budget.
 */
import { isAside, nameOfId, pathOfId } from "./call-sites.ts";
import type { Around, MatchedSymbol } from "./gather.ts";
import type { RankedFile } from "./rank.ts";

export const depths = ["overview", "standard", "deep"] as const;
export type Depth = (typeof depths)[number];

export const intents = [
  "add_feature",
  "fix_bug",
  "refactor",
  "security_audit",
  "understand_code",
  "add_test",
  "review_pr",
] as const;
export type Intent = (typeof intents)[number];

export interface FileContext {
  /** Its path. */
  id: string;
  symbols: string[];
  body?: string;
}

export interface Context {
  files?: FileContext[];
  moreFiles?: string[];
  callers?: string[];
  callees?: string[];
  types?: string[];
  tests?: string[];
  recent?: string[];
}

type ListSection = Exclude<keyof Context, "files">;
type Piece = { depth: number } & (
  | { section: ListSection; text: string }
  | { section: "files"; path: string; symbol: string }
  | { section: "files"; path: string; body: string }
);

/** The sections in the order in which they matter to who asks. */
const order: Record<Intent, ListSection[]> = {
  add_feature: ["types", "callees", "callers", "tests", "recent"],
  fix_bug: ["callers", "tests", "recent", "callees", "types"],
  refactor: ["callers", "tests", "types", "callees", "recent"],
  security_audit: ["callers", "callees", "types", "recent", "tests"],
  understand_code: ["callees", "callers", "types", "recent", "tests"],
  add_test: ["tests", "types", "callees", "callers", "recent"],
  review_pr: ["recent", "callers", "tests", "callees", "types"],
};

/** All pieces, those of the least depth first. */
export function pieces(ranked: readonly RankedFile[], around: Around, intent: Intent): Piece[] {
  const found: Piece[] = [];
  const inside = Map.groupBy(around.inside, ({ path }) => path);
  for (const [rank, file] of ranked.slice(0, 10).entries()) {
    const own = inside.get(file.path) ?? [];
    const lines = outline(file, own);
    const [shown, full] = rank < 3 ? [5, 8] : [3, 6];
    lines.slice(0, full).forEach((symbol, at) => {
      found.push({ section: "files", depth: at < shown ? 0 : 1, path: file.path, symbol });
    });
    if (lines.length === 0) found.push({ section: "files", depth: 0, path: file.path, symbol: "" });
    const body = rank < 3 ? bodyOf(file, own) : undefined;
    if (body) found.push({ section: "files", depth: rank === 0 ? 1 : 2, path: file.path, body });
  }
  for (const [at, { path, hits }] of ranked.slice(10, 40).entries()) {
    const names = [...new Set(hits.map(({ name }) => name))].slice(0, 2);
    found.push({
      section: "moreFiles",
      depth: at < 10 ? 0 : at < 20 ? 1 : 2,
      text: names.length > 0 ? `${path}: ${names.join(", ")}` : path,
    });
  }
  const lists = aroundLists(around);
  for (const section of order[intent]) {
    lists[section]?.forEach((text, at) => {
      found.push({ section, depth: at < 4 ? 0 : at < 10 ? 1 : 2, text });
    });
  }
  return found.filter(({ depth }) => depth <= 2).sort((a, b) => a.depth - b.depth);
}

/** The longest prefix of the pieces of a depth that costs at most `budget`, as sections. */
export function assemble(
  all: readonly Piece[],
  depth: Depth,
  budget: number,
  tokens: (text: string) => number,
): Context {
  const context: Context = {};
  const byPath = new Map<string, FileContext>();
  let left = budget;
  for (const piece of all) {
    if (piece.depth > depths.indexOf(depth)) break;
    const text = "text" in piece ? piece.text : "body" in piece ? piece.body : piece.symbol;
    left -= tokens(JSON.stringify(text)) + 2;
    const isNew = piece.section === "files" && !byPath.has(piece.path);
    if (isNew) left -= tokens(piece.path) + 14;
    if (left < 0) break;
    if (piece.section !== "files") {
      context[piece.section] = [...(context[piece.section] ?? []), piece.text];
      continue;
    }
    const file = byPath.get(piece.path) ?? { id: piece.path, symbols: [] };
    byPath.set(piece.path, file);
    if ("body" in piece) file.body = piece.body;
    else if (piece.symbol !== "") file.symbols.push(piece.symbol);
  }
  return byPath.size > 0 ? { files: [...byPath.values()], ...context } : context;
}

/** A file's symbols as `line: signature`: those that matched, then what it offers to others. */
function outline(file: RankedFile, inside: readonly MatchedSymbol[]): string[] {
  const declared = inside.filter(({ kind }) => !["property", "enum_member"].includes(kind));
  const matched = new Set(file.hits.map(({ id }) => id));
  const first = file.hits.filter(({ kind }) => !["property", "enum_member"].includes(kind));
  const rest = declared.filter(({ id, exported, parent }) => exported === 1 && parent === null && !matched.has(id));
  return [...first, ...rest].map(({ line, signature, doc, id, parent }) => {
    const owner = parent === null ? "" : ` [${nameOfId(parent)}]`;
    const said = matched.has(id) && doc ? ` — ${firstSentence(doc)}` : "";
    return `${line}: ${signature}${owner}${said}`;
  });
}

function bodyOf(
  file: RankedFile,
  inside: readonly { id: string; kind: string; preview: string | null }[],
): string | undefined {
  for (const { id } of file.hits) {
    const symbol = inside.find((one) => one.id === id);
    if (symbol?.preview?.includes("\n")) return symbol.preview;
  }
  return undefined;
}

function aroundLists({ callers, callees, types, tests, recent }: Around): Partial<Record<ListSection, string[]>> {
  const sorted = callers.toSorted((a, b) => Number(isAside(a.path)) - Number(isAside(b.path)));
  const commits = Map.groupBy(recent, ({ hash }) => hash);
  return {
    callers: unique(
      sorted.map(
        ({ callee, callerName, path, line, quote }) =>
          `${callerName} (${path}:${line}) calls ${nameOfId(callee ?? "")}${quote ? `: ${quote}` : ""}`,
      ),
    ),
    callees: unique(
      callees
        .filter(({ caller, callee }) => callee !== null && caller !== callee)
        .map(({ caller, callee }) => `${nameOfId(caller)} calls ${nameOfId(callee ?? "")} (${pathOfId(callee ?? "")})`),
    ),
    types: unique(
      types
        .filter(({ target }) => target !== null)
        .map(
          ({ type, relation, target }) =>
            `${nameOfId(type)} ${verbs[relation] ?? relation} ${nameOfId(target ?? "")} (${pathOfId(target ?? "")})`,
        ),
    ),
    tests: [...Map.groupBy(tests, ({ path }) => path)].map(
      ([path, of]) => `${path} tests ${unique(of.map(({ tested }) => tested ?? "")).join(", ")}`,
    ),
    recent: [...commits.values()].map((changed) => {
      const [{ time, summary, author, hash }] = changed as [Around["recent"][number]];
      const day = new Date(time * 1_000).toISOString().slice(0, 10);
      return `${day} ${hash.slice(0, 8)} ${summary} (${author}; ${changed.map(({ path }) => path).join(", ")})`;
    }),
  };
}

const verbs: Record<string, string> = { parameter: "takes", return: "returns" };
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

const firstSentence = (doc: string): string => {
  const sentence = /^[\s\S]*?[.!?](?=\s|$)/.exec(doc)?.[0] ?? doc.split("\n")[0] ?? "";
  return sentence.replace(/\s+/g, " ").slice(0, 160);
};
