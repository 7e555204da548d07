/** Where an address ends in a route for all further parts, and something else may answer. */
import type { DatabaseSync } from "node:sqlite";
import { laid, type Part, routeOf } from "./address.ts";
import type { Request } from "./requests.ts";

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

interface OwnRoute {
  readonly parts: readonly Part[];
  readonly handler: string | null;
  /** The function that registers it. */
  readonly symbol: string;
}

/** Routes that tests register themselves, by file. */
export class OwnRoutes {
  readonly #byPath = new Map<string, OwnRoute[]>();

  constructor(db: DatabaseSync) {
    const rows = db.prepare(
      `select path, route, handler, symbol from registrations where kind = 'endpoint' and route is not null
         and path in (select path from files where is_test)`,
    );
    for (const { path, route, handler, symbol } of rows.all()) {
      const listed = this.#byPath.get(String(path)) ?? [];
      this.#byPath.set(String(path), listed);
      const parts = routeOf(String(route));
      listed.push({ parts, handler: handler === null ? null : String(handler), symbol: String(symbol) });
    }
  }

  /** Whether a test's file serves an address by a route that says more of it than one for all further parts. */
  serve(path: string, address: readonly Part[]): boolean {
    return (this.#byPath.get(path) ?? []).some(({ parts }) => isServed(address, parts));
  }

  /**
   * Whether a test asks a server of its own, by which another handler answers: a route of its file, or one for all further
   * parts of the function that asks.
   */
  answer(call: Request, address: readonly Part[], handler: string | null): boolean {
    if (!call.isTest) return false;
    const isAsking = ({ symbol }: OwnRoute) => symbol === call.symbol || symbol === call.via;
    const fitting = (this.#byPath.get(call.path) ?? []).filter(
      (one) => isServed(address, one.parts) || (isAsking(one) && laid(address, one.parts, 0)?.isRest),
    );
    return fitting.length > 0 && fitting.every((one) => one.handler !== handler);
  }
}

function isServed(address: readonly Part[], route: readonly Part[]): boolean {
  const fit = laid(address, route, 0);
  return fit !== undefined && fit.same > 0 && !fit.isRest;
}
