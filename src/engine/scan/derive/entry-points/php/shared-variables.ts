/**
 * Variables that files share which take each other in: what a file registers on `$app` that nothing in it makes is
 * registered on what holds `$app` where the file is taken in.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

export interface Taken {
  readonly path: string;
  readonly line: number;
  readonly resolved: string;
}

/** Files that take in each other are followed so far. */
const maxFiles = 6;

export class SharedVariables {
  readonly #files: ReadonlyMap<string, readonly Registration[]>;
  readonly #takenBy: ReadonlyMap<string, readonly Taken[]>;
  readonly #takes: ReadonlyMap<string, readonly Taken[]>;

  constructor(files: ReadonlyMap<string, readonly Registration[]>, taken: readonly Taken[]) {
    this.#files = files;
    this.#takenBy = Map.groupBy(taken, ({ resolved }) => resolved);
    this.#takes = Map.groupBy(taken, ({ path }) => path);
  }

  /** The variables of a file that is taken in, each mounted on what holds it there. */
  hungBy({ path, line, resolved }: Taken): Pick<Registration, "framework" | "owner" | "mounted">[] {
    const own = `${resolved}#$`;
    const within = (this.#files.get(resolved) ?? []).filter(({ owner }) => owner?.startsWith(own));
    const shared = new Map(within.map((one) => [one.owner ?? "", one.framework]));
    return [...shared].flatMap(([mounted, framework]) => {
      const holder = this.#holder(mounted.slice(own.length - 1), path, line, new Set([resolved]));
      return holder === undefined ? [] : [{ framework, owner: holder, mounted }];
    });
  }

  /** What holds a variable at a line of a file: what the file made, a file that it took in before, or one that takes it in. */
  #holder(name: string, path: string, line: number, seen: ReadonlySet<string>): string | undefined {
    if (seen.has(path) || seen.size > maxFiles) return undefined;
    const made = this.#madeIn(path, name, line);
    if (made !== undefined) return made;
    const through = new Set([...seen, path]);
    const before = (this.#takes.get(path) ?? []).filter((one) => one.line < line && !seen.has(one.resolved));
    for (const one of before.toReversed()) {
      const held = this.#madeIn(one.resolved, name, Number.POSITIVE_INFINITY);
      if (held !== undefined) return held;
    }
    for (const one of this.#takenBy.get(path) ?? []) {
      const held = this.#holder(name, one.path, one.line, through);
      if (held !== undefined) return held;
    }
    return undefined;
  }

  /** What a file made and gave to a variable last before a line: `index.php#@3:$app`. */
  #madeIn(path: string, name: string, line: number): string | undefined {
    const [start, end] = [`${path}#@`, `:${name}`];
    const held = (this.#files.get(path) ?? []).flatMap(({ owner, mounted }) => [owner, mounted]);
    const made = held.filter((one) => one?.startsWith(start) && one.endsWith(end)) as string[];
    const lineOf = (one: string) => Number(one.slice(start.length, -end.length));
    return made.filter((one) => lineOf(one) <= line).toSorted((one, other) => lineOf(other) - lineOf(one))[0];
  }
}
