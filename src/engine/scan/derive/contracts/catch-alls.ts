/** Where an address ends in a route for all further parts, and something else may answer. */
import type { DatabaseSync } from "node:sqlite";
import { laid, type Part, routeOf } from "./address.ts";

/**
 * Whether what is put into an address may hold slashes, so that a fuller route answers: `/file/${name}/${of}` is
 * `/file/attachments/:id/:of` where a name is `attachments/7`.
 */
export function mayBeFuller(address: readonly Part[], route: readonly Part[]): boolean {
  const hole = address.findIndex(({ isParameter }) => isParameter);
  if (hole < 1 || route.length <= address.length || route.some(({ isRest }) => isRest)) return false;
  return address
    .slice(0, hole)
    .every(({ text }, at) => route[at]?.isParameter || route[at]?.text.toLowerCase() === text.toLowerCase());
}

/** Routes that tests register themselves, by file. */
export class OwnRoutes {
  readonly #byPath = new Map<string, (readonly Part[])[]>();

  constructor(db: DatabaseSync) {
    const rows = db.prepare(
      `select path, route from registrations where kind = 'endpoint' and route is not null
         and path in (select path from files where is_test)`,
    );
    for (const { path, route } of rows.all()) {
      const listed = this.#byPath.get(String(path)) ?? [];
      this.#byPath.set(String(path), listed);
      listed.push(routeOf(String(route)));
    }
  }

  /** Whether a test's file serves an address by a route that says more of it than one for all further parts. */
  serve(path: string, address: readonly Part[]): boolean {
    const fits = (route: readonly Part[]): boolean => {
      const fit = laid(address, route, 0);
      return fit !== undefined && fit.same > 0 && !fit.isRest;
    };
    return (this.#byPath.get(path) ?? []).some(fits);
  }
}
