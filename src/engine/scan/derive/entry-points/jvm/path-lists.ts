/**
 * Entries of a map of paths that a filter is given, each with the names of who is asked: Shiro's
 * `chain.put("/admin/**", "authc, roles[boss]")`.
 * https://shiro.apache.org/web.html#urls-
 */
import { listed } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards that put an entry into a map, and of those where a map is given to what asks by it. */
const [entry, given] = ["by path listed", "by path lists"];
/** The names of filters that let everybody in, or end a session. */
const askingNobody = new Set(["", "anon", "logout", "noSessionCreation", "invalidRequest"]);

/** Whether something is said of a map, be it that nobody asks by it. */
export const isOfPathList = ({ kind, name }: Registration): boolean =>
  kind === "guard" && (name === entry || name === given);

export class PathLists {
  /** The functions that give a map to what asks by it. */
  readonly #givenIn: ReadonlySet<string | null>;

  constructor(registrations: readonly Registration[]) {
    const all = registrations.filter(({ kind, name }) => kind === "guard" && name === given);
    this.#givenIn = new Set(all.map(({ owner }) => owner));
  }

  isEntry = ({ name, owner }: Registration): boolean => name === entry && this.#givenIn.has(owner);

  /** Who is asked by an entry: the filters that its text names, what they are given in brackets. */
  asked = (one: Registration): readonly Guard[] =>
    listed(one).flatMap((guard) =>
      guard.symbol !== null
        ? [guard]
        : guard.name
            .split(/,(?![^[]*\])/)
            .map((name) => name.trim())
            .filter((name) => !askingNobody.has(name))
            .map((name) => ({ ...guard, name })),
    );
}
