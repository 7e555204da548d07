/** Few of the patterns that were learnt: the surest and the most used, and none twice. */
import type { Pattern } from "./learn.ts";
import { isSample } from "./words.ts";

const most = 60;
/** Of one kind that is told of several things: bases of classes, casings. */
const mostAlike = 6;

/** Conventions about how things are named and what classes share: there are as many of them as folders and words. */
const ofNames = new Set(["base", "decorator", "class-names", "file-names", "casing"]);
/** What of these fewer do than this part of what the most do, in their languages, is noise beside it. */
const leastBeside = 0.01;

const useOf = ({ confidence, held }: Pattern): number => confidence * Math.log2(1 + held.length);

export function choose(learnt: readonly Pattern[]): Pattern[] {
  // What only samples do is no pattern of the code, where there is any.
  const ofCode = learnt.filter(({ held }) => !held.every(({ path }) => isSample(path)));
  const ranked = withoutNoise(ofCode.length > 0 ? ofCode : learnt).sort(
    (a, b) => useOf(b) - useOf(a) || (a.id < b.id ? -1 : 1),
  );
  const kept: Pattern[] = [];
  const alike = new Map<string, number>();
  const ids = new Set<string>();
  for (const one of ranked) {
    if (kept.length >= most) break;
    const kind = `${one.language} ${one.held[0]?.convention}`;
    const before = alike.get(kind) ?? 0;
    if (before >= mostAlike || ids.has(one.id) || kept.some((other) => isSame(one, other))) continue;
    alike.set(kind, before + 1);
    ids.add(one.id);
    kept.push(one);
  }
  return kept;
}

function withoutNoise(learnt: readonly Pattern[]): Pattern[] {
  const isOfNames = ({ held }: Pattern): boolean => ofNames.has(held[0]?.convention ?? "");
  const most = new Map<string | null, number>();
  for (const { language, occurrences } of learnt.filter(isOfNames))
    most.set(language, Math.max(most.get(language) ?? 0, occurrences));
  return learnt.filter((one) => !isOfNames(one) || one.occurrences >= (most.get(one.language) ?? 0) * leastBeside);
}

/** The same answer of the same places, asked by the name of their folder and by their own. */
function isSame(one: Pattern, other: Pattern): boolean {
  const [a, b] = [one.held[0], other.held[0]];
  // What classes of several folders have in common is told of once.
  const areOfFolders = [a, b].every((it) => it?.convention === "class-names" || it?.group?.endsWith("/"));
  if (areOfFolders && a?.convention === b?.convention)
    return a?.variant === b?.variant && one.language === other.language;
  if (a?.convention !== b?.convention || a?.variant !== b?.variant || a?.group === null || a?.group === b?.group)
    return false;
  const paths = new Set(other.held.map(({ path }) => path));
  const shared = one.held.filter(({ path }) => paths.has(path)).length;
  return shared >= 0.6 * Math.min(one.held.length, other.held.length);
}
