/** What NestJS's modules say: the paths that a router puts them behind. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of what stands before the paths of a module. */
export const ofModule = "module";

/** Without the paths of modules that nobody knows: they stand before nothing else. */
export const withoutUnknownModules = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.filter(({ kind, name, owner }) => kind !== "prefix" || name !== ofModule || owner !== null);
