/** What endpoints share: the start of their routes, where they stand, who guards them, what every handler calls. */
import type { DatabaseSync } from "node:sqlite";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard } from "#engine/scan/derive/entry-points/registration";
import { firstFact } from "#engine/scan/schema";
import { confidenceOf } from "./confidence.ts";
import type { Constraint } from "./constraint.ts";
import { Deliberate } from "./deliberate.ts";
import type { Endpoint } from "./endpoint.ts";
import { guardConstraints } from "./guard-constraints.ts";
import { letsIn, madeBy } from "./guard-names.ts";
import { guardsByPath } from "./guards-by-path.ts";
import { type Ages, commonFolder, type Pattern } from "./learn.ts";
import type { Place } from "./observation.ts";
import { passingGuards } from "./passing-guards.ts";
import { placed } from "./places.ts";
import { folderOf, lastOf, slug } from "./words.ts";

const leastEndpoints = 5;
const mostCalls = 6;
const leastCalling = 0.7;

export function learnEndpoints(db: DatabaseSync, ages: Ages): { patterns: Pattern[]; constraints: Constraint[] } {
  const all = readEndpoints(db);
  const asked = all.flatMap((one) => one.asked);
  const idle = new Set([...guardsByPath(db, asked), ...passingGuards(db, asked)]);
  const endpoints = all.map((one) => ({ ...one, guards: one.guards.filter((name) => !idle.has(name)) }));
  if (endpoints.length < leastEndpoints) return { patterns: [], constraints: [] };
  const files = db.prepare("select path, package from files where is_test = 0 order by path").all();
  const code = files.map(({ path }) => String(path));
  const packages = new Map(files.map((one) => [String(one.path), one.package === null ? null : String(one.package)]));
  const stand = {
    id: "endpoints",
    category: "api",
    what: "Endpoints",
    verb: "are declared",
    least: leastEndpoints,
  } as const;
  const place = placed(
    stand,
    endpoints.map((one) => placeOf(one, "endpoint")),
    code,
    ages,
  );
  return {
    patterns: [...(place ? [place] : []), ...routes(endpoints, ages), ...handlers(db, endpoints, ages)],
    constraints: guardConstraints(
      endpoints.filter(({ isRedirect }) => !isRedirect),
      sharedGuards(db),
      new Deliberate(db),
      (path) => packages.get(path) ?? null,
    ),
  };
}

/** What frameworks call the handlers that send elsewhere: Rails' `redirect`, Django's `RedirectView`. */
const redirects = /(?:^|\.)(?:permanent)?redirect(?:view|response|controller)?(?:$|[.(])/i;

/** An endpoint, and the guards that ask for sure. */
type Read = Endpoint & { readonly asked: readonly Asked[] };

function readEndpoints(db: DatabaseSync): Read[] {
  const rows = db
    .prepare(
      `select route, handler, handler_name, guards, path, line from entry_points
       where kind = 'endpoint' and confidence >= 50 and route is not null
       and path not in (select path from files where is_test = 1) order by path, line, route, method`,
    )
    .all() as {
    route: string;
    handler: string | null;
    handler_name: string | null;
    guards: string | null;
    path: string;
    line: number;
  }[];
  return rows.map(({ guards: asked, handler, handler_name, ...one }) => ({
    ...one,
    asked: sureGuards(asked),
    // Of an inline handler the symbol is what stands around it.
    handler: handler_name === "(inline)" ? null : handler,
    isRedirect: handler === null && handler_name !== null && redirects.test(handler_name),
    guards: namesOf(asked),
    asksInside:
      asked !== null && (JSON.parse(asked) as Guard[]).some(({ name, inside }) => inside && !name.endsWith("?")),
  }));
}

/** The guards of an endpoint; none where one of them lets everybody past the others. */
function namesOf(asked: string | null): string[] {
  const names = guardNames(asked);
  return names.some(letsIn) ? [] : [...new Set(names)];
}

interface Asked {
  readonly name: string;
  readonly symbol: string | null;
}

/** The guards that ask for sure before a handler, by what makes them, whatever they ask for: `Authorize` of `Authorize('Editors')`. */
function sureGuards(guards: string | null): Asked[] {
  if (guards === null) return [];
  const sure = (JSON.parse(guards) as Guard[]).filter(({ name, inside }) => !inside && !/^…|\?$/.test(name));
  return sure.map(({ name, symbol }) => ({
    name: symbol === null ? name.replace(/^([A-Z]\w*)\(.*$/s, "$1") : madeBy(name),
    symbol,
  }));
}

const guardNames = (guards: string | null): string[] => [...new Set(sureGuards(guards).map(({ name }) => name))];

/** The guards that stand before all that hangs on something, and at no endpoint itself, nor are what its handler takes. */
function sharedGuards(db: DatabaseSync): ReadonlySet<string> {
  const rows = db
    .prepare(
      "select kind = 'endpoint' or name is 'type' as own, guards from registrations where guards is not null and name is not ?",
    )
    .all(decidesByPath);
  const named = (own: number) =>
    new Set(rows.filter((row) => row.own === own).flatMap(({ guards }) => guardNames(String(guards))));
  const own = named(1);
  return new Set([...named(0)].filter((name) => !own.has(name)));
}

const placeOf = ({ path, line, handler }: Endpoint, variant: string): Place => ({
  convention: "endpoints",
  group: null,
  variant,
  path,
  line,
  endLine: line,
  symbol: handler,
  quote: null,
  count: 1,
});

interface Told {
  readonly id: string;
  readonly category: Pattern["category"];
  readonly name: string;
  readonly summary: string;
  readonly reason: string;
}

function pattern(
  { id, category, name, summary, reason }: Told,
  held: readonly Place[],
  broken: readonly Place[],
  ages: Ages,
): Pattern | undefined {
  const files = new Set(held.map(({ path }) => path)).size;
  const times = held.flatMap(({ path }) => ages.first.get(path) ?? []);
  const age = times.length === 0 ? null : ages.now - Math.min(...times);
  const confidence = confidenceOf({
    held: held.length,
    chances: held.length + broken.length,
    files: Math.max(3, files),
    age,
  });
  if (confidence < 50) return undefined;
  return {
    id: id.slice(0, 200),
    category,
    name: name.slice(0, 120),
    summary: summary.slice(0, 400),
    language: null,
    scope: commonFolder([...held, ...broken].map(({ path }) => path)) || null,
    part: null,
    confidence,
    occurrences: held.length,
    outliers: broken.length,
    held,
    broken: broken.map((place) => ({ place, reason })),
  };
}

/** The start that nearly all routes share, and how their words are joined. */
function routes(endpoints: readonly Endpoint[], ages: Ages): Pattern[] {
  let prefix = "";
  for (;;) {
    const next = new Map<string, number>();
    for (const { route } of endpoints) {
      const segment = route.startsWith(`${prefix}/`) ? route.slice(prefix.length + 1).split("/")[0] : undefined;
      if (segment && /^[a-z][\w.-]*$/i.test(segment)) next.set(segment, (next.get(segment) ?? 0) + 1);
    }
    const [most] = [...next].sort(([, a], [, b]) => b - a);
    if (!most || most[1] < endpoints.length * 0.85) break;
    prefix = `${prefix}/${most[0]}`;
  }
  if (prefix === "") return [];
  const starts = ({ route }: Endpoint): boolean => route === prefix || route.startsWith(`${prefix}/`);
  const said = {
    name: `Routes start with ${prefix}`,
    summary: `Routes start with \`${prefix}\`.`,
    reason: `does not start with ${prefix}`,
  };
  const [held, broken] = [endpoints.filter(starts), endpoints.filter((one) => !starts(one))];
  return [
    pattern(
      { id: `api/routes-${slug(prefix)}`, category: "api", ...said },
      held.map((one) => placeOf(one, prefix)),
      broken.map((one) => placeOf(one, prefix)),
      ages,
    ),
  ].flatMap((one) => one ?? []);
}

/** A call of a function of another file. */
interface CallOf {
  readonly caller: string;
  readonly callee: string;
  readonly text: string;
  readonly start: number;
  readonly line: number;
  readonly quote: string | null;
}

const placeInRows = ({ caller, start }: CallOf): string => `${caller}:${start}`;

/** Whether a method is called on what another call gives, and so goes with that: `logger.of(c).error(…)`. */
const isBehind = ({ text }: CallOf, other: CallOf): boolean =>
  other.text !== "" && text.length > other.text.length && text.includes(`${other.text}(`);

/** Functions of other files that most handlers call. */
function handlers(db: DatabaseSync, endpoints: readonly Endpoint[], ages: Ages): Pattern[] {
  const own = new Map<string, Endpoint>();
  for (const one of endpoints)
    if (one.handler !== null && !one.handler.endsWith("#<module>")) own.set(one.handler, one);
  if (own.size < 6) return [];
  const paths = new Set([...own.keys()].map((id) => id.slice(0, id.indexOf("#"))));
  const unitOf = db.prepare("select id from units where kind = 'file' and path = ?");
  const callsOf = db.prepare(
    `select caller, callee, callee_text as text, start_line as start, line, quote from calls
     where fact >= ? and fact < ? and callee is not null and resolution in ('exact', 'typed') order by fact`,
  );
  const callers = new Map<string, Map<string, Place>>();
  for (const path of [...paths].sort()) {
    const unit = unitOf.get(path)?.id;
    if (unit === undefined) continue;
    const read = callsOf.all(firstFact(Number(unit)), firstFact(Number(unit) + 1)) as unknown as CallOf[];
    const rows = read.filter(({ callee }) => !callee.startsWith(`${path}#`));
    const together = Map.groupBy(rows, placeInRows);
    for (const row of rows) {
      const { caller, callee, line, quote } = row;
      const endpoint = own.get(caller);
      if (!endpoint || (together.get(placeInRows(row)) ?? []).some((other) => isBehind(row, other))) continue;
      const known = callers.get(callee) ?? new Map<string, Place>();
      callers.set(callee, known);
      if (!known.has(caller))
        known.set(caller, { ...placeOf(endpoint, callee), path, line, endLine: line, symbol: caller, quote });
    }
  }
  const shared = [...callers].filter(([, held]) => held.size >= own.size * leastCalling);
  return shared
    .sort(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1))
    .slice(0, mostCalls)
    .flatMap(([callee, held]) => {
      const name = nameOf(callee);
      const broken = [...own].filter(([id]) => !held.has(id)).map(([, one]) => placeOf(one, callee));
      const made = madeIn(name);
      const marked = markOf([...held.values()], made ?? name);
      const does = marked
        ? "carry"
        : made === undefined
          ? "call"
          : /(?:Error|Exception)$/.test(made)
            ? "throw"
            : "make";
      const what = marked ?? made ?? name;
      const said = {
        name: `Handlers ${does} ${what}`,
        summary: `Handlers of endpoints ${does} \`${what}\`.`,
        reason: `does not ${does} ${what}`,
      };
      return (
        pattern(
          { id: `api/handlers-call-${slug(name)}`, category: "api", ...said },
          [...held.values()],
          broken,
          ages,
        ) ?? []
      );
    });
}

/** What stands on handlers and is not called in them, as it is written there: `[HasPermission]`, `@Roles`. */
function markOf(places: readonly Place[], name: string): string | undefined {
  const own = name.replace(/Attribute$/, "");
  const begins = (mark: string): boolean => places.every(({ quote }) => quote?.trimStart().startsWith(mark) ?? false);
  if (begins("[")) return `[${own}]`;
  return begins("@") ? `@${own}` : undefined;
}

/** The class that a constructor makes: `Cart.Cart`, `Cart.constructor`. */
const madeIn = (name: string): string | undefined =>
  /(?:^|\.)(\w+)\.(?:\1|constructor|__construct|__init__|initialize)$/.exec(name)?.[1];

/** As callers write it: Go's functions with their package. */
function nameOf(callee: string): string {
  const at = callee.indexOf("#");
  const name = callee.slice(at + 1);
  return callee.slice(0, at).endsWith(".go") && !name.includes(".")
    ? `${lastOf(folderOf(callee.slice(0, at)))}.${name}`
    : name;
}
