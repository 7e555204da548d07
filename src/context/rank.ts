/**
 * Ranks files by how well they and their symbols fit a focus. A file that is named, or that declares a symbol named in
 * full, wins outright; the words of a sentence add up signal by signal, each divided by its maximum for the request.
 *
 * Signals and weights follow the design's recipe as far as the facts of a snapshot reach: symbols as documents (best
 * + ½ second + ¼ third), identifiers that equal a name (÷ √files that declare it), words covered.
 */
import { terms } from "#contract/terms";
import { isAside, isGenerated } from "./call-sites.ts";
import { type Focus, isCompound } from "./focus.ts";
import type { MatchedSymbol, Matches } from "./gather.ts";
import { sharedFolders } from "./paths.ts";

export interface RankedFile {
  path: string;
  score: number;
  /** Symbols that matched, best first. */
  hits: MatchedSymbol[];
  why: "path" | "symbol" | "words";
}

const weights = { symbols: 1, identifiers: 0.7, coverage: 0.5, near: 0.15 };
/** Tests, samples and what is generated are named beside their source, so they come after it. */
const asideFactor = 0.35;

/** Found with the type they belong to, rather than for themselves. */
const memberKinds = ["property", "enum_member"];

export interface RankOptions {
  activeFile?: string | undefined;
  /** Tests are what is sought. */
  wantsTests: boolean;
}

export function rankFiles(focus: Focus, matches: Matches, { activeFile, wantsTests }: RankOptions): RankedFile[] {
  const byPath = new Map<
    string,
    { symbols: { row: MatchedSymbol; score: number }[]; identifiers: number; exact: number }
  >();
  const at = (path: string) => {
    const file = byPath.get(path) ?? { symbols: [], identifiers: 0, exact: 0 };
    byPath.set(path, file);
    return file;
  };

  const top = matches.words[0]?.score ?? 1;
  const declaring = new Map<string, Set<string>>();
  // What is generated of a declaration is named like it.
  for (const { name, path } of matches.named)
    if (!isGenerated(path)) declaring.set(name, (declaring.get(name) ?? new Set()).add(path));
  const seen = new Set<string>();
  for (const row of matches.named) {
    const files = declaring.get(row.name)?.size ?? 1;
    const file = at(row.path);
    const isJoined = focus.joined.includes(row.name) && !focus.identifiers.includes(row.name);
    const isMeant = !isJoined && (focus.identifiers.length === 1 || isCompound(row.name));
    // A word of a sentence that is some symbol's name too is a hint, and less of one where many are called that.
    const hint = memberKinds.includes(row.kind) ? 0.25 : isJoined ? 1 : 0.5;
    const fit = (isMeant ? 1 : hint) / Math.sqrt(files);
    file.identifiers = Math.max(file.identifiers, fit);
    if (isMeant) file.exact = Math.max(file.exact, row.exported ? 2.4 : 2);
    file.symbols.push({ row, score: top * (isMeant ? 1 : fit) });
    seen.add(row.id);
  }
  // One word that is a symbol's name asks for that symbol, not for its parts.
  const isName = focus.identifiers.length === 1 && matches.named.length > 0;
  for (const row of isName ? [] : matches.words) {
    if (!seen.has(row.id))
      at(row.path).symbols.push({ row, score: row.score * (memberKinds.includes(row.kind) ? 0.5 : 1) });
  }
  const wanted = new Set(focus.paths);
  for (const { path } of matches.files) at(path).exact = wanted.has(path) ? 4 : Math.max(at(path).exact, 3);

  const found = [...byPath].map(
    ([path, { symbols }]) =>
      [path, new Set(symbols.flatMap(({ row }) => terms(`${row.name} ${row.path} ${row.signature}`)))] as const,
  );
  const wordsOf = new Map(found);
  const weightOf = weigh(
    new Set(terms(focus.text)),
    found.map(([, words]) => words),
  );
  const files = [...byPath].map(([path, file]) => {
    const scores = file.symbols.map(({ score }) => score).sort((a, b) => b - a);
    const own = wordsOf.get(path) ?? new Set();
    return {
      path,
      file,
      symbols: (scores[0] ?? 0) + (scores[1] ?? 0) / 2 + (scores[2] ?? 0) / 4,
      identifiers: file.identifiers,
      coverage: [...weightOf].reduce((sum, [word, weight]) => sum + (own.has(word) ? weight : 0), 0),
      near: activeFile ? sharedFolders(path, activeFile) : 0,
    };
  });
  const most = (signal: keyof typeof weights) => Math.max(...files.map((file) => file[signal]), 1e-9);
  const tops = {
    symbols: most("symbols"),
    identifiers: most("identifiers"),
    coverage: most("coverage"),
    near: most("near"),
  };
  return files
    .map(({ path, file, ...signals }): RankedFile => {
      const sum = (Object.keys(weights) as (keyof typeof weights)[]).reduce(
        (total, signal) => total + (weights[signal] * signals[signal]) / tops[signal],
        0,
      );
      const isLast = (isAside(path) && !wantsTests) || isGenerated(path);
      const aside = isLast && file.exact < 3 ? asideFactor : 1;
      return {
        path,
        score: (file.exact + sum) * aside,
        hits: file.symbols.sort((a, b) => b.score - a.score).map(({ row }) => row),
        why: file.exact >= 3 ? "path" : file.exact > 0 ? "symbol" : "words",
      };
    })
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .filter(
      (file, _, [best]) =>
        // Who names one thing wants that; a sentence that names one is about more.
        best?.why === "words" || file.why !== "words" || focus.identifiers.length > 1,
    );
}

/** Each word by how much it tells the files apart: one that most of them hold says little. */
function weigh(words: ReadonlySet<string>, files: readonly ReadonlySet<string>[]): Map<string, number> {
  const holding = (word: string) => files.filter((own) => own.has(word)).length;
  return new Map([...words].map((word) => [word, Math.log(1 + files.length / Math.max(1, holding(word)))]));
}
