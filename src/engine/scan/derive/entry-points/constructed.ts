/**
 * Guards that constructors are given: `constructor(...guards) { this.router.get("/x", ...guards, show); }`. Where all that
 * is made of the class is given the same, that asks in their place.
 */
import type { Guard, Registration } from "./registration.ts";

/** The name of mounts that say what a constructor is given, as `crates/resolve/src/rows/meaning/constructed.rs` writes them. */
const constructed = "constructed";
const ofConstructor = ".constructor";

interface Given {
  readonly name: string;
  readonly given: readonly Guard[];
}

/** Registrations with what constructors are given in the place of their parameters. */
export function withConstructed(
  registrations: readonly Registration[],
  parametersOf: (symbol: string) => ReadonlySet<string>,
): readonly Registration[] {
  const isMade = ({ kind, name }: Registration) => kind === "mount" && name === constructed;
  const made = Map.groupBy(registrations.filter(isMade), ({ owner }) => owner);
  if (made.size === 0) return registrations;
  return registrations.flatMap((one): readonly Registration[] => {
    if (isMade(one)) return [];
    const calls = one.symbol.endsWith(ofConstructor) ? made.get(one.symbol.slice(0, -ofConstructor.length)) : undefined;
    if (!calls || one.guards === null) return [one];
    const parameters = [...parametersOf(one.symbol)];
    const own = JSON.parse(one.guards) as Guard[];
    if (!own.some(({ symbol, name }) => symbol === null && parameters.includes(name))) return [one];
    const told = new Set(calls.map(({ guards }) => JSON.stringify(own.flatMap((it) => asked(it, parameters, guards)))));
    const [guards, ...others] = told;
    if (guards === undefined || others.length > 0) return [one];
    return [{ ...one, guards: guards === "[]" ? null : guards }];
  });
}

/** What one call gives in the place of a parameter; the last may take all that is left. */
function asked(guard: Guard, parameters: readonly string[], given: string | null): readonly Guard[] {
  const at = guard.symbol === null ? parameters.indexOf(guard.name) : -1;
  if (at < 0 || given === null) return [guard];
  const places = JSON.parse(given) as readonly Given[];
  const taken = at === parameters.length - 1 ? places.slice(at) : places.slice(at, at + 1);
  return taken.flatMap((it) => it.given);
}
