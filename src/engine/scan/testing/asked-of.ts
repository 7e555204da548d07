/** Who is asked before the endpoints of a folder that was scanned, and in their bodies. */
import { query } from "./query-db.ts";
import type { TempFolder } from "./temp-repository.ts";

/** Of each endpoint who is asked, by its method and path; in a body: `in …`. */
export const askedOf = (folder: TempFolder): Record<string, string[]> =>
  Object.fromEntries(
    query(folder, "select method, route, guards from entry_points order by route, method").map(
      ({ method, route, guards }) => {
        const all = JSON.parse(String(guards ?? "[]")) as { name: string; inside?: boolean }[];
        return [`${method} ${route}`, all.map(({ name, inside }) => (inside ? `in ${name}` : name))];
      },
    ),
  );
