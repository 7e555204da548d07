/**
 * Endpoints that two applications of one repository serve alike, one of them behind somebody more: an application that is put
 * together once with and once without. Of the two one is told, before which those ask for sure that ask in both.
 */
import type { FactRow } from "#contract/unit";

interface Told {
  readonly name: string;
  readonly symbol: string | null;
}

/** The column of those who are asked. */
const guards = 7;

/** Rows without those that say of the same endpoint no more than another one. */
export function told(rows: Iterable<FactRow>): FactRow[] {
  const kept: FactRow[] = [];
  const places = new Map<string, number[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.with(guards, null));
    const known = places.get(key) ?? [];
    places.set(key, known);
    const own = listOf(row);
    const at = known.find((place) => both(listOf(kept[place] ?? row), own) !== undefined);
    if (at === undefined) known.push(kept.push(row) - 1);
    else kept[at] = row.with(guards, JSON.stringify(both(listOf(kept[at] ?? row), own)));
  }
  return kept;
}

const listOf = (row: FactRow): readonly Told[] => JSON.parse(String(row[guards] ?? "[]")) as Told[];

/** The longer of two chains that holds all of the other in its order; undefined: none does, or somebody asks before one alone. */
function both(one: readonly Told[], other: readonly Told[]): readonly Told[] | undefined {
  const [longer, shorter] = one.length < other.length ? [other, one] : [one, other];
  if (shorter.length === 0) return undefined;
  let at = 0;
  const all = longer.map((guard) => {
    const isNext = sameAs(guard, shorter[at]);
    if (isNext) at++;
    return isNext || guard.name.endsWith("?") ? guard : { ...guard, name: `${guard.name}?` };
  });
  return at === shorter.length ? all : undefined;
}

const sameAs = (one: Told, other: Told | undefined): boolean =>
  one.symbol === other?.symbol && one.name.replace(/\?$/, "") === other.name.replace(/\?$/, "");
