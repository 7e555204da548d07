/**
 * The paths before which guards ask: those of what is registered beside them, and deeper ones of what is mounted there, as
 * `app.use("/api/admin", signedIn)` before `app.use("/api", api)`.
 */
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards that ask where a path has the parameter of their route. */
export const ofPathParameter = "path parameter";

/** The end of a path that stands for all below it. */
const anyBelow = /\/?\*+$/;

/** What stands in front of the paths that a guard's own stands for. */
const beginOf = (route: string | null): string => join((route ?? "").replace(anyBelow, ""), "");

const partsOf = (path: string) => path.split("/").filter((part) => part !== "");
const isParameter = (part: string) => /^[:{*<]/.test(part);

/** Whether a path lies below another, part by part. */
export function isBelow(path: string, begin: string): boolean {
  const parts = partsOf(path);
  return partsOf(begin).every((part, at) => {
    const own = parts[at];
    return own !== undefined && (own === part || isParameter(part));
  });
}

/**
 * Whether a path begins with another, at the end of one of its parts: `/films2` and `/films.json` do not with `/films`, but
 * `/new` with `/:id`.
 */
function beginsWith(path: string, begin: string): boolean {
  if (begin.includes("/:") && isBelow(path, begin)) return true;
  if (!path.startsWith(begin)) return false;
  return begin === "" || !/\w$/.test(begin) || !/^(?:[\w-]|\.\w)/.test(path.slice(begin.length));
}

/** Whether a guard asks before the path of a registration; of all that is on its owner, where none is given. */
export const isAround = ({ name, route }: Registration, of: Registration | null): boolean =>
  name === ofPathParameter
    ? new RegExp(`[:{]${route}\\b`).test(of?.route ?? "")
    : of
      ? beginsWith(join(of.route ?? "", "").replace(/^\{\//, "/"), beginOf(route))
      : !route?.startsWith("${");

/** The path of a guard that lies below a mount's and is another. */
export function pathBelow({ name, route }: Registration, mount: Registration | null): string | undefined {
  if (mount?.kind !== "mount" || name !== null) return undefined;
  const [begin, around] = [beginOf(route), join(mount.route ?? "", "")];
  return begin !== around && isBelow(begin, around) ? begin : undefined;
}

/** The guards that a way puts before an endpoint, of those that ask below deeper paths the ones before its own. */
export const beforePath = (guards: readonly Guard[], path: string): readonly Guard[] =>
  guards.some(({ below }) => below !== undefined)
    ? guards.filter(({ below }) => below === undefined || isBelow(path, below))
    : guards;

/** The same where no path is known. */
export const beforeAll = (guards: readonly Guard[]): readonly Guard[] =>
  guards.filter(({ below }) => below === undefined);

/** Guards with their paths behind what stands before these. */
export const behindPrefix = (guards: readonly Guard[], prefix: string): Guard[] =>
  guards.map((one) => (one.below === undefined ? one : { ...one, below: join(prefix, one.below) }));

/** Guards that ask below a path alone. */
export const askingBelow = (guards: readonly Guard[], below: string | undefined): readonly Guard[] =>
  below === undefined ? guards : guards.map((one) => ({ ...one, below }));
