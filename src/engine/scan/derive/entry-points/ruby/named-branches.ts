/**
 * Roda's routing tree: branches that stand elsewhere and are reached by a name, `hash_branch(:project, "vm")` where
 * `r.hash_branches(:project)` stands, and parts of paths that are symbols.
 */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import { whereMounted } from "#engine/scan/derive/entry-points/owner-words";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of mounts that are such a branch, and that reach those of a name. */
const [branch, reaching] = [/^(?:branch of (.*)|(.*)#branch of)$/, /^(?:branches of (.*)|(.*)#branches of)$/];

/** Mounts on and of what goes by the name; a branch counts where it is reached. */
export const withNamedBranches = (
  registrations: readonly Registration[],
  handlers: Pick<Handlers, "quotesOf">,
): readonly Registration[] =>
  registrations.map((written) => {
    const one = withSymbol(written, handlers);
    if (one.kind !== "mount" || one.name === null) return one;
    const owned = branch.exec(one.name);
    if (owned) return { ...one, owner: placeOf(one, owned), name: whereMounted };
    const reached = reaching.exec(one.name);
    return reached ? { ...one, mounted: placeOf(one, reached), name: null } : one;
  });

const placeOf = ({ framework }: Registration, [, whole, name]: readonly string[]): string =>
  `${framework} branches ${whole ?? name ?? ""}`;

/** A symbol stands for whatever there is: `r.on :id`. */
function withSymbol(one: Registration, handlers: Pick<Handlers, "quotesOf">): Registration {
  const [, first, rest] = (one.framework === "Roda" && /^(\w+)(\/.*)?$/.exec(one.route ?? "")) || [];
  if (first === undefined) return one;
  const symbol = new RegExp(`\\.\\w+[ (]+:${first}\\b`);
  const isSymbol = handlers.quotesOf(one.symbol, one.line).some((quote) => symbol.test(quote));
  return isSymbol ? { ...one, route: `{${first}}${rest ?? ""}` } : one;
}
