/**
 * Requests that are classes and say themselves how they are asked for, `[Route("/items/{Id}", "GET")] class ItemRequest`: a
 * service's method that takes one handles it, by the method that both say.
 */
import type { DatabaseSync } from "node:sqlite";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

/** The names of prefixes of requests, of endpoints by what they take, and of requests that need no service. */
const [ofRequest, byRequest, itself] = ["of request", "by request", "request itself"];
const any = "ANY";

export function withRequestHandlers(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isRequest = ({ kind, name, owner, route }: Registration) =>
    kind === "prefix" && name === ofRequest && owner !== null && route !== null;
  const isHandler = ({ kind, name }: Registration) => kind === "endpoint" && (name === byRequest || name === itself);
  if (!registrations.some((one) => isHandler(one) || one.name === ofRequest)) return registrations;
  const requests = Map.groupBy(registrations.filter(isRequest), ({ owner }) => owner ?? "");
  const named = Map.groupBy(requests.keys(), lastName);
  const guards = Map.groupBy(
    registrations.filter(({ kind, owner }) => kind === "guard" && requests.has(owner ?? "")),
    ({ owner }) => owner,
  );
  const taken = takenBy(db);
  /** The request that a method takes; none where several are called so. */
  const requestOf = (one: Registration): string | undefined => {
    if (one.name === itself) return one.owner ?? undefined;
    const found = named.get(taken(one.handler ?? "")) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };
  const handled = new Set(registrations.flatMap((one) => (one.name === byRequest ? (requestOf(one) ?? []) : [])));
  return registrations.flatMap((one) => {
    if (one.name === ofRequest) return [];
    if (!isHandler(one)) return [one];
    const request = requestOf(one);
    if (request === undefined || (one.name === itself && handled.has(request))) return [];
    const before = one.name === itself ? [] : (guards.get(request) ?? []).flatMap((guard) => listed(guard));
    return (requests.get(request) ?? []).flatMap(({ route, method }) =>
      methodsOf(one, verbsOf(method)).map((verb) => ({
        ...one,
        name: null,
        // What another framework's rules say of the class is nothing of its paths here.
        owner: one.name === itself ? `${request}@` : one.owner,
        route,
        method: verb === any ? null : verb,
        guards: before.length > 0 ? JSON.stringify(before) : null,
      })),
    );
  });
}

/** The methods by which a request is asked for, as it is written: `GET,POST`, `HttpMethods.Put`. None: any. */
const verbsOf = (written: string | null): readonly string[] => {
  const all = (written ?? "").split(/[\s,|]+/).map((one) => one.replace(/^.*\./, "").toUpperCase());
  return all.includes(any) ? [] : all.filter((one) => /^[A-Z]+$/.test(one));
};

/** The methods of a request that something handles. */
function methodsOf({ name, method, handler }: Registration, verbs: readonly string[]): readonly string[] {
  if (name === itself) return verbs.length > 0 ? verbs : [method ?? any];
  const own = lastName(handler ?? "")
    .replace(/~\d+$/, "")
    .replace(/Async$/, "")
    .toUpperCase();
  if (own === any) return verbs.length > 0 ? verbs : [any];
  return verbs.length === 0 || verbs.includes(own) ? [own] : [];
}

/** What methods take first, by the name of its type. */
function takenBy(db: DatabaseSync): (symbol: string) => string {
  const ranges = new FactRanges(db);
  const params = db.prepare("select params from symbols where fact >= ? and fact < ? and id = ?");
  return (symbol) => {
    const row = params.get(...ranges.of(symbol), symbol);
    const [first] = JSON.parse(String(row?.params ?? "[]")) as { type?: string }[];
    return first?.type?.replace(/^.*\./, "") ?? "";
  };
}
