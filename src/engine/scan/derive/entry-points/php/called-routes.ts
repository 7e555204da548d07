/**
 * Routes of PHP that functions register which are called where routes are: `Route::middleware('auth')->group(function () {
 * Items::routes(); })`. They stand where they are called, in a group or in a file that is itself mounted, and not where
 * the function is declared.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const frameworks: ReadonlySet<string | null> = new Set(["Laravel", "Lumen"]);
/** Functions that call each other. */
const maxDepth = 6;

interface Called {
  readonly path: string;
  readonly line: number;
  readonly caller: string;
}

const topOf = (path: string): string => `${path}#<module>`;
/** What a function registers on nothing else. */
const routesOf = (symbol: string): string => `${symbol}()routes`;

/** All registrations, with what functions register on what stands around their calls. */
export function withCalledRoutes(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isInFunction = ({ kind, framework, owner, path, symbol }: Registration) =>
    kind === "mount" && frameworks.has(framework) && owner === topOf(path) && symbol !== topOf(path);
  const inside = Map.groupBy(all.filter(isInFunction), ({ symbol }) => symbol);
  if (inside.size === 0) return all;
  const groups = Map.groupBy(
    all.filter(({ kind, framework, mounted }) => kind === "mount" && frameworks.has(framework) && mounted !== null),
    ({ symbol }) => symbol,
  );
  const calls = db.prepare("select distinct path, line, caller from calls where callee = ?");
  const known = new Map<string, readonly string[]>();
  /** What stands around the calls of a function. */
  const around = (symbol: string, depth: number): readonly string[] => {
    const told = known.get(symbol);
    if (told !== undefined || depth === 0) return told ?? [];
    known.set(symbol, []);
    const found = (calls.all(symbol) as unknown as Called[]).flatMap((one) => {
      if (one.caller === topOf(one.path)) return [groupAt(one) ?? one.caller];
      const group = groupAt(one);
      return group !== undefined ? [group] : around(one.caller, depth - 1);
    });
    const owners = [...new Set(found)];
    known.set(symbol, owners);
    return owners;
  };
  /** The innermost group in whose call another stands, be it in the same function. */
  const groupAt = ({ path, line, caller }: Called): string | undefined => {
    const lines = ({ line: first, end_line = first }: Registration) => end_line - first;
    const open = (groups.get(caller) ?? []).filter(
      ({ path: own, line: first, end_line = first }) => own === path && first <= line && line <= end_line,
    );
    return open.toSorted((one, other) => lines(one) - lines(other) || other.line - one.line)[0]?.mounted ?? undefined;
  };
  const moved = new Map([...inside.keys()].map((symbol) => [symbol, around(symbol, maxDepth)]));
  const made = [...moved].flatMap(([symbol, owners]) => {
    const [first] = inside.get(symbol) ?? [];
    if (first === undefined) return [];
    return owners.map((owner) => ({ ...first, owner, mounted: routesOf(symbol), route: "", name: null, guards: null }));
  });
  if (made.length === 0) return all;
  return all
    .map((one) => {
      const isMoved = isInFunction(one) && (moved.get(one.symbol)?.length ?? 0) > 0;
      return isMoved ? { ...one, owner: routesOf(one.symbol) } : one;
    })
    .concat(made);
}
