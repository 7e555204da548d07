/**
 * Handlers of Express and of routers like its that hand on: where several are registered for one path, each asks before those
 * behind it, `app.post("/films", signedIn)` before `app.post("/films", make)`; so does one for all paths below another before
 * what is registered behind it there.
 */
import type { DatabaseSync } from "node:sqlite";
import { isAsking, unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const frameworks = new Set<string | null>(["Express", "Koa", "Hono", "Polka"]);
/** The end of a path that stands for all below it. */
const anyBelow = /(?:^|\/)(?:\*\w*|\{\*\w*\}|\(\.\*\))$/;
const inline = "(inline)";

/** All registrations, those that hand on to others as guards of these. */
export function withEarlierHandlers(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isEndpoint = ({ kind, framework, owner }: Registration) =>
    kind === "endpoint" && frameworks.has(framework) && owner !== null;
  const keyOf = (one: Registration) => `${one.owner} ${one.path}`;
  const together = Map.groupBy(registrations.filter(isEndpoint), keyOf);
  const handing = new Map<Registration, Guard>();
  const behind = new Map<Registration, readonly Registration[]>();
  const handsOn = reader(db);
  const isBehind = (one: Registration, other: Registration) =>
    other.line > one.line || (other.line === one.line && (other.fact ?? 0) > (one.fact ?? 0));
  for (const all of together.values()) {
    if (all.length < 2) continue;
    const routes = Map.groupBy(all, ({ route }) => plain(route));
    for (const one of all) {
      const isWide = anyBelow.test(one.route ?? "");
      if (!isWide && (routes.get(plain(one.route))?.length ?? 0) < 2) continue;
      const asked = (it: Registration) =>
        it !== one && isBehind(one, it) && (isWide || (plain(it.route) === plain(one.route) && isFor(one, it)));
      const others = all.filter(asked);
      if (others.length === 0 || !handsOn(one)) continue;
      handing.set(one, guardOf(one));
      if (!isWide) behind.set(one, others);
    }
  }
  if (handing.size === 0) return registrations;
  const before = new Map<Registration, Guard[]>();
  for (const [one, others] of behind)
    for (const it of others) before.set(it, [...(before.get(it) ?? []), ...asking(one, handing.get(one))]);
  return registrations.flatMap((one): readonly Registration[] => {
    const guard = handing.get(one);
    if (guard !== undefined && behind.has(one)) return [];
    if (guard !== undefined) return [belowPath(one, asking(one, guard))];
    const asked = before.get(one);
    return [asked ? { ...one, guards: JSON.stringify([...asked, ...read(one)]) } : one];
  });
}

/** Whether one is asked for the method of another. */
const isFor = (one: Registration, other: Registration): boolean => isOfAll(one) || one.method === other.method;
const isOfAll = ({ method }: Registration): boolean => method === null || /^(?:all|any|\*)$/i.test(method);
const plain = (route: string | null): string => (route ?? "").replace(/(?<=.)\/$/, "");
const read = ({ guards }: Registration): Guard[] => (guards === null ? [] : (JSON.parse(guards) as Guard[]));

const asking = (one: Registration, guard: Guard | undefined): Guard[] => (guard ? [...read(one), guard] : read(one));

function guardOf({ handler, handler_name, path, line, end_line }: Registration): Guard {
  const guard = { name: handler_name ?? inline, symbol: handler };
  if (guard.name !== inline) return guard;
  return { ...guard, place: `${path}:${line}:0`, lines: [line, end_line ?? line] };
}

/** What hands on for all paths below one. Of some methods alone, it may ask or not. */
function belowPath(one: Registration, guards: readonly Guard[]): Registration {
  const told = isOfAll(one) ? guards : guards.map(unsure);
  return {
    ...one,
    kind: "guard",
    method: null,
    route: (one.route ?? "").replace(anyBelow, "") || null,
    name: null,
    handler: null,
    handler_name: null,
    guards: JSON.stringify(told),
    mounted: null,
  };
}

/** Says whether a handler calls what comes behind it; of one outside, its name says whether it asks. */
function reader(db: DatabaseSync): (one: Registration) => boolean {
  const ranges = new FactRanges(db);
  const onward = "callee_text = 'next' and arguments = 0";
  const ofFunction = db.prepare(
    `select 1 from calls where fact >= ? and fact < ? and ${onward}
     and (caller = ? or substr(caller, 1, length(?) + 1) = ? || '.') limit 1`,
  );
  const within = db.prepare(
    `select 1 from calls where fact >= ? and fact < ? and ${onward} and line >= ? and line <= ? limit 1`,
  );
  return ({ handler, handler_name: name, path, line, end_line: end }) => {
    if (name === inline) return within.get(...ranges.of(`${path}#`), line, end ?? line) !== undefined;
    if (handler === null) return name !== null && isAsking(name);
    return ofFunction.get(...ranges.of(handler), handler, handler, handler) !== undefined;
  };
}
