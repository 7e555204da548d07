/**
 * Addresses of CakePHP's controllers by convention are of the innermost scope that has fallbacks: who asks before the routes of
 * that asks before them. https://book.cakephp.org/5/en/development/routing.html#fallbacks-method
 */
import { throughout } from "#engine/scan/derive/entry-points/guards/guard-order";
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { kebab, routeOf } from "#engine/scan/derive/entry-points/route-of-handler";

const framework = "CakePHP";
const convention = "convention";
const byConvention = /^\?\{dashed:folders\}/;
/** Scopes in each other. */
const maxDepth = 8;

interface Scope {
  readonly owner: string;
  readonly path: string;
  readonly asking: readonly Registration[];
}

export function withFallbacks(all: readonly Registration[]): readonly Registration[] {
  const own = all.filter((one) => one.framework === framework);
  if (!own.some(({ kind, name, owner }) => kind === "guard" && name === convention && owner !== null)) return all;
  const mounts = new Map(own.flatMap((one) => (one.kind === "mount" && one.mounted ? [[one.mounted, one]] : [])));
  const guards = Map.groupBy(
    own.filter(({ kind, name }) => kind === "guard" && name === null),
    ({ owner }) => owner,
  );
  const scopeOf = (owner: string, depth = 0): Scope => {
    const mount = mounts.get(owner);
    const around = mount?.owner && depth < maxDepth ? scopeOf(mount.owner, depth + 1) : undefined;
    const route = mount?.name === "dashed" ? kebab(mount.route ?? "") : (mount?.route ?? "");
    const asking = [...(around?.asking ?? []), ...(guards.get(owner) ?? [])];
    return { owner, path: join(around?.path ?? "", route), asking };
  };
  const scopes = own
    .flatMap(({ kind, name, owner, route }) =>
      kind === "guard" && name === convention && owner !== null && route?.includes("{controller}") ? [owner] : [],
    )
    .map((owner) => scopeOf(owner))
    .sort((one, other) => other.path.length - one.path.length);
  const asked = new Map<string, readonly Registration[]>();
  const moved = all.map((one) => {
    if (one.framework !== framework || one.kind !== "endpoint" || !byConvention.test(one.route ?? "")) return one;
    const path = `/${routeOf((one.route ?? "").slice(1), one.handler, undefined)}/`;
    const scope = scopes.find((it) => path.startsWith(it.path === "/" ? "/" : `${it.path}/`));
    if (scope === undefined || scope.asking.length === 0) return one;
    const owner = `${scope.owner} fallbacks`;
    asked.set(
      owner,
      scope.asking.map((guard) => ({ ...guard, owner, name: throughout })),
    );
    return { ...one, owner };
  });
  return [...moved, ...[...asked.values()].flat()];
}
