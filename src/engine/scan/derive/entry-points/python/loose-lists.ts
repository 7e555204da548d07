/**
 * Lists of Django's routes that nothing includes and that include nothing, where others do: code that is run puts them
 * somewhere, behind a path that is not known.
 */

import { part } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const frameworks = new Set(["Django", "Django REST framework"]);

/** All registrations, with what says of such lists that they are parts of others. */
export function withLooseLists(registrations: readonly Registration[]): readonly Registration[] {
  const ofDjango = registrations.filter(({ framework }) => frameworks.has(framework ?? ""));
  const mounts = registrations.filter(({ kind, owner }) => kind === "mount" && owner !== null);
  const mounted = new Set(mounts.map((one) => one.mounted));
  const including = new Set(
    ofDjango.flatMap(({ kind, owner, route }) => (kind === "mount" && route !== null ? [owner] : [])),
  );
  const roots = [...including].filter((owner) => owner?.endsWith("#urlpatterns") && !mounted.has(owner));
  if (roots.length === 0) return registrations;
  const loose = new Map<string, Registration>();
  const isLoose = (owner: string) => isVariable.test(owner) && !mounted.has(owner) && !including.has(owner);
  for (const one of ofDjango)
    if (one.kind === "endpoint" && one.owner !== null && isLoose(one.owner)) loose.set(one.owner, one);
  // What holds other lists of its module alone.
  for (const one of mounts)
    if (one.framework === null && one.owner?.endsWith("#urlpatterns") && isLoose(one.owner)) loose.set(one.owner, one);
  const parts = [...loose].map(([owner, one]) => ({
    ...one,
    kind: "prefix" as const,
    owner,
    method: null,
    route: "",
    name: part,
    handler: null,
    handler_name: null,
    guards: null,
    mounted: null,
  }));
  return [...registrations, ...parts];
}

/** A variable of a module of Python. */
const isVariable = /\.py#\w+$/;
