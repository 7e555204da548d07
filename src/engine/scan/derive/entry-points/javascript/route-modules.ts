/**
 * Routes that name the file which answers, `route("items/:id", "./item.tsx")`: what the file exports handles, a page by its
 * default, requests for data by a loader and an action.
 */
import type { DatabaseSync } from "node:sqlite";
import { besides } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const framework = "React Router";
/** What a module of a route exports beside its page, and by which method that is asked for. */
const methods = new Map([
  ["loader", "GET"],
  ["action", "POST"],
]);
const ofModules = /\.[cm]?[jt]sx?$/;

export function withRouteModules(db: DatabaseSync, registrations: readonly Registration[]): readonly Registration[] {
  const isNaming = (one: Registration) =>
    one.framework === framework &&
    one.kind === "page" &&
    one.handler === null &&
    ofModules.test(one.handler_name ?? "");
  if (!registrations.some(isNaming)) return registrations;
  const ranges = new FactRanges(db);
  const files = db.prepare("select 1 from files where path = ?");
  const exported = db.prepare("select name, symbol from exports where fact >= ? and fact < ? and not type_only");
  return registrations.flatMap((one) => {
    const path = isNaming(one) ? besides(one.path, one.handler_name ?? "") : undefined;
    if (path === undefined || files.get(path) === undefined) return [one];
    const told = exported.all(...ranges.of(path)).map(({ name, symbol }) => ({
      name: String(name),
      handler: symbol === null ? `${path}#${name}` : String(symbol),
    }));
    const handled = ({ handler }: { handler: string }) => ({
      handler,
      handler_name: handler.slice(handler.indexOf("#") + 1),
    });
    const page = told.filter(({ name }) => name === "default").map((it) => ({ ...one, ...handled(it) }));
    const data = told.flatMap((it): Registration[] => {
      const method = methods.get(it.name);
      return method === undefined ? [] : [{ ...one, ...handled(it), kind: "endpoint", name: null, method }];
    });
    return page.length + data.length === 0 ? [one] : [...page, ...data];
  });
}
