/**
 * Handlers that are methods of an interface of TypeScript's, `router.get("/x", films.list)` of what is given an `IFilms`:
 * where one class alone implements it, that class's method handles.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** A method, and the type that declares it. */
const method = /^([^#]*\.[cm]?tsx?#.*)\.([^.#]+)$/s;

/** Registrations with what the only class that implements an interface has in the place of the interface's. */
export function withSoleServers(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const heirs = new Heirs(db);
  const ranges = new FactRanges(db);
  const declared = db.prepare("select 1 from symbols where fact >= ? and fact < ? and id = ?");
  const kinds = db.prepare("select kind from symbols where fact >= ? and fact < ? and id = ?");
  const isInterface = (type: string) => kinds.get(...ranges.of(type), type)?.kind === "interface";
  const known = new Map<string, string>();
  const find = (symbol: string): string => {
    const [, type, name] = method.exec(symbol) ?? [];
    if (type === undefined || !isInterface(type)) return symbol;
    const [only, ...others] = heirs.of(type);
    const found = only === undefined || others.length > 0 ? symbol : `${only}.${name}`;
    return declared.get(...ranges.of(found), found) === undefined ? symbol : found;
  };
  const served = (symbol: string): string => {
    const found = known.get(symbol) ?? find(symbol);
    known.set(symbol, found);
    return found;
  };
  const nameOf = (symbol: string) => symbol.slice(symbol.indexOf("#") + 1);
  const asked = (guards: string): string =>
    JSON.stringify(
      (JSON.parse(guards) as Guard[]).map((guard) => {
        const symbol = guard.symbol === null ? null : served(guard.symbol);
        return symbol === null || symbol === guard.symbol ? guard : { ...guard, symbol, name: nameOf(symbol) };
      }),
    );
  return registrations.map((one) => {
    if (one.kind !== "endpoint" && one.kind !== "guard") return one;
    const guards = one.guards?.includes(".ts") ? asked(one.guards) : one.guards;
    const handler = one.kind === "endpoint" && one.handler !== null ? served(one.handler) : one.handler;
    const handled = handler === one.handler || handler === null ? {} : { handler, handler_name: nameOf(handler) };
    return guards === one.guards && handler === one.handler ? one : { ...one, guards, ...handled };
  });
}
