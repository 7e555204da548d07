/**
 * Routes of Mautic's bundles and plugins: the array that `Config/config.php` gives back lists them by who may come there.
 * https://devdocs.mautic.org/en/latest/plugins/config.html
 */
import type { FactRow } from "#contract/unit";
import { PhpArray, readPhpArray } from "./php-arrays.ts";
import { rowOfRoute } from "./prefix.ts";

export const isMauticConfig = (path: string): boolean => /(?:^|\/)\w+Bundle\/Config\/config\.php$/.test(path);

const framework = "Symfony";
const maxRoutes = 2_000;
/** What stands before the paths of each kind. */
const prefixes = { public: "", main: "/s", api: "/api", catchall: "" } as const;
/** What an entity has whose routes are the usual ones: `supported_endpoints` names those that it has, if any. */
const standard = [
  ["getall", "getEntities", "GET", ""],
  ["getone", "getEntity", "GET", "/{id}"],
  ["new", "newEntity", "POST", "/new"],
  ["newbatch", "newEntities", "POST", "/batch/new"],
  ["editbatchput", "editEntities", "PUT", "/batch/edit"],
  ["editbatchpatch", "editEntities", "PATCH", "/batch/edit"],
  ["editput", "editEntity", "PUT", "/{id}/edit"],
  ["editpatch", "editEntity", "PATCH", "/{id}/edit"],
  ["deletebatch", "deleteEntities", "DELETE", "/batch/delete"],
  ["delete", "deleteEntity", "DELETE", "/{id}/delete"],
] as const;

export function readMauticRoutes(path: string, text: string): FactRow[] {
  const held = readPhpArray(text)?.get("routes");
  if (!(held instanceof PhpArray)) return [];
  const rows: FactRow[] = [];
  for (const kind of ["public", "main", "api", "catchall"] as const) {
    for (const { key, held: route, line } of held.list(kind)) {
      if (!(route instanceof PhpArray) || key === null) continue;
      const [own, controller] = [route.text("path"), route.text("controller")];
      if (own === undefined || controller === undefined) continue;
      const add = (name: string, method: string, behind: string, handler: string) =>
        rows.push(
          rowOfRoute(path, { framework, name, method, route: `${prefixes[kind]}${own}${behind}`, handler, line }),
        );
      if (route.get("standard_entity") === undefined) {
        const methods = (route.text("method") ?? (kind === "api" ? "GET" : "ANY")).split("|");
        for (const method of methods) add(key, method, "", controller.replace("::", "@"));
        continue;
      }
      const supported = route.list("supported_endpoints").map((one) => one.held);
      for (const [name, action, method, behind] of standard)
        if (supported.length === 0 || supported.includes(name))
          add(`${key}_${name}`, method, behind, `${controller}@${action}Action`);
    }
  }
  return rows.slice(0, maxRoutes);
}
