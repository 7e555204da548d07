/**
 * Procedures of tRPC that are endpoints besides, where something serves the router that they are in by the paths that they say
 * themselves: the names of routers around them are no part of these.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "tRPC OpenAPI";

/** All registrations, with each such procedure on what serves it. */
export function withOpenApiProcedures(registrations: readonly Registration[]): readonly Registration[] {
  const isOwn = (one: Registration) => one.framework === framework;
  if (!registrations.some(isOwn)) return registrations;
  const served = registrations.filter((one) => isOwn(one) && one.kind === "mount");
  const others = registrations.filter((one) => !isOwn(one));
  const mounts = Map.groupBy(
    others.filter(({ kind, framework: of }) => kind === "mount" && (of === "tRPC" || of === null)),
    ({ owner }) => owner,
  );
  const guards = Map.groupBy(
    others.filter(({ kind }) => kind === "guard"),
    ({ owner }) => owner,
  );
  const procedures = Map.groupBy(
    registrations.filter((one) => isOwn(one) && one.kind === "endpoint"),
    ({ owner }) => owner,
  );
  const told = served.flatMap((mount) => {
    const reached = new Set([mount.mounted]);
    for (const owner of reached) for (const { mounted } of mounts.get(owner) ?? []) reached.add(mounted);
    return [...reached].flatMap((owner) => {
      const own = procedures.get(owner) ?? [];
      if (own.length === 0) return [];
      const apart = `${owner}@${framework}`;
      const asking = guards.get(owner) ?? [];
      return [{ ...mount, mounted: apart }, ...[...asking, ...own].map((one) => ({ ...one, owner: apart }))];
    });
  });
  return [...others, ...told];
}
