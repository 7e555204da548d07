/** Constants that stand in paths of PHP by their names: `define('ADMIN_AREA', 'admin')`, `$routes->group(ADMIN_AREA, …)`. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** What the name of a row ends with that tells a constant's text. */
const mark = "#constant";
const named = /\$\{\\?(\w+)\}/g;

export const isConstant = ({ kind, name }: Registration): boolean =>
  kind === "prefix" && (name?.endsWith(mark) ?? false);

/** A path with the texts of the constants in it that have one text in all of the repository. */
export function constantsIn(written: readonly Registration[]): (route: string) => string {
  const texts = new Map<string, Set<string | null>>();
  for (const one of written) {
    if (!isConstant(one)) continue;
    const name = one.name?.slice(0, -mark.length) ?? "";
    texts.set(name, (texts.get(name) ?? new Set()).add(one.route));
  }
  const textOf = (name: string) => {
    const [text, ...others] = texts.get(name) ?? [];
    return others.length === 0 ? (text ?? undefined) : undefined;
  };
  return (route) => route.replace(named, (whole, name: string) => textOf(name) ?? whole);
}
