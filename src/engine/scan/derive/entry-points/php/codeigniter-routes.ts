/**
 * Files of routes of CodeIgniter, which are given `$routes` without a word of what that is, and constants in paths.
 * https://codeigniter.com/user_guide/incoming/routing.html
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { constantsIn } from "./named-constants.ts";

const framework = "CodeIgniter";
const ofRoutes = /(?:^|\/)Config\/Routes[^.]*\.php$/;
/** What a variable of a file's own code or a closure is called on which nobody says what it is. */
const untyped = "$routes.*";

export function withRouteFiles(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  if (!written.some((one) => one.framework === framework)) return written;
  const textOf = constantsIn(written);
  const guessed = new Set(
    db
      .prepare("select distinct path, line from calls where target glob ? order by path, line")
      .all(untyped)
      .filter(({ path }) => !ofRoutes.test(String(path)))
      .map(({ path, line }) => `${path}:${line}`),
  );
  return inTurn(written).flatMap((one) => {
    if (one.framework !== framework) return [one];
    if (one.kind !== "guard" && guessed.has(`${one.path}:${one.line}`)) return [];
    return one.route === null ? [one] : [{ ...one, route: textOf(one.route) }];
  });
}

/** Those before all paths ask first, then those by methods, then those by paths, whichever file says each. */
function inTurn(written: readonly Registration[]): readonly Registration[] {
  const isAsking = ({ kind, framework: of, name }: Registration) =>
    kind === "guard" && of === framework && name?.startsWith("application") === true && name !== "application early";
  const turnOf = ({ name, method, route }: Registration): number =>
    name === "application but" || (method === null && route === null) ? 0 : method === null ? 2 : 1;
  const sorted = written.filter(isAsking).toSorted((one, other) => turnOf(one) - turnOf(other));
  let next = 0;
  return written.map((one) => (isAsking(one) ? (sorted[next++] ?? one) : one));
}
