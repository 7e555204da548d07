/**
 * Addresses that CodeIgniter makes of controllers and their methods where that is switched on: of public methods, or, as
 * improved, of those whose names begin with a method of HTTP.
 * https://codeigniter.com/user_guide/incoming/auto_routing_improved.html, …/auto_routing_legacy.html
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { kebab } from "#engine/scan/derive/entry-points/route-of-handler";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const framework = "CodeIgniter";
/** The name of endpoints that are ones where addresses are made of names. */
const automatic = "automatic";
/**
 * What stands in the name of a guard before a setting of an application, whose value is its route, if it has any; of a class
 * that has settings for members, its name is `setting class`.
 */
const setting = "setting ";
const ofClass = `${setting}class`;
const verbs = /^(get|post|put|patch|delete|head|options)(?=[A-Z_])/;
/** The folders of an application's settings and controllers. */
const [settings, controllers] = ["Config/", "Controllers/"];

interface Application {
  /** Its folder, with a slash. */
  readonly folder: string;
  readonly isImproved: boolean;
  /** Which class answers for its folder. */
  readonly usual: string;
  readonly dashes: boolean;
  readonly camels: boolean;
  /** Controllers that have routes of their own, by how these name them. */
  readonly named: readonly string[];
}

export function withAutoRoutes(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOwn = ({ framework: of }: Registration) => of === framework;
  const isSetting = (one: Registration) => isOwn(one) && (one.name?.startsWith(setting) ?? false);
  const isAutomatic = (one: Registration) => isOwn(one) && one.kind === "endpoint" && one.name === automatic;
  if (!written.some((one) => isAutomatic(one) || isSetting(one))) return written;
  const others = written.filter((one) => !isSetting(one) && !isAutomatic(one));
  const routed = others.filter((one) => isOwn(one) && (one.kind === "endpoint" || one.kind === "command"));
  const byFolder = Map.groupBy(written.filter(isSetting), ({ path }) => above(path, settings));
  const declared = new Declared(db);
  const applications = [...byFolder].flatMap(([folder, all]) => applicationOf(folder, all, routed, declared) ?? []);
  const told = written.filter(isAutomatic).flatMap((one) => {
    const application = applications.find(({ folder }) => one.path.startsWith(`${folder}${controllers}`));
    return application ? addressed(one, application, declared) : [];
  });
  return [...others, ...told];
}

/** The part of a path before a folder. */
const above = (path: string, folder: string): string => {
  const at = `/${path}`.lastIndexOf(`/${folder}`);
  return at < 0 ? path : path.slice(0, at);
};

function applicationOf(
  folder: string,
  all: readonly Registration[],
  routed: readonly Registration[],
  declared: Declared,
): Application | undefined {
  const said = (name: string) => all.find((one) => one.name === `${setting}${name}`);
  const classes = all.flatMap(({ name, owner }) => (name === ofClass && owner !== null ? [owner] : []));
  const has = (member: string) => classes.some((one) => declared.initial(`${one}.${member}`) === "true");
  if (!(said("on") || has("autoRoute")) || said("off")) return undefined;
  const isImproved = has("autoRoutesImproved");
  const initial = classes.map((one) => declared.initial(`${one}.defaultController`)).find((one) => one !== undefined);
  const usual = said("controller")?.route ?? initial?.replace(/^(["'])(.*)\1$/s, "$2");
  const kept = routed.filter(({ kind, path }) => path.startsWith(folder) && (isImproved || kind === "command"));
  return {
    folder,
    isImproved,
    usual: usual?.split(/[\\/]/).at(-1) ?? "Home",
    dashes: has("translateURIDashes"),
    camels: has("translateUriToCamelCase"),
    named: kept.flatMap(({ handler, handler_name }) => {
      const [, type] = handler === null ? (/^([\w\\/]+)::/.exec(handler_name ?? "") ?? []) : [];
      return type === undefined ? [] : [type.replaceAll("\\", "/").replace(/^\/*(?:App\/Controllers\/)?/, "")];
    }),
  };
}

function addressed(one: Registration, application: Application, declared: Declared): Registration[] {
  const name = one.handler?.split(".").at(-1) ?? "";
  const [verb = ""] = verbs.exec(name) ?? [];
  if (name.startsWith("_") || (application.isImproved && verb === "")) return [];
  const place = one.path.slice(application.folder.length + controllers.length).replace(/\.php$/, "");
  const folders = place.split("/").slice(0, -1);
  const type = one.handler?.slice(one.handler.lastIndexOf("#") + 1).split(".")[0] ?? "";
  const own = [...folders, type].join("/");
  if (application.named.some((it) => it === own)) return [];
  const action = small(application.isImproved ? name.slice(verb.length) : name);
  const isUsual = type === application.usual && action === "index";
  // The class that answers for its folder is reached by nothing but that.
  if (application.isImproved && type.toLowerCase() === application.usual.toLowerCase() && !isUsual) return [];
  const parts = [...folders, ...(isUsual ? [] : [type]), ...(action === "index" ? [] : [action])];
  const spelled = parts.map((part) => {
    const word = application.camels ? kebab(part) : small(part);
    return application.dashes || application.camels ? word.replaceAll("_", "-") : word;
  });
  const route = `/${[...spelled, ...(action === "index" ? [] : declared.taken(one.handler ?? ""))].join("/")}`;
  return [{ ...one, name: null, route, method: application.isImproved ? verb.toUpperCase() : "ANY" }];
}

const small = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

/** What is known of members of classes by their declarations. */
class Declared {
  readonly #ranges: FactRanges;
  readonly #symbol: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#symbol = db.prepare("select params, signature from symbols where fact >= ? and fact < ? and id = ?");
  }

  /** What a method takes, as parts of a path. */
  taken(method: string): string[] {
    const params = JSON.parse(String(this.#of(method)?.params ?? "[]")) as { name: string; required?: boolean }[];
    return params.map(({ name, required }) => (required ? `{${name}}` : `{${name}?}`));
  }

  /** What a property is in the beginning, as it is written. */
  initial(property: string): string | undefined {
    return /=\s*(\S.*)$/s.exec(String(this.#of(property)?.signature ?? ""))?.[1]?.trim();
  }

  #of(id: string): Record<string, unknown> | undefined {
    return this.#symbol.get(...this.#ranges.of(id), id);
  }
}
