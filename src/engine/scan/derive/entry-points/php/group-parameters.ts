/**
 * What a function is given that PHP's groups are given in place is what the group gives: in
 * `$r->addGroup('/api', fn ($r) => addApi($r))` whatever `addApi` registers is behind `/api`.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** A parameter of a function without a name, and what the call of a line gives. */
const [parameter, result] = [/^(.*\.php#(?:.*\.)?@\d+):\$\w+$/, /^(.*\.php#(?:.*\.)?@\d+):\d+$/];

export function withGroupParameters(registrations: readonly Registration[]): readonly Registration[] {
  const isHanded = ({ kind, framework, owner }: Registration) =>
    kind === "mount" && framework === null && parameter.test(owner ?? "");
  const handed = registrations.filter(isHanded);
  if (handed.length === 0) return registrations;
  const reached = new Set(registrations.map(({ mounted }) => mounted));
  const groups = Map.groupBy(
    registrations.filter(({ kind, framework, mounted }) => kind === "mount" && framework !== null && mounted !== null),
    ({ mounted }) => result.exec(mounted ?? "")?.[1],
  );
  const links = new Map<string, Registration>();
  for (const one of handed) {
    const owner = one.owner ?? "";
    const [group, ...others] = new Set(groups.get(parameter.exec(owner)?.[1])?.map(({ mounted }) => mounted));
    if (reached.has(owner) || group === undefined || others.length > 0) continue;
    links.set(owner, { ...one, owner: group, mounted: owner });
  }
  return links.size === 0 ? registrations : [...registrations, ...links.values()];
}
