/**
 * Routes that are written out within a call that adds them together, with what stands before all of them: go-zero's
 * generated `routes.go`. A route is one of the call that was begun last before it; elsewhere lists may have names, and
 * whose a route is is not known.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of such calls, which are mounts, and of such routes. */
const added = "added together";
const ofGenerator = /(?:^|\/)routes\.go$/;

/** All registrations, with routes on the calls that add them, and without those of which that is not known. */
export function withAddedRoutes(registrations: readonly Registration[]): readonly Registration[] {
  const calls = registrations.filter(({ kind, name }) => kind === "mount" && name === added);
  return registrations.flatMap((one) => {
    if (one.kind !== "endpoint" || one.name !== added) return [one];
    const before = calls.filter(
      ({ path, symbol, line }) => path === one.path && symbol === one.symbol && line <= one.line,
    );
    const call = ofGenerator.test(one.path) ? before.at(-1) : undefined;
    return call === undefined ? [] : [{ ...one, owner: call.mounted, name: null }];
  });
}
