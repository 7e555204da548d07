/**
 * What Egg's loader finds by the names of files: controllers, `controller.api.films.list` of `app/controller/api/films.js`,
 * and middlewares. Those that no route names may be asked before all of an application: its configuration says which.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

const egg = "Egg";
/** The name of endpoints that stand for what a controller has of these. */
const resources = "resources";
const actions: readonly (readonly [name: string, method: string, below: string])[] = [
  ["index", "GET", ""],
  ["new", "GET", "/new"],
  ["create", "POST", ""],
  ["show", "GET", "/:id"],
  ["edit", "GET", "/:id/edit"],
  ["update", "PUT", "/:id"],
  ["destroy", "DELETE", "/:id"],
];
const ofApplication = /^(.*?)(?:^|\/)app\/(?:router\.\w+$|router\/|\w)/;

interface Loaded {
  readonly id: string;
  readonly name: string;
}

/** Registrations of Egg with what is loaded for their names; of none without it. */
export function withLoaded(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  if (!registrations.some(({ framework }) => framework === egg)) return registrations;
  const uses = db.prepare("select 1 from dependencies where name = 'egg' limit 1").get() !== undefined;
  if (!uses) return registrations.filter(({ framework }) => framework !== egg);
  const symbols = db
    .prepare("select id, name, path from symbols where path like '%app/controller/%' or path like '%app/middleware/%'")
    .all() as { id: string; name: string; path: string }[];
  const byFile = Map.groupBy(symbols, ({ path }) => path.replace(/\.\w+$/, ""));
  const plain = (text: string) => text.replace(/[_-]/g, "").toLowerCase();
  const fileOf = (root: string, folder: string, names: readonly string[]) => {
    const wanted = plain(`${root}app/${folder}/${names.join("/")}`);
    return [...byFile].find(([file]) => plain(file) === wanted);
  };
  /** A method of a controller by the names that lead to it. */
  const actionOf = (root: string, written: string, action: string): Loaded | undefined => {
    const names = written.replace(/^controller\./, "").split(".");
    const found = fileOf(root, "controller", names)?.[1].find(({ name }) => name === action);
    return found && { id: found.id, name: found.id.replace(/^.*#/s, "") };
  };
  const rootOf = (path: string) => ofApplication.exec(path)?.[1] ?? "";
  const asked = (root: string, guards: string | null): Guard[] =>
    (JSON.parse(guards ?? "[]") as Guard[]).map((guard) => {
      const found = guard.symbol === null ? fileOf(root, "middleware", [guard.name.replace(/\(.*$/s, "")]) : undefined;
      const [file, declared] = found ?? [];
      const symbol = declared?.[0]?.id;
      return file === undefined || symbol === undefined ? guard : { ...guard, name: file.replace(/^.*\//, ""), symbol };
    });
  const named = new Set(
    registrations.flatMap(({ framework, path, guards }) =>
      framework === egg ? asked(rootOf(path), guards).map(({ symbol }) => symbol) : [],
    ),
  );
  const general = (root: string): Guard[] =>
    [...byFile].flatMap(([file, [first]]) => {
      const isOfAll = file.startsWith(`${root}app/middleware/`) && first && !named.has(first.id);
      return isOfAll ? [{ name: file.replace(/^.*\//, ""), symbol: first.id, maybe: true }] : [];
    });
  return registrations.flatMap((one): readonly Registration[] => {
    if (one.framework !== egg) return [one];
    const root = rootOf(one.path);
    const own = asked(root, one.guards);
    if (one.kind !== "endpoint") return [{ ...one, guards: own.length === 0 ? null : JSON.stringify(own) }];
    const all = [...general(root), ...own];
    const told = { ...one, guards: all.length === 0 ? null : JSON.stringify(all) };
    const written = one.handler === null ? (one.handler_name ?? "") : "";
    if (one.name === resources)
      return actions.flatMap(([action, method, below]) => {
        const found = actionOf(root, written, action);
        const route = `${(one.route ?? "").replace(/\/$/, "")}${below}`;
        return found ? [{ ...told, name: null, method, route, handler: found.id, handler_name: found.name }] : [];
      });
    const end = written.lastIndexOf(".");
    const found = end < 0 ? undefined : actionOf(root, written.slice(0, end), written.slice(end + 1));
    return [found ? { ...told, handler: found.id, handler_name: found.name } : told];
  });
}
