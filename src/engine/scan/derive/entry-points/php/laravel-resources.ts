/**
 * What calls say of a resource's endpoints that follow it in its row: members without what they are in, other names of
 * parameters, who asks before some of them alone, and endpoints that a singleton has besides.
 * https://laravel.com/docs/controllers#resource-controllers
 */
import type { DatabaseSync } from "node:sqlite";
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** The names of prefixes that say so of a row. */
const [shallow, parameter] = ["of resource shallow", "of resource parameter"];
const [creatable, destroyable] = ["of resource creatable", "of resource destroyable"];
const mark = /^of resource (?:shallow|parameter|creatable|destroyable)$/;
/** `'photos' => 'picture'`, `'photos', 'picture'` */
const pair = /["']([\w.-]+)["']\s*(?:=>|,)\s*["'](\w+)["']/g;
/** Where a resource's options name its parameters. */
const inOptions = /(?<=["']parameters["']\s*=>\s*(?:\[|array\())/;
/** A guard of a row that says of which actions it is: `middlewareFor(['store', 'update'], 'auth')`. */
const ofActions = /^only (.+)$/;
/** The last two names of a resource's member, with what it has behind it: `photos/{photo}/comments/{comment}/edit`. */
const member = /^(.*\/)?([^/]+\/\{[^}]+\}(?:\/edit)?)$/;

type Made = readonly [action: string, method: string, route: string];
const created: readonly Made[] = [
  ["create", "GET", "/create"],
  ["store", "POST", ""],
];
const dropped: readonly Made[] = [["destroy", "DELETE", ""]];

const actionOf = ({ handler, handler_name }: Registration): string =>
  /\w*$/.exec(handler_name ?? handler ?? "")?.[0] ?? "";

export function withResources(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isMark = ({ kind, framework, name }: Registration) =>
    framework === "Laravel" && kind === "prefix" && mark.test(name ?? "");
  const isOfSome = ({ kind, framework, name }: Registration) =>
    framework === "Laravel" && kind === "guard" && ofActions.test(name ?? "");
  const marks = Map.groupBy(all.filter(isMark), ({ owner }) => owner);
  const asked = Map.groupBy(all.filter(isOfSome), ({ owner }) => owner);
  if (marks.size + asked.size === 0) return all;
  const ranges = new FactRanges(db);
  const symbols = db.prepare("select 1 from symbols where fact >= ? and fact < ? and id = ?");
  const has = (symbol: string) => symbols.get(...ranges.of(symbol), symbol) !== undefined;
  const named = namesOf([...marks.values()].flat(), db);
  const rows = new Set(all.flatMap(({ kind, owner }) => (kind === "endpoint" ? [owner] : [])));
  return all.flatMap((one) => {
    if (isMark(one) || (isOfSome(one) && rows.has(one.owner))) return [];
    if (one.kind !== "endpoint" || one.framework !== "Laravel") return [one];
    const said = marks.get(one.owner) ?? [];
    const guarded = guardedBy(one, asked.get(one.owner) ?? []);
    return [guarded, ...besides(guarded, said, has)].map((it) => renamed(it, said, named));
  });
}

function guardedBy(one: Registration, asked: readonly Registration[]): Registration {
  const own = asked.filter(({ name }) =>
    ofActions
      .exec(name ?? "")?.[1]
      ?.split(" ")
      .includes(actionOf(one)),
  );
  if (own.length === 0) return one;
  return { ...one, guards: JSON.stringify([...listed(one), ...own.flatMap(listed)]) };
}

/** What a singleton has besides, beside the endpoint that shows it. */
function besides(
  shown: Registration,
  said: readonly Registration[],
  has: (symbol: string) => boolean,
): readonly Registration[] {
  if (actionOf(shown) !== "show") return [];
  const names = new Set(said.map(({ name }) => name));
  const made = names.has(creatable) ? [...created, ...dropped] : names.has(destroyable) ? dropped : [];
  return made.map(([action, method, route]) => {
    const handler = shown.handler?.replace(/\w+$/, action) ?? null;
    return {
      ...shown,
      method,
      route: `${shown.route}${route}`,
      handler: handler !== null && has(handler) ? handler : null,
      handler_name: shown.handler_name?.replace(/\w+$/, action) ?? null,
    };
  });
}

/** Parameters by the resources that they are of, as the calls are written that name them. */
function namesOf(
  marks: readonly Registration[],
  db: DatabaseSync,
): ReadonlyMap<Registration, ReadonlyMap<string, string>> {
  const quotes = db.prepare(
    `select quote from calls
     where fact >= ? and fact < ? and line = ? and quote is not null
     and (callee_text glob '*->parameter*' or callee_name in ('resource', 'apiResource'))`,
  );
  const ranges = new FactRanges(db);
  const told = marks.filter(({ name }) => name === parameter);
  return new Map(
    told.map((one) => {
      const written = quotes.all(...ranges.of(one.path), one.line).map(({ quote }) => {
        const text = String(quote);
        return text.slice(Math.max(text.lastIndexOf("->parameter"), text.search(inOptions)));
      });
      const pairs = written.flatMap((text) => [...(/^[^)]*/.exec(text)?.[0] ?? "").matchAll(pair)]);
      return [one, new Map(pairs.map(([, resource = "", name = ""]) => [resource, name]))];
    }),
  );
}

function renamed(
  one: Registration,
  said: readonly Registration[],
  named: ReadonlyMap<Registration, ReadonlyMap<string, string>>,
): Registration {
  let route = one.route ?? "";
  if (said.some(({ name }) => name === shallow)) route = member.exec(route)?.[2] ?? route;
  const names = new Map(said.flatMap((mark) => [...(named.get(mark) ?? [])]));
  route = route.replace(/([^/]+)\/\{[^}]+\}/g, (text, before: string) => {
    const name = names.get(before);
    return name === undefined ? text : `${before}/{${name}}`;
  });
  return route === one.route ? one : { ...one, route };
}
