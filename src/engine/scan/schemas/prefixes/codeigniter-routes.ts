/**
 * Routes of CodeIgniter 3, which its file of routes puts into an array: `$route['news/(:num)'] = 'news/show/$1'`.
 * https://codeigniter.com/userguide3/general/routing.html
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { rowOfRoute } from "./prefix.ts";

export const isCodeIgniterRoutes = (path: string): boolean =>
  /(?:^|\/)(?:application|app)\/(?:modules\/[^/]+\/)?config\/routes\.php$/.test(path);

export const codeIgniter = "CodeIgniter 3";
const maxRoutes = 2_000;

/** `$route['a']`, `$route['a']['get']`, and the text that it is. */
const entry =
  /^[ \t]*\$route\s*\[\s*(["'])([^"'\n]*)\1\s*\](?:\s*\[\s*["'](\w+)["']\s*\])?\s*=\s*(["'])([^"'\n]*)\4\s*;/gm;
const comments = /\/\*[\s\S]*?\*\/|^[ \t]*(?:\/\/|#)[^\n]*/gm;
const settings = /^(?:default_controller|404_override|translate_uri_dashes)$/;

export function readCodeIgniterRoutes(path: string, text: string): FactRow[] {
  const code = text.replace(comments, (it) => it.replace(/[^\n]/g, " "));
  const all = [...code.matchAll(entry)].slice(0, maxRoutes);
  return all.flatMap(({ 2: route = "", 3: method, 5: handler = "", index }) => {
    const line = code.slice(0, index).split("\n").length;
    if (route === "default_controller")
      return [rowOfRegistration(path, { kind: "guard", framework: codeIgniter, name: route, route: handler, line })];
    if (settings.test(route)) return [];
    const verb = method?.toUpperCase() ?? "ANY";
    return [rowOfRoute(path, { framework: codeIgniter, name: route, method: verb, route, handler, line })];
  });
}
