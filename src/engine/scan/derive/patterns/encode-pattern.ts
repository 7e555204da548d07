/** The rows of a pattern, and which of its places are worth copying. */
import type { FactRow } from "#contract/unit";
import type { Ages, Pattern } from "./learn.ts";
import type { Place } from "./observation.ts";
import { folderOf, isAside, scatter } from "./words.ts";

const mostOutliers = 40;
const mostOccurrences = 200;

/** Chooses places worth copying: of files that break no pattern, in functions of a size that is read at once. */
export class Exemplars {
  readonly #broken = new Map<string, number>();
  readonly #costs = new Map<string, number>();

  constructor(patterns: readonly Pattern[]) {
    for (const { broken } of patterns)
      for (const { place } of broken) this.#broken.set(place.path, (this.#broken.get(place.path) ?? 0) + 1);
  }

  /** Two, of different files and, where there are several, of different folders. */
  of(places: readonly Place[]): Place[] {
    const first = this.#best(places, () => true);
    if (!first) return [];
    const folder = folderOf(first.path);
    const second =
      this.#best(places, ({ path }) => folderOf(path) !== folder) ??
      this.#best(places, ({ path }) => path !== first.path);
    return second ? [first, second] : [first];
  }

  /** Of those that will do, the first of the least cost. */
  #best(places: readonly Place[], willDo: (place: Place) => boolean): Place | undefined {
    let [best, least, first]: [Place | undefined, number, number] = [undefined, Infinity, Infinity];
    for (const place of places) {
      const cost = this.#costOf(place);
      if (cost > least || !willDo(place)) continue;
      const order = scatter(place.path);
      if (cost < least || order < first) [best, least, first] = [place, cost, order];
    }
    return best;
  }

  /** A place of the file as a whole, as an import is, shows less than code that does it. */
  #costOf({ path, line, endLine, symbol, quote }: Place): number {
    const isOfFile = symbol === null && quote === null ? 1 : 0;
    return this.#costOfFile(path) + (endLine - line >= 60 ? 2 : 0) + isOfFile;
  }

  #costOfFile(path: string): number {
    const known = this.#costs.get(path);
    if (known !== undefined) return known;
    const aside = isAside(path) || /(?:^|\/)(?:legacy|deprecated)\//i.test(path) ? 4 : 0;
    const cost = (this.#broken.get(path) ?? 0) * 2 + aside;
    this.#costs.set(path, cost);
    return cost;
  }
}

export function encodePattern(pattern: Pattern, exemplars: Exemplars, ages: Ages): Record<string, FactRow[]> {
  const { held, broken, occurrences, outliers } = pattern;
  const chosen = new Set(exemplars.of(held));
  const others = held
    .filter((place) => !chosen.has(place))
    .map((place) => ({ place, order: scatter(place.path) }))
    .sort((a, b) => a.order - b.order || (a.place.path < b.place.path ? -1 : 1))
    .slice(0, mostOccurrences)
    .map(({ place }) => place)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const against = broken.slice(0, mostOutliers);
  const times = held.flatMap(({ path }) => ages.first.get(path) ?? []);
  const row: FactRow = [
    pattern.id,
    pattern.category,
    pattern.name,
    pattern.summary,
    pattern.language,
    pattern.scope,
    isFading(pattern, ages) ? "fading" : "active",
    pattern.confidence,
    occurrences,
    outliers,
    consistencyOf(occurrences, outliers),
    new Set(held.map(({ path }) => path)).size,
    new Set(held.map(({ path }) => folderOf(path))).size,
    times.length > 0 ? Math.min(...times) : null,
  ];
  return {
    patterns: [row],
    pattern_locations: [
      ...[...chosen].map((place) => locate(pattern, place, true, null)),
      ...against.map(({ place, reason }) => locate(pattern, place, false, reason)),
      ...others.map((place) => locate(pattern, place, false, null)),
    ],
  };
}

/** Percent of the places that could that follow: 100 only where none does otherwise. */
const consistencyOf = (occurrences: number, outliers: number): number =>
  outliers === 0 ? 100 : Math.min(99, Math.round((100 * occurrences) / (occurrences + outliers)));

const locate = (
  { id }: Pattern,
  { path, line, endLine, symbol, quote }: Place,
  isExemplar: boolean,
  reason: string | null,
): FactRow => [
  id,
  path,
  line,
  endLine,
  symbol,
  reason === null ? 0 : 1,
  isExemplar ? 1 : 0,
  reason?.slice(0, 200) ?? null,
  quote,
];

/** Whether most of the newest quarter of the files does otherwise. */
function isFading({ held, broken }: Pattern, { first }: Ages): boolean {
  const timed = [
    ...held.map(({ path }) => ({ time: first.get(path), follows: true })),
    ...broken.map(({ place }) => ({ time: first.get(place.path), follows: false })),
  ].flatMap(({ time, follows }) => (time === undefined ? [] : [{ time, follows }]));
  const newest = timed.sort((a, b) => b.time - a.time).slice(0, Math.floor(timed.length / 4));
  return newest.length >= 4 && newest.filter(({ follows }) => follows).length < newest.length / 2;
}
