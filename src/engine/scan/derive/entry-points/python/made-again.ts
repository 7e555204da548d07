/** Routers that a variable of Python holds one after the other: `docs = APIRouter()`, and another where a condition holds. */
import { listed, unsure } from "#engine/scan/derive/entry-points/guards/guards";
import { behind } from "#engine/scan/derive/entry-points/join-paths";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** Who asks by what is said of one thing: where it is made at several places, only who asks at each of them for certain. */
export function guardsOfMade(rows: readonly Registration[]): readonly Guard[] {
  const all = rows.flatMap(listed);
  if (rows.length < 2 || all.length === 0 || !rows.every(isMade)) return all;
  const lines = new Set(rows.map(({ path, line }) => `${path}:${line}`));
  const isAtEach = ({ name, symbol }: Guard) =>
    rows.every((row) => listed(row).some((one) => one.name === name && one.symbol === symbol));
  return lines.size < 2 ? all : all.map((one) => (isAtEach(one) ? one : unsure(one)));
}

/**
 * The paths that stand one behind the other before what is on one thing: those of one declaration are alternatives, and so
 * are those of things that one variable holds one after the other, of which it has one.
 */
export function alternatives(rows: readonly Registration[]): { routes: readonly string[]; isSure: boolean }[] {
  const isDeclared = (one: Registration) => one.owner === one.symbol && one.kind === "prefix" && one.route !== null;
  const made = Map.groupBy(rows.filter(isMade), ({ path, line }) => `${path}:${line}`);
  const isOneOf = (one: Registration) => made.size > 1 && isMade(one);
  const places = Map.groupBy(rows, (one) => {
    if (isDeclared(one)) return `${one.path}:${one.line}:${one.owner}:${one.name}`;
    return isOneOf(one) ? "" : one;
  });
  return [...places].map(([of, place]) => {
    if (of !== "") return { routes: place.map(({ route }) => route ?? ""), isSure: true };
    // What one place makes has all that is said there before its path.
    const told = [...made.values()].map((all) => all.reduce((path, { route }) => behind(path, route ?? ""), ""));
    const routes = [...new Set(told)];
    return { routes, isSure: routes.length < 2 };
  });
}

const isMade = ({ kind, name, owner, symbol, path }: Registration): boolean =>
  kind === "prefix" && name === null && owner !== symbol && path.endsWith(".py");
