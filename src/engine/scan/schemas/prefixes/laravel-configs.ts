/**
 * Lists of middleware and parts of paths that Laravel's settings hold, `config/admin.php`: `return ['middleware' => ['web',
 * 'auth']];`, and what methods of providers give back of both.
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { type Held, type Item, PhpArray, phpArrayAt, readPhpArray } from "./php-arrays.ts";

const provider = /ServiceProvider\.php$/;
export const isLaravelConfig = (path: string): boolean =>
  /(?:^|\/)config\/[\w-]+\.php$/.test(path) || provider.test(path);

/** What stands before the name of a setting in the name of a row that tells it. */
export const asSetting = "setting ";
/** The same of a part of a path, and of what a method gives back for a group. */
export const asPath = "path setting ";
export const asMethod = "group of ";

const ofMiddleware = /(?:^|_)(?:middlewares?|mw)$/i;
const ofPath = /(?:prefix|path|uri|url|route|slug|segment)$/i;
/** A part of a path, or what of the environment stands for one. */
const part = /^(?:[\w./{}-]*|env\(.*\))$/s;
const settings = /^\\?(?:config|env)$/;
/** What lists of settings are made by: what the environment holds, and a text of it that is taken apart. */
const lists = /^\\?(?:env|explode)$/;
const given = /function\s+(\w+)\s*\(\s*\)[^{;]*\{\s*return\s+(?=\[|array\s*\()/g;
const maxDepth = 4;

export function readLaravelConfig(path: string, text: string): FactRow[] {
  if (provider.test(path)) return readMethods(path, text);
  const rows = readPaths(path, text);
  return /middleware|\bmw\b/i.test(text) ? [...rows, ...readLists(path, text)] : rows;
}

const nameOf = (path: string): string =>
  path
    .split("/")
    .at(-1)
    ?.replace(/\.php$/, "") ?? "";

function readPaths(path: string, text: string): FactRow[] {
  if (!/(?:prefix|path|uri|url|route|slug|segment)['"]\s*=>/i.test(text)) return [];
  const rows: FactRow[] = [];
  const add = (items: readonly Item[], around: string, depth: number): void => {
    for (const { key, held, line } of items) {
      if (key === null) continue;
      const name = `${around}.${key}`;
      if (typeof held === "string" && ofPath.test(key) && part.test(held))
        rows.push(
          rowOfRegistration(path, { kind: "prefix", framework: "Laravel", name: asPath + name, route: held, line }),
        );
      else if (held instanceof PhpArray && depth < maxDepth) add(held.items, name, depth + 1);
    }
  };
  add(readPhpArray(text, undefined, settings)?.items ?? [], nameOf(path), 0);
  return rows;
}

/** What methods give back that may be a group's: `['prefix' => …, 'middleware' => …]`. */
function readMethods(path: string, text: string): FactRow[] {
  return [...text.matchAll(given)].flatMap((found) => {
    const array = phpArrayAt(text, found.index + found[0].length, settings);
    if (array === undefined || !["prefix", "middleware"].some((key) => array.get(key) !== undefined)) return [];
    const line = text.slice(0, found.index).split("\n").length;
    const [prefix, middleware] = [array.get("prefix"), array.get("middleware")];
    const asked = middleware === undefined ? [] : (texts(middleware) ?? [`${found[1]}()?`]);
    const guards = asked.map((one) => ({ name: one, symbol: null }));
    const route = prefix === undefined ? "" : typeof prefix === "string" ? prefix : `\${${found[1]}}`;
    return [
      rowOfRegistration(path, { kind: "prefix", framework: "Laravel", name: asMethod + found[1], route, guards, line }),
    ];
  });
}

function readLists(path: string, text: string): FactRow[] {
  const rows: FactRow[] = [];
  const add = (items: readonly Item[], around: string, depth: number): void => {
    for (const { key, held, line } of items) {
      if (key === null) continue;
      const name = `${around}.${key}`;
      const told = ofMiddleware.test(key) ? texts(held) : undefined;
      if (told !== undefined) {
        const guards = told.map((one) => ({ name: one, symbol: null }));
        rows.push(
          rowOfRegistration(path, { kind: "prefix", framework: "Laravel", name: asSetting + name, guards, line }),
        );
      } else if (held instanceof PhpArray && depth < maxDepth) add(held.items, name, depth + 1);
    }
  };
  add(readPhpArray(text, undefined, lists)?.items ?? [], nameOf(path), 0);
  return rows;
}

/** The texts of a list, or a text; undefined where one of them is computed. */
function texts(held: Held): string[] | undefined {
  if (typeof held === "string") return [held];
  if (!(held instanceof PhpArray) || held.items.some(({ held: one, key }) => typeof one !== "string" || key !== null))
    return undefined;
  return held.items.flatMap(({ held: one }) => (typeof one === "string" ? [one] : []));
}
