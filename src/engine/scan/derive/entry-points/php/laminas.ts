/**
 * Controllers that Laminas' routes name: one whose action the path says has an endpoint for each of its actions, one that
 * answers by methods of HTTP for each of those. https://docs.laminas.dev/laminas-mvc/controllers/
 */
import type { DatabaseSync } from "node:sqlite";
import { Controllers } from "#engine/scan/derive/entry-points/controllers";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { kebab } from "#engine/scan/derive/entry-points/route-of-handler";
import { byAction, byVerb, laminas as framework } from "#engine/scan/schemas/prefixes/laminas-configs";

/** The methods of controllers that answer by methods of HTTP, and whether these are of one thing. */
const answering: Record<string, readonly [method: string, ofOne: boolean]> = {
  getList: ["GET", false],
  get: ["GET", true],
  create: ["POST", false],
  update: ["PUT", true],
  replaceList: ["PUT", false],
  patch: ["PATCH", true],
  patchList: ["PATCH", false],
  delete: ["DELETE", true],
  deleteList: ["DELETE", false],
};
const ofAction = /^(\w+)Action$/;
/** A part of a path that says the action, and one that may be left out. */
const actionPart = /\[\/?[:{]action\}?(.*)\]|[:{]action\}?/;
const optional = /\[[^[\]]*\]/g;

export function withLaminasControllers(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!all.some((one) => one.framework === framework)) return all;
  const controllers = new Controllers(db);
  const heirs = new Heirs(db);
  const methods = db.prepare(
    "select name from symbols where parent = ? and kind = 'method' and visibility = 'public' order by line",
  );
  const methodsOf = (type: string): readonly (readonly [name: string, id: string])[] => {
    const told = [type, ...heirs.above(type)].flatMap((one) =>
      methods.all(one).map(({ name }) => [String(name), `${one}.${name}`] as const),
    );
    return [...new Map(told.toReversed())].toReversed();
  };
  return all.flatMap((one) => {
    if (one.framework !== framework || (one.name !== byAction && one.name !== byVerb)) return [one];
    const [named = "", action] = (one.handler_name ?? "").split("@");
    const type = controllers.named(named, { around: "", isWhole: false, from: one.path });
    const plain = { ...one, name: null };
    const short = (id: string): string => id.slice(id.indexOf("#") + 1);
    const handled = (id: string) => ({ handler: id, handler_name: short(id) });
    const own = type === undefined ? [] : methodsOf(type);
    if (one.name === byVerb) {
      const told = own.flatMap(([name, id]): Registration[] => {
        const [method, ofOne] = answering[name] ?? [];
        const route = pathOf(one.route ?? "", ofOne ?? false);
        return method === undefined || route === undefined ? [] : [{ ...plain, ...handled(id), method, route }];
      });
      return told.length > 0 ? told : [{ ...plain, handler_name: named }];
    }
    const actions = own.flatMap(([name, id]) => {
      const word = ofAction.exec(name)?.[1];
      return word === undefined ? [] : [{ ...plain, ...handled(id), route: put(one.route ?? "", kebab(word)) }];
    });
    const usual = action !== undefined && /\[[^[\]]*[:{]action/.test(one.route ?? "");
    const first = usual ? [{ ...plain, route: (one.route ?? "").replace(actionPart, "") }] : [];
    return actions.length > 0
      ? [...first, ...actions]
      : [{ ...plain, handler_name: action ? plain.handler_name : null }];
  });
}

/** A path with its action, which is then no part that may be left out. */
const put = (route: string, action: string): string =>
  route.replace(actionPart, (part, rest = "") => `${/^\[\//.test(part) ? "/" : ""}${action}${rest}`);

/** The path of one thing, with what may be left out of it, or of all of them. Undefined: there is none of all. */
function pathOf(route: string, ofOne: boolean): string | undefined {
  if (ofOne) return route.replace(optional, (part) => part.slice(1, -1));
  return optional.test(route) || !/[:{]\w+\}?$/.test(route) ? route.replace(optional, "") : undefined;
}
