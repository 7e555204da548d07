/** Paths and actions as Symfony and API Platform write them, as they are told of others. */

import { whereMounted } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { kebab } from "#engine/scan/derive/entry-points/route-of-handler";
import { plural, snake } from "#engine/scan/derive/models/table-names";
import { byMethodsInPath } from "./methods-in-paths.ts";
import { withActions } from "./yii.ts";

/** The name of endpoints that are ones where what they are on registers no others. */
const alone = "alone";
/** The same of those that count where what they are on is mounted. */
const aloneMounted = "alone mounted";
/** `{id<\d+>?1}`, `{!id}`, `{slug:post}`: what a parameter has to be, is otherwise, and is read as. */
const parameter = /\{!?(\w+)(?::[\w.]+)?(?:<[^>]*>)?(?:\?[^{}]*)?\}/g;
/** The paths of a resource by what it is called: https://api-platform.com/docs/core/operation-path-naming/ */
const allOf = /\{all of (\w+)\}/g;
/** What paths may end in: https://api-platform.com/docs/core/content-negotiation/ */
const format = /\.\{_format\}$|\{\._format\}$/;

/** The name of guards of a resource that are asked before its operations which say of none themselves. */
const ofOperations = "of operations";

export function withPlainPaths(written: readonly Registration[]): readonly Registration[] {
  const asking = Map.groupBy(
    written.filter(({ kind, name }) => kind === "guard" && name === ofOperations),
    ({ owner }) => owner,
  );
  const asked = written.filter((one) => !asking.get(one.owner)?.includes(one));
  const registrations = withActions(asked.some(isDispatch) ? withoutLater(asked) : asked);
  const isAlone = ({ kind, name }: Registration) => kind === "endpoint" && (name === alone || name === aloneMounted);
  const keyOf = ({ framework, owner }: Registration) => `${framework} ${owner}`;
  const having = new Set(registrations.filter((one) => one.kind === "endpoint" && !isAlone(one)).map(keyOf));
  return registrations
    .filter((one) => !isAlone(one) || !having.has(keyOf(one)))
    .map((one) => (one.name === aloneMounted ? { ...one, name: whereMounted } : one))
    .flatMap(asExcepted)
    .flatMap(ofMethods)
    .flatMap(byMethodsInPath)
    .map(withoutVariables)
    .map((one) => {
      if (namesByColons.has(one.framework ?? "")) return byColons(one);
      if (one.framework === "Mezzio") return byClass(one);
      if (one.framework === "Slim") return byColon(one);
      if (one.framework === "Symfony") return invoked(one.route === null ? one : { ...one, route: plain(one.route) });
      if (one.framework !== "API Platform" || one.route === null) return one;
      const route = plain(one.route.replace(format, "").replace(allOf, (_, name: string) => plural(snake(name))));
      // Of several resources of one class nobody says whose it is.
      const [asked, ...others] = asking.get(one.owner) ?? [];
      return { ...one, route, guards: inStages(one, others.length === 0 ? asked : undefined) };
    });
}

/** What Mezzio's pipeline hands requests to their handlers in. */
const isDispatch = ({ framework, kind, guards }: Registration): boolean =>
  framework === "Mezzio" && kind === "guard" && /"name":"(?:[\w\\]+\\)?DispatchMiddleware"/.test(guards ?? "");

/** What is piped behind that comes to requests of no route alone. */
function withoutLater(registrations: readonly Registration[]): Registration[] {
  const dispatching = new Map(registrations.filter(isDispatch).map(({ path, line }) => [path, line]));
  return registrations.filter(
    ({ framework, kind, path, line }) =>
      framework !== "Mezzio" || kind !== "guard" || line <= (dispatching.get(path) ?? Number.POSITIVE_INFINITY),
  );
}

/** What stands in a list of guards before those that ask once what was sent is read. */
const later = "later:";

/** Who is asked before an operation, each time by the resource where the operation says nothing of it. */
function inStages(operation: Registration, resource: Registration | undefined): string | null {
  const [own, of] = [operation, resource].map((one) => {
    const all = JSON.parse(one?.guards ?? "[]") as Guard[];
    const end = all.findIndex(({ name }) => name === later);
    return end < 0 ? [all, []] : [all.slice(0, end), all.slice(end + 1)];
  });
  const asked = [0, 1].flatMap((at) => (own?.[at]?.length ? own[at] : (of?.[at] ?? [])));
  return asked.length === 0 ? null : JSON.stringify(asked);
}

/** Variables of PHP that stand for a method or for what handles: which, only the running program knows. */
function withoutVariables(one: Registration): Registration {
  const isOpen = (text: string | null) => text?.startsWith("$") ?? false;
  if (one.kind !== "endpoint" || !one.path.endsWith(".php") || !(isOpen(one.method) || isOpen(one.handler_name)))
    return one;
  const handled = isOpen(one.handler_name) ? { handler: null, handler_name: null } : {};
  return { ...one, ...(isOpen(one.method) ? { method: null } : {}), ...handled };
}

const methodsInOne = new Set(["bramus/router", "AltoRouter"]);

/** Methods that are written in one text: `GET|POST`. */
function ofMethods(one: Registration): Registration[] {
  if (!methodsInOne.has(one.framework ?? "") || one.kind !== "endpoint") return [one];
  return (one.method ?? "").split("|").map((method) => ({ ...one, method: method.trim() }));
}

/** Frameworks whose routes name what handles them as `Items::show/$1`. */
const namesByColons = new Set(["CakePHP", "CodeIgniter", "League Route"]);
/** Slim's `\Shop\Users:show`, and a class that is called as a function: `\Shop\Home`. */
function byColon(one: Registration): Registration {
  const [, type, method = "__invoke"] = /^\\?([A-Z][\w\\]*)(?::(\w+))?$/.exec(one.handler_name ?? "") ?? [];
  const isNamed = one.kind === "endpoint" && one.handler === null && type !== undefined;
  return isNamed ? { ...one, handler_name: `\\${type}@${method}` } : one;
}

/** A class that a list ends with, by its name: `[Checked::class, Items::class]`. */
const byClass = (one: Registration): Registration =>
  one.handler === null
    ? { ...one, handler_name: one.handler_name?.replace(/^(?:[\w\\]*\\)?(\w+)::class$/, "$1") ?? null }
    : one;

/** The name of guards of the application that do not ask before the paths that their route names. */
const but = "application but";

/** Who asks, and before what not, as two rows of a thing of its own: of several filters each has its own exceptions. */
function asExcepted(one: Registration): Registration[] {
  if (one.name !== but) return [one];
  // What stands in a list by itself has its place there for a key.
  const isListed = /^\d*$/.test(one.handler_name ?? "");
  const guards = isListed ? one.guards : JSON.stringify([{ name: one.handler_name, symbol: null }]);
  if (one.route === null) return [{ ...one, name: "application", guards, handler_name: null }];
  const owner = `${one.path}#${one.handler_name ?? one.guards}`;
  const patterns = (one.route ?? "").split("|").map((pattern) => pattern.replace(/^\/*/, "/"));
  const around = { ...one, name: "application", route: null, owner, guards, handler_name: null };
  return [
    around,
    ...patterns.map((route) => ({ ...around, name: "application except caseless", route, guards: null })),
  ];
}

/** The name of mounts whose path is a name in small letters with dashes: `$routes->prefix('ManagedBlogs', …)`. */
const dashed = "dashed";

function byColons(one: Registration): Registration {
  // Which action it is the request says.
  if (one.kind === "endpoint" && /[{:]action\b/.test(one.route ?? "")) return { ...one, handler_name: null };
  const [, type, method] = /^([\w\\/.]+)::(\w+)(?:\/.*)?$/.exec(one.handler_name ?? "") ?? [];
  const handled =
    one.handler === null && type && method ? { handler_name: `${type.replace(/^.*\./, "")}@${method}` } : {};
  return { ...one, ...handled, ...(one.name === dashed && one.route !== null ? { route: dashes(one.route) } : {}) };
}

/** A path in small letters, its names with dashes and its parameters with underscores: `/book-tags/{book_tag_id}`. */
const dashes = (route: string): string =>
  route
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith("{") ? snake(part) : kebab(part)))
    .join("");

const plain = (route: string): string => route.replace(parameter, "{$1}");

/** A class that is an action by the method that it is called by. */
function invoked(one: Registration): Registration {
  if (one.kind !== "endpoint" || one.name !== alone || one.handler === null) return one;
  return { ...one, handler: `${one.handler}.__invoke`, handler_name: `${one.handler_name}.__invoke` };
}
