/** Whether addresses by convention, `{controller}/{action}`, are mapped by an application that has them. */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of rows about how an application maps its controllers; the route is the pattern, empty where they say it themselves. */
const convention = "convention";
/** What begins so is an address by convention, where nothing stands before it. */
export const byConvention = "?";

export class Conventions {
  readonly #patterns: ReadonlyMap<string | null, readonly (string | null)[]>;

  constructor(registrations: readonly Registration[]) {
    const rows = registrations.filter(({ kind, name }) => kind === "guard" && name === convention);
    const grouped = Map.groupBy(rows, ({ framework }) => framework);
    this.#patterns = new Map([...grouped].map(([framework, all]) => [framework, all.map(({ route }) => route)]));
  }

  /** False only where all mappings are known and none of them is for whatever controller there is. */
  areMapped({ framework }: Pick<Registration, "framework">): boolean {
    const patterns = this.#patterns.get(framework);
    return patterns === undefined || patterns.some((one) => one === null || /\{(?:controller|action)\b|\$\{/.test(one));
  }
}
