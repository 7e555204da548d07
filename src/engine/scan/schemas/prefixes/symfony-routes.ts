/**
 * What Symfony's routing files put before the paths of the controllers that they import, and the routes that they
 * declare themselves. https://symfony.com/doc/current/routing.html
 */
import { isMap, isScalar } from "yaml";
import type { Prefix, Route } from "./prefix.ts";
import { mostAliased, readYaml } from "./symfony-yaml.ts";

/** `config/routes.yaml`, `config/routes/api.yaml`, and those that are not only for development. */
export const isSymfonyRoutes = (path: string): boolean =>
  /(?:^|\/)config\/(?:[\w-]+_)?rout(?:es|ing)(?:\/(?!(?:dev|test)\/)[\w./-]+)?\.ya?ml$/.test(path);

const framework = "Symfony";
const maxRoutes = 2_000;

export function readSymfonyRoutes(path: string, text: string): { prefixes: Prefix[]; routes: Route[] } {
  const prefixes: Prefix[] = [];
  const routes: Route[] = [];
  for (const [entry, line, name] of entries(text)) {
    const { resource, prefix, path: own, type } = entry;
    // Its operations stand at entities, whatever else lies where it says.
    if (type === "api_platform") continue;
    const paths = pathsOf(own);
    if (paths.length > 0) {
      const handler = handlerOf(entry);
      if (handler !== undefined)
        for (const route of paths)
          for (const method of methodsOf(entry)) routes.push({ framework, name, method, route, handler, line });
    } else if (importsFiles(entry) && (prefix === undefined || prefix === null || typeof prefix === "string")) {
      const from = typeof resource === "object" && resource !== null ? (resource as Entry).path : resource;
      const below = typeof from === "string" ? placesOf(path, from) : [];
      const route = prefix?.replaceAll("/", "") ? prefix : "";
      prefixes.push(...below.map((one) => ({ framework, route, below: one, line })));
      prefixes.push(
        ...leftOut(path, entry).map((one) => ({ framework, route: "", below: one, isLeftOut: true, line })),
      );
    }
  }
  return { prefixes, routes: routes.slice(0, maxRoutes) };
}

/** The path of a route, or those by languages. */
function pathsOf(own: unknown): string[] {
  if (typeof own === "string") return [own];
  const all = typeof own === "object" && own !== null ? Object.values(own) : [];
  return [...new Set(all.filter((one) => typeof one === "string"))];
}

type Entry = Readonly<Record<string, unknown>>;

/** Whether an import is of files: a loader of its own finds what it loads elsewhere, whatever its resource is. */
const importsFiles = ({ type }: Entry): boolean =>
  typeof type !== "string" || /^(?:attribute|annotation|directory|glob|yaml|php|xml)$/.test(type);

/** Routes and imports by their names; what holds in some environments only is left out. */
function entries(text: string): [entry: Entry, line: number, name: string][] {
  const read = readYaml(text);
  if (!read || !isMap(read.document.contents)) return [];
  const { contents } = read.document;
  return contents.items.flatMap(({ key, value }): [Entry, number, string][] => {
    const start = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    const isOne = isMap(value) && !String(key).startsWith("when@");
    const told: unknown = isOne ? value.toJS(read.document, { maxAliasCount: mostAliased }) : undefined;
    return typeof told === "object" && told !== null
      ? [[told as Entry, read.lines.linePos(start).line, String(key)]]
      : [];
  });
}

/**
 * Where what is imported lies: a folder with its slash, a file; of a bundle behind its name, `@ShopBundle/Controller/`. None:
 * it is a pattern.
 */
export function placesOf(path: string, resource: string): string[] {
  // All classes that the application has a service of: `routing.controllers`, since Symfony 7.4.
  if (resource === "routing.controllers") return [`${path.replace(/(?:^|(?<=\/))config\/.*$/, "")}src/`];
  if (/[*?%]|^\w+(?:\.\w+)*$/.test(resource)) return [];
  if (resource.startsWith("@")) {
    const isFile = /\.\w+$/.test(resource);
    return /^@\w+Bundle(?:\/|$)/.test(resource) ? [isFile ? resource : resource.replace(/\/*$/, "/")] : [];
  }
  const options = /^(.*)\{([^{}]*)\}(.*)$/.exec(resource);
  const all = options
    ? (options[2] ?? "").split(",").map((one) => `${options[1]}${one.trim()}${options[3]}`)
    : [resource];
  return all.flatMap((one) => {
    const parts = path.split("/").slice(0, -1);
    for (const part of one.split("/")) {
      if (part === ".." && parts.length === 0) return [];
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    const place = parts.join("/");
    return [/\.\w+$/.test(place) || place === "" ? place : `${place}/`];
  });
}

/** Where what an import of a folder leaves out lies: `exclude: ../src/Controller/Plain/*`. */
function leftOut(path: string, { exclude }: Entry): string[] {
  const all = Array.isArray(exclude) ? exclude : [exclude];
  return all.flatMap((one) => (typeof one === "string" ? placesOf(path, one.replace(/\/\*{1,2}$/, "/")) : []));
}

/** `App\Controller\Orders::show` by its class and method. Null: a service's; undefined: none, as of what only redirects. */
function handlerOf({ controller, defaults }: Entry): string | null | undefined {
  const named = controller ?? (typeof defaults === "object" && defaults !== null && (defaults as Entry)._controller);
  if (typeof named !== "string") return undefined;
  // As it was written before Symfony 4: `ShopBundle:Cart:show`.
  const [, bundle, old, action] = /^(\w+Bundle):([\w\\/]+):(\w+)$/.exec(named) ?? [];
  if (bundle) return `${bundle}\\Controller\\${old?.replaceAll("/", "\\")}Controller@${action}Action`;
  const [type = "", method = "__invoke"] = named.split(/::?/);
  return /^[\w\\]+$/.test(type) && type.includes("\\") ? `${type.replace(/^\\/, "")}@${method}` : null;
}

function methodsOf({ methods }: Entry): string[] {
  const named = typeof methods === "string" ? methods.split("|") : Array.isArray(methods) ? methods : [];
  const known = named.map((one) => String(one).trim().toUpperCase()).filter((one) => /^[A-Z]{3,10}$/.test(one));
  return known.length > 0 ? known : ["ANY"];
}
