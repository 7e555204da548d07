/**
 * Actions of Yii's controllers, which filters name as addresses do: `log-out` is the method `actionLogOut`.
 * https://www.yiiframework.com/doc/guide/2.0/en/structure-filters
 */
import { asFilter } from "#engine/scan/schemas/prefixes/yii-configs";
import { first } from "./class-guards.ts";
import { handing } from "./handing-methods.ts";
import type { Registration } from "./registration.ts";
import { kebab } from "./route-of-handler.ts";

/** The name of what says by which method an action answers; `*`: any of which nothing else does. */
const verbs = /(?:^|\/)actions\/([\w*-]+)#verbs$/;
/** What lists further actions by their classes, and is none itself. */
const ofActions = /\.actions$/;
/** The name of a guard that stands for what a method of a class lists, be it put together step by step. */
const built = "built";
/** Which actions a guard asks for. */
const reach = /^(?:only|except) /;

export function withActions(registrations: readonly Registration[]): readonly Registration[] {
  const isOwn = ({ framework }: Registration) => framework === "Yii";
  if (!registrations.some(isOwn)) return registrations;
  const filters = registrations.filter((one) => isOwn(one) && one.name === asFilter);
  const said = Map.groupBy(
    registrations.filter((one) => isOwn(one) && one.kind === "prefix" && verbs.test(one.name ?? "")),
    ({ owner, name }) => `${owner} ${verbs.exec(name ?? "")?.[1]}`,
  );
  const isListed = (one: Registration) =>
    isOwn(one) && one.kind === "guard" && one.name !== built && one.name !== handing;
  const listing = new Set(registrations.filter(isListed).map(({ owner }) => owner));
  return [...ofAll(filters, registrations.filter(isOwn)), ...registrations].flatMap((one) => {
    if (!isOwn(one)) return [one];
    if (one.name === asFilter) return [];
    if (one.kind === "guard" && one.name === built) {
      const guards = JSON.stringify([{ name: "behaviors", symbol: null, maybe: true }]);
      return listing.has(one.owner) ? [] : [{ ...one, name: null, guards }];
    }
    if (one.kind === "guard")
      return [{ ...one, name: reach.test(one.name ?? "") ? byMethods(one.name ?? "") : one.name }];
    if (one.kind === "prefix") return [];
    if (one.kind !== "endpoint") return [one];
    if (ofActions.test(one.handler ?? "")) return [];
    const action = kebab((one.handler ?? "").replace(/^.*\.action/s, ""));
    const told = said.get(`${one.owner} ${action}`) ?? said.get(`${one.owner} *`) ?? [];
    const methods = told.flatMap(({ route }) => (route === null ? [] : [route.toUpperCase()]));
    return methods.length === 0 ? [one] : methods.map((method) => ({ ...one, method }));
  });
}

/** What the filters that an application is configured with ask before its controllers. */
function ofAll(filters: readonly Registration[], own: readonly Registration[]): Registration[] {
  const controllers = new Map(own.flatMap((one) => (one.kind === "endpoint" ? [[one.owner, one] as const] : [])));
  return filters.toReversed().flatMap((filter) => {
    const folder = filter.path.replace(/(?:common\/)?config\/[^/]+$/, "");
    const name = filter.handler_name ?? "";
    const guard = { name: name.replace(/\?$/, ""), symbol: null, ...(name.endsWith("?") ? { maybe: true } : {}) };
    const told = { ...filter, method: first, name: null, handler_name: null, guards: JSON.stringify([guard]) };
    const below = [...controllers].filter(([, { path }]) => path.startsWith(folder));
    return below.map(([owner]) => ({ ...told, owner }));
  });
}

/** `only log-out` by methods: `only actionLogOut`. */
const byMethods = (name: string): string =>
  name
    .split(" ")
    .map((word, at) =>
      at === 0 || word === "*" ? word : `action${word.replace(/(?:^|-)(\w)/g, (_, it: string) => it.toUpperCase())}`,
    )
    .join(" ");
