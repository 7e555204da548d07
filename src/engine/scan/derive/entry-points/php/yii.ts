/**
 * Actions of Yii's controllers, which filters name as addresses do: `log-out` is the method `actionLogOut`.
 * https://www.yiiframework.com/doc/guide/2.0/en/structure-filters
 */

import { first } from "#engine/scan/derive/entry-points/guards/class-guards";
import { handing } from "#engine/scan/derive/entry-points/guards/handing-methods";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { kebab, routeOf } from "#engine/scan/derive/entry-points/route-of-handler";
import { asFilter } from "#engine/scan/schemas/prefixes/yii-configs";
import { ofRule, strictly } from "#engine/scan/schemas/prefixes/yii-rules";

/** The name of what says by which method an action answers; `*`: any of which nothing else does. */
const verbs = /(?:^|\/)actions\/([\w*-]+)#verbs$/;
/** What lists further actions by their classes, and is none itself. */
const ofActions = /\.actions$/;
/** The name of a guard that stands for what a method of a class lists, be it put together step by step. */
const built = "built";
/** Which actions a guard asks for. */
const reach = /^(?:only|except) /;

export function withActions(written: readonly Registration[]): readonly Registration[] {
  const isOwn = ({ framework }: Registration) => framework === "Yii";
  if (!written.some(isOwn)) return written;
  const registrations = withRules(written);
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
    if (one.kind !== "endpoint" || (one.method !== null && one.method !== "ANY")) return [one];
    if (ofActions.test(one.handler ?? "")) return [];
    const action = kebab((one.handler ?? "").replace(/^.*\.action/s, ""));
    const told = said.get(`${one.owner} ${action}`) ?? said.get(`${one.owner} *`) ?? [];
    const methods = told.flatMap(({ route }) => (route === null ? [] : [route.toUpperCase()]));
    return methods.length === 0 ? [one] : methods.map((method) => ({ ...one, method }));
  });
}

/** The folder of the application that a file configures. */
const folderOf = (path: string): string => path.replace(/(?:common\/)?config\/[^/]+$/, "");

/**
 * The actions that rules name by their modules, controllers and names, `admin/post/view`, as endpoints behind the rules'
 * addresses. Where there are no others, none is reached by its name.
 */
function withRules(all: readonly Registration[]): readonly Registration[] {
  const isRule = ({ framework, kind, name }: Registration) =>
    framework === "Yii" && kind === "endpoint" && name === ofRule;
  const strict = all.filter(({ framework, name }) => framework === "Yii" && name === strictly).map(({ path }) => path);
  if (strict.length === 0 && !all.some(isRule)) return all;
  const actions = Map.groupBy(
    all.filter((one) => one.framework === "Yii" && one.kind === "endpoint" && one.handler !== null),
    ({ route, handler }) => routeOf(route ?? "", handler, undefined).slice(1),
  );
  return all.flatMap((one) => {
    if (one.name === strictly) return [];
    const isOfStrict = strict.some((path) => one.path.startsWith(folderOf(path)));
    if (one.framework === "Yii" && one.kind === "endpoint" && !isRule(one)) return isOfStrict ? [] : [one];
    if (!isRule(one)) return [one];
    const action = (one.handler_name ?? "").replace(/^\/|\/$/g, "");
    const folder = folderOf(one.path);
    const found = [action, `${action}/index`].map((name) => actions.get(name) ?? []).find((list) => list.length > 0);
    const [only, ...others] = (found ?? []).filter(({ path }) => path.startsWith(folder));
    const plain = { ...one, name: null };
    if (only !== undefined && others.length === 0)
      return [{ ...plain, owner: only.owner, handler: only.handler, handler_name: only.handler_name }];
    return [{ ...plain, handler_name: named(action) }];
  });
}

/** What a library's class does for a controller: `v1/UserController@actionIndex` of `v1/user/index`. */
function named(action: string): string | null {
  const [, modules = "", controller, name = "index"] = /^((?:[\w-]+\/)*?)([\w-]+)\/([\w-]+)$/.exec(action) ?? [];
  if (controller === undefined) return null;
  const word = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, it: string) => it.toUpperCase());
  return `${modules}${word(controller)}Controller@action${word(name)}`;
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
