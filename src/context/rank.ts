/**
 * Ranks files by how well they and their symbols fit a focus. A file that is named, or that declares a symbol named in
 * full, wins outright; the words of a sentence add up signal by signal, each divided by its maximum for the request.
 *
 * Signals and weights follow the design's recipe as far as the facts of a snapshot reach: symbols as documents (best
 * + ½ second + ¼ third), identifiers that equal a name (÷ √files that declare it), words covered.
 */
import { terms } from "#contract/terms";
import { isAside } from "./call-sites.ts";
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
/** Tests and samples are named beside their source, so they come after it. */
const asideFactor = 0.35;

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

  const declaring = new Map<string, Set<string>>();
  for (const { name, path } of matches.named) declaring.set(name, (declaring.get(name) ?? new Set()).add(path));
  const seen = new Set<string>();
  for (const row of matches.named) {
    const files = declaring.get(row.name)?.size ?? 1;
    const file = at(row.path);
    file.identifiers = Math.max(file.identifiers, (isCompound(row.name) ? 1 : 0.5) / Math.sqrt(files));
    if (focus.identifiers.length === 1 || isCompound(row.name))
      file.exact = Math.max(file.exact, row.exported ? 2.4 : 2);
    file.symbols.push({ row, score: 1e6 });
    seen.add(row.id);
  }
  // One word that is a symbol's name asks for that symbol, not for its parts.
  const isName = focus.identifiers.length === 1 && matches.named.length > 0;
  for (const row of isName ? [] : matches.words) {
    if (!seen.has(row.id)) at(row.path).symbols.push({ row, score: row.score });
  }
  const wanted = new Set(focus.paths);
  for (const { path } of matches.files) at(path).exact = wanted.has(path) ? 4 : Math.max(at(path).exact, 3);

  const words = new Set(terms(focus.text));
  const files = [...byPath].map(([path, file]) => {
    const scores = file.symbols.map(({ score }) => Math.min(score, topScore(matches))).sort((a, b) => b - a);
    const found = new Set(file.symbols.flatMap(({ row }) => terms(`${row.name} ${row.path} ${row.signature}`)));
    return {
      path,
      file,
      symbols: (scores[0] ?? 0) + (scores[1] ?? 0) / 2 + (scores[2] ?? 0) / 4,
      identifiers: file.identifiers,
      coverage: [...words].filter((word) => found.has(word)).length,
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
      const aside = isAside(path) && !wantsTests && file.exact < 3 ? asideFactor : 1;
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
        best?.why === "words" || file.why !== "words" || matches.named.length + matches.files.length === 0,
    );
}

const topScore = (matches: Matches): number => matches.words[0]?.score ?? 1;
