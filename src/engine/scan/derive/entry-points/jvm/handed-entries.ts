/**
 * Entries of one of Spring Security's chains that stand in a function which the chain is given:
 * `http.authorizeHttpRequests(Security::rules)`.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards where a chain is given its entries. */
export const handing = "by path handed";
const given = /\bauthorize\w+\(\s*(?:\w+\.)*(\w+)::(\w+)/;

interface Chain {
  readonly first: Registration;
}

/** By chains, those whose entries they are given; `chainOf` finds the one that something is said of. */
export function handedTo<One extends Chain>(
  registrations: readonly Registration[],
  chains: readonly One[],
  chainOf: (one: Registration) => One,
  quotesOf: (symbol: string, line: number) => readonly string[],
): (readonly [One, One])[] {
  return registrations.flatMap((one) => {
    if (one.kind !== "guard" || one.name !== handing) return [];
    const written = quotesOf(one.symbol, one.line)
      .map((quote) => given.exec(quote))
      .find((it) => it !== null);
    if (!written) return [];
    const [, type, method] = written;
    const end = type === "this" || type === "super" ? `.${method}` : `${type}.${method}`;
    const isIt = ({ first: { framework, owner, path } }: One): boolean =>
      framework === one.framework && path === one.path && owner !== one.owner && (owner?.endsWith(end) ?? false);
    const found = chains.find(isIt);
    return found ? [[chainOf(one), found] as const] : [];
  });
}
