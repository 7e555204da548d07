/**
 * Routes of Nextcloud's applications: `appinfo/routes.php`, behind what the application is called in `appinfo/info.xml`.
 * https://docs.nextcloud.com/server/latest/developer_manual/basics/routing.html
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { PhpArray, readPhpArray } from "./php-arrays.ts";
import { rowOfRoute } from "./prefix.ts";

export const nextcloud = "Nextcloud";
/** The name of the row that says what an application is called. */
export const asApplication = "application id";

export const isNextcloudRoutes = (path: string): boolean => /(?:^|\/)appinfo\/(?:routes\.php|info\.xml)$/.test(path);

const maxRoutes = 2_000;
const resource = [
  ["index", "GET", ""],
  ["show", "GET", "/{id}"],
  ["create", "POST", ""],
  ["update", "PUT", "/{id}"],
  ["destroy", "DELETE", "/{id}"],
] as const;
const ofApps = { routes: "/apps/{app}", ocs: "/ocs/v2.php" } as const;

export function readNextcloudRoutes(path: string, text: string): FactRow[] {
  if (path.endsWith(".xml")) {
    const id = /<id>\s*([\w-]+)\s*<\/id>/.exec(text);
    if (!id?.[1]) return [];
    const line = text.slice(0, id.index).split("\n").length;
    return [rowOfRegistration(path, { kind: "prefix", framework: nextcloud, name: asApplication, route: id[1], line })];
  }
  const told = readPhpArray(text, /->registerRoutes\s*\([^[]*?,\s*(?=\[|array\s*\()/);
  if (!told) return [];
  const rows: FactRow[] = [];
  const add = (name: string, method: string, route: string, line: number) =>
    rows.push(rowOfRoute(path, { framework: nextcloud, name, method, route, handler: name, line }));
  for (const kind of ["routes", "ocs"] as const) {
    for (const { held, line } of told.list(kind)) {
      if (!(held instanceof PhpArray)) continue;
      const [name, url] = [held.text("name"), held.text("url")];
      if (name === undefined || url === undefined) continue;
      const root = held.text("root") ?? (kind === "ocs" ? "/apps/{app}" : "");
      const below = `${ofApps[kind]}${root}`;
      const postfix = held.get("root") === null ? `/$${"{root}"}` : "";
      add(name, (held.text("verb") ?? "GET").toUpperCase(), `${below}${postfix}/${url.replace(/^\//, "")}`, line);
    }
  }
  for (const kind of ["resources", "ocs-resources"] as const) {
    for (const { key, held, line } of told.list(kind)) {
      const url = held instanceof PhpArray ? held.text("url") : undefined;
      if (key === null || url === undefined) continue;
      const below = kind === "resources" ? ofApps.routes : `${ofApps.ocs}/apps/{app}`;
      for (const [action, method, behind] of resource) {
        const at = `${below}/${url.replace(/^\/|\/$/g, "")}${behind}`;
        add(`${key}#${action}`, method, at, line);
      }
    }
  }
  return rows.slice(0, maxRoutes);
}
