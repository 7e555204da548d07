/** Where functions stand that ask before others in Express, whose paths begin there. */
import type { DatabaseSync } from "node:sqlite";
import { decidesByPath } from "#engine/scan/derive/entry-points/owner-words";
import type { Guard } from "#engine/scan/derive/entry-points/registration";

/** A path at which everything comes by. */
const everywhere = /^(?:\/?\*?|\/?\{\*\w+\})$/;

/** The paths behind which a guard stands; undefined: not known, as what it is on is mounted elsewhere. */
export function pathsBehind(db: DatabaseSync, { symbol, place, lines }: Guard): readonly string[] | undefined {
  const columns = "select route, owner, owner in (select mounted from registrations where kind = 'mount') as below";
  const rows =
    place === undefined || lines === undefined
      ? db
          .prepare(
            `${columns} from registrations where kind in ('guard', 'endpoint') and instr(guards, ?) > 0 and owner <> ?`,
          )
          .all(JSON.stringify(symbol), symbol)
      : db
          .prepare(`${columns} from registrations where kind = 'guard' and path = ? and line = ? and name is not ?`)
          .all(place.replace(/:\d+:\d+$/, ""), lines[0], decidesByPath);
  const paths = rows.map(({ route, below }) => {
    const written = route === null ? "" : String(route);
    const isKnown = below === 0 && !/[${:*(]/.test(written.replace(everywhere, ""));
    return isKnown ? written.replace(everywhere, "").replace(/\/\*?$/, "") : undefined;
  });
  return paths.length === 0 || paths.includes(undefined) ? undefined : (paths as string[]);
}
