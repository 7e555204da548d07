/** Which of several descriptions of one service, as copies of a .proto file, tells what handles it. */
import type { FactRow } from "#contract/unit";

/**
 * Of the files that describe a method of a service, the one that lies nearest to what handles it: who asks for it keeps
 * copies.
 */
export function describedNearest(
  all: readonly (readonly [row: FactRow, path: string])[],
): (row: FactRow, path: string) => boolean {
  const isDescription = (path: string) => path.endsWith(".proto");
  const keyOf = (row: FactRow) => JSON.stringify([row[4], handlerOf(row)]);
  const near = (row: FactRow, path: string): number => {
    const [one, other] = [path.split("/"), String(handlerOf(row)).split("/")];
    const apart = one.findIndex((part, at) => part !== other[at]);
    return apart < 0 ? one.length : apart;
  };
  const best = new Map<string, number>();
  for (const [row, path] of all)
    if (isDescription(path) && handlerOf(row) !== null)
      best.set(keyOf(row), Math.max(best.get(keyOf(row)) ?? 0, near(row, path)));
  return (row, path) => !isDescription(path) || handlerOf(row) === null || near(row, path) === best.get(keyOf(row));
}

export const handlerOf = (row: FactRow): unknown => row[5];
