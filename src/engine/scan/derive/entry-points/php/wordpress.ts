/**
 * Routes of WordPress's REST API, and actions that requests are answered by: `wp_ajax_save` by
 * `/wp-admin/admin-ajax.php?action=save`, where one is signed in unless it is called `wp_ajax_nopriv_save`.
 * https://developer.wordpress.org/reference/hooks/wp_ajax_action/
 */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { constantsIn, isConstant as isAnyConstant } from "./named-constants.ts";
import { NamedFunctions } from "./named-functions.ts";

const framework = "WordPress";
/** The names of rows that rules tell. */
const [rest, action] = ["rest", "action"];
const answered = /^(?:wp_(?<ajax>ajax)|admin_post)_(?<open>nopriv_)?(?<name>.+)$/;
const signedIn: Guard = { name: "is_user_logged_in", symbol: null };
/** What a permission is called that everybody has. */
const everybody = /^\\?__return_true$/;

const editing = ["POST", "PUT", "PATCH"];
/** What constants of `WP_REST_Server` stand for. */
const methods: Readonly<Record<string, readonly string[]>> = {
  READABLE: ["GET"],
  CREATABLE: ["POST"],
  EDITABLE: editing,
  DELETABLE: ["DELETE"],
  ALLMETHODS: ["GET", ...editing, "DELETE"],
};

export function withHooks(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!written.some((one) => one.framework === framework)) return written;
  const functions = new NamedFunctions(db);
  const isConstant = (one: Registration) => one.framework === framework && isAnyConstant(one);
  const told = constantsIn(written.filter(isConstant));
  const hooked = written.filter((one) => one.framework === framework && one.name === action);
  const isOpen = (one: Registration, { ajax, name }: Record<string, string | undefined>) =>
    hooked.some(
      (it) => it.route === `${ajax ? "wp_ajax" : "admin_post"}_nopriv_${name}` && it.handler_name === one.handler_name,
    );
  return written.flatMap((read): Registration[] => {
    if (read.framework !== framework) return [read];
    if (isConstant(read)) return [];
    const route = read.route === null ? null : told(read.route);
    const one = { ...read, ...functions.handling(read), route };
    if (one.kind !== "endpoint") return [one];
    if (one.name === rest) return ofRest(one, functions);
    const hook = answered.exec(route ?? "")?.groups;
    if (!hook) return [{ ...one, kind: "event", method: null, route: null, name: route }];
    // Of a hook that others answer as well, this one is told as that.
    if (!hook.open && isOpen(one, hook)) return [];
    const at = `/wp-admin/${hook.ajax ? "admin-ajax" : "admin-post"}.php?action=${hook.name}`;
    return [{ ...one, name: null, route: at, guards: hook.open ? null : JSON.stringify([signedIn]) }];
  });
}

function ofRest(one: Registration, functions: NamedFunctions): Registration[] {
  const asked = (JSON.parse(one.guards ?? "[]") as Guard[]).filter(({ name }) => !everybody.test(name));
  const [type, method] = asked.length === 2 ? asked : [];
  // A list of a class and a method, which are texts.
  const named = { name: `${type?.name}@${method?.name}`, symbol: null };
  const led = functions.asking(named, one.path);
  const told = led.symbol === null ? asked.map((guard) => functions.asking(guard, one.path)) : [led];
  const guards = told.length === 0 ? null : JSON.stringify(told);
  const words = (one.method ?? "GET").split(/[\s,|]+/).filter((word) => word !== "");
  const verbs = words.flatMap((word) => methods[word.replace(/^.*::/, "")] ?? [word.toUpperCase()]);
  return verbs.map((method) => ({ ...one, method, name: null, guards, route: readable(one.route ?? "") }));
}

/** A path of which groups that have a name are parameters: `/items/(?P<id>[\d]+)` is `/items/{id}`. */
function readable(route: string): string {
  let [made, rest] = ["", route];
  for (let found = /\(\?P?<(\w+)>/.exec(rest); found; found = /\(\?P?<(\w+)>/.exec(rest)) {
    made += `${rest.slice(0, found.index)}{${found[1]}}`;
    rest = rest.slice(closing(rest, found.index));
  }
  return made + rest;
}

/** Where the bracket ends that opens at a place. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") at = Math.max(at, text.indexOf("]", at + 2));
    else if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at + 1;
  }
  return text.length;
}
