/**
 * Controllers of CodeIgniter 3, whose addresses are their folders, their names and those of their public methods, beside what
 * a file of routes leads to them. https://codeigniter.com/userguide3/general/controllers.html
 */
import type { DatabaseSync } from "node:sqlite";
import { Declarations } from "#engine/scan/derive/declarations";
import { beforeMethods } from "#engine/scan/derive/entry-points/guards/class-guards";
import { handing } from "#engine/scan/derive/entry-points/guards/handing-methods";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { codeIgniter as framework } from "#engine/scan/schemas/prefixes/codeigniter-routes";
import { handedRoutes } from "./handed-routes.ts";

/** The name of the setting which controller answers where no path is. */
const usually = "default_controller";
/** What a library's controllers of REST end the names of their methods with, and are called by. */
const verbs = /_(get|post|put|patch|delete|head|options)$/;
const ofRest = /^(?:REST_?Controller|REST_Controller_\w+)$/i;
const ofControllers = /Controller$/i;
/** A method that all calls of its class are handed to. */
const handingOn = "_remap";

interface Method {
  readonly id: string;
  readonly name: string;
  readonly line: number;
  readonly end_line: number;
  readonly taken: readonly string[];
}
interface Controller {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Where it lies: the module and the folders among controllers. */
  readonly folders: readonly string[];
  readonly module: string | undefined;
  readonly isRest: boolean;
  readonly methods: readonly Method[];
}

export function withNamedControllers(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOwn = (one: Registration) => one.framework === framework;
  const isRoute = (one: Registration) => isOwn(one) && one.kind === "endpoint";
  const usual = written.filter((one) => isOwn(one) && one.name === usually);
  if (usual.length === 0) return written.filter((one) => !isOwn(one));
  const others = written.filter((one) => !isOwn(one));
  const told = usual
    .filter(({ path }) => !ofModule.test(path))
    .flatMap((one) => {
      const folder = one.path.replace(/config\/routes\.php$/, "");
      const controllers = read(db, folder);
      const routed = written.filter((it) => isRoute(it) && it.path.startsWith(folder));
      return [
        ...[...routed, ...handedRoutes(one, db)].map((it) => led(it, controllers)),
        ...controllers.flatMap((it) => addressed(it, one.route ?? "")),
        ...controllers.map(({ id, path }) => asking(id, path)),
      ];
    });
  return [...others, ...told];
}

const ofModule = /\/modules\/[^/]+\/config\/routes\.php$/;

/** The controllers below an application's folder. */
function read(db: DatabaseSync, folder: string): Controller[] {
  const declarations = new Declarations(db);
  const classes = db
    .prepare(
      `select id, name, path from symbols
       where kind = 'class' and not is_abstract and substr(path, 1, ?) = ? and path like '%/controllers/%.php' order by id`,
    )
    .all(folder.length, folder);
  const methods = db.prepare(
    `select id, name, params, line, end_line from symbols
     where kind = 'method' and path = ? and visibility = 'public' and substr(id, 1, ?) = ? order by line`,
  );
  const above = db.prepare("select name from type_relations where type = ? and relation = 'extends'");
  const basesOf = (type: string): string[] => above.all(type).map(({ name }) => String(name));
  return classes.flatMap((row) => {
    const [id, path, name] = [String(row.id), String(row.path), String(row.name)];
    const bases = [id, ...declarations.basesOf(id)].flatMap(basesOf);
    if (!bases.some((base) => ofControllers.test(base))) return [];
    const place = path.slice(folder.length).split("/").slice(0, -1);
    const among = place.lastIndexOf("controllers");
    const module = place[0] === "modules" ? place[1] : undefined;
    if (among < 0) return [];
    const all = methods.all(path, id.length + 1, `${id}.`).map((it) => ({
      id: String(it.id),
      name: String(it.name),
      line: Number(it.line),
      end_line: Number(it.end_line),
      taken: takenBy(it.params),
    }));
    const folders = [...(module === undefined ? [] : [module]), ...place.slice(among + 1)];
    return [{ id, path, name, folders, module, isRest: bases.some((it) => ofRest.test(it)), methods: all }];
  });
}

const takenBy = (params: unknown): string[] =>
  (JSON.parse(String(params ?? "[]")) as { name: string; required?: boolean }[]).map(({ name, required }) =>
    required ? `{${name}}` : `{${name}?}`,
  );

const small = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

/** The endpoints of a controller by its name. */
function addressed(controller: Controller, usual: string): Registration[] {
  const { name, folders, module, methods, isRest } = controller;
  const own = name.toLowerCase();
  // A module's controller of its name answers for it.
  const parts = module !== undefined && folders.length === 1 && module.toLowerCase() === own ? [] : [small(name)];
  const base = [...folders, ...parts];
  const remap = methods.find((it) => it.name === handingOn);
  if (remap) return [endpoint(controller, remap, "ANY", [...base, "(:any)"])];
  return methods.flatMap((method) => {
    if (method.name.startsWith("_")) return [];
    const [, verb] = isRest ? (verbs.exec(method.name) ?? []) : [];
    const action = verb ? method.name.slice(0, -verb.length - 1) : method.name;
    const behind = action === "index" ? [] : [action];
    const told = endpoint(controller, method, verb?.toUpperCase() ?? "ANY", [
      ...base,
      ...behind,
      ...(verb || action === "index" ? [] : method.taken),
    ]);
    const [start = "", first = "index"] = splitUsual(usual, folders);
    const isUsual = start.toLowerCase() === own && first === action && module === undefined;
    return isUsual ? [endpoint(controller, method, told.method ?? "ANY", folders), told] : [told];
  });
}

/** The class and method that answer in a folder: those of the setting, which may name a folder of its own. */
function splitUsual(usual: string, folders: readonly string[]): string[] {
  const parts = usual.split("/").filter((part) => part !== "");
  return folders.length === 0 || parts.length <= 2 ? parts.slice(0, 2) : [];
}

const endpoint = (
  { id, path, name }: Controller,
  method: Method,
  verb: string,
  parts: readonly string[],
): Registration => ({
  kind: "endpoint",
  framework,
  owner: id,
  method: verb,
  route: `/${parts.join("/")}`,
  name: null,
  handler: method.id,
  handler_name: `${name}.${method.name}`,
  guards: null,
  mounted: null,
  symbol: method.id,
  path,
  line: method.line,
  end_line: method.end_line,
});

/** What a controller's constructor refuses. */
const asking = (id: string, path: string): Registration => ({
  kind: "guard",
  framework,
  owner: id,
  method: beforeMethods,
  route: null,
  name: handing,
  handler: null,
  handler_name: null,
  guards: JSON.stringify([{ name: "__construct", symbol: null }]),
  mounted: null,
  symbol: id,
  path,
  line: 1,
});

/** A route with the method that it leads to: `admin/users/edit/$1`. */
function led(one: Registration, controllers: readonly Controller[]): Registration {
  const parts = (one.handler_name ?? one.handler ?? "").split("/").filter((part) => part !== "");
  const plain = { ...one, name: null, handler: null, handler_name: parts.join("/") };
  for (const { name, folders, methods, isRest } of controllers) {
    const isThere = [...folders, name].every((part, at) => part.toLowerCase() === parts[at]?.toLowerCase());
    const isModule = folders.length === 1 && name.toLowerCase() === folders[0]?.toLowerCase();
    const after = isThere ? folders.length + 1 : isModule && parts[0]?.toLowerCase() === name.toLowerCase() ? 1 : 0;
    if (after === 0) continue;
    const action = parts[after] ?? "index";
    const found = methods.find((it) => it.name.toLowerCase() === action.toLowerCase());
    const byVerb = isRest ? methods.filter((it) => it.name.replace(verbs, "") === action) : [];
    const method = found ?? byVerb.find((it) => it.name.endsWith(`_${one.method?.toLowerCase()}`));
    if (method) return { ...plain, handler: method.id, handler_name: `${name}.${method.name}` };
  }
  return plain;
}
