/** Which classes serve what other classes and interfaces declare: those that extend or implement these and can be made. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { valuesOf } from "#engine/scan/derive/values-of";
import { closesControllers } from "./dotnet/closed-controllers.ts";
import type { Included } from "./ruby/included-modules.ts";

/** Classes that serve what one declares. */
const maxHeirs = 200;

/** Bases of bases are followed so far. */
const maxAbove = 24;

/** As the index of them has it: `createFileIndexes`. */
const hangs = "relation in ('extends', 'embeds', 'implements') and target is not null";

type Statement = ReturnType<DatabaseSync["prepare"]>;

export class Heirs {
  readonly #db: DatabaseSync;
  readonly #ranges: FactRanges;
  readonly #above = new Map<string, readonly string[]>();
  #bases: Statement | undefined;
  #below: Statement | undefined;
  #tests: ReadonlySet<unknown> | undefined;
  #abstract: Statement | undefined;
  #closes: boolean | undefined;
  #included: Statement | undefined;
  #returned: Map<string, string> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ranges = new FactRanges(db);
  }

  /** The classes below one that can be made, wherever they stand below it. */
  of(type: string): readonly string[] {
    const found = new Set<string>();
    const seen = new Set([type]);
    const open = [type];
    for (let next = open.shift(); next !== undefined && found.size < maxHeirs; next = open.shift())
      for (const one of this.#directlyBelow(next)) {
        if (seen.has(one)) continue;
        seen.add(one);
        open.push(one);
        if (!this.isAbstract(one)) found.add(one);
      }
    return [...found];
  }

  /**
   * An interface, or a class that is only for others to extend: of C#'s also one whose types are still open, unless the
   * application closes those of its controllers itself.
   */
  isAbstract(type: string): boolean {
    this.#abstract ??= this.#db.prepare(
      `select is_abstract from symbols where fact >= ? and fact < ? and id = ? and kind in ('class', 'interface')
       and (is_abstract = 1 or (path like '%.cs' and signature like '%class ' || name || '<%'))`,
    );
    const found = this.#abstract.get(...this.#ranges.of(type), type);
    if (found === undefined || Number(found.is_abstract) === 1) return found !== undefined;
    this.#closes ??= closesControllers(this.#db);
    return !this.#closes;
  }

  /** The declaration of the type that a function says it gives back, where it is one. */
  returnedBy(symbol: string): string | undefined {
    this.#returned ??= new Map(
      this.#db
        .prepare(
          `select type, target from type_relations
           where relation = 'return' and target is not null
           and type in (select owner from registrations where kind = 'mount' and mounted is null)
           group by type having count(distinct target) = 1`,
        )
        .all()
        .map(({ type, target }) => [String(type), String(target)]),
    );
    return this.#returned.get(symbol);
  }

  /** The modules that a class of Ruby includes itself, in order. */
  includedIn(type: string): readonly Included[] {
    this.#included ??= this.#db.prepare(
      `select target as module, line from type_relations
       where fact >= ? and fact < ? and type = ? and relation = 'embeds' and target is not null order by line`,
    );
    return this.#included
      .all(...this.#ranges.of(type), type)
      .map(({ module, line }) => ({ module: String(module), line: Number(line) }));
  }

  /** What a class extends and implements in the repository, the nearest first. */
  above(type: string): readonly string[] {
    const known = this.#above.get(type);
    if (known) return known;
    const found: string[] = [];
    const open = [type];
    for (let next = open.shift(); next !== undefined && found.length < maxAbove; next = open.shift()) {
      const fresh = this.#directlyAbove(next).filter((one) => one !== type && !found.includes(one));
      found.push(...fresh);
      open.push(...fresh);
    }
    this.#above.set(type, found);
    return found;
  }

  #directlyAbove(type: string): string[] {
    this.#bases ??= this.#db.prepare(
      `select target, path from type_relations where fact >= ? and fact < ? and type = ? and ${hangs} order by relation, fact`,
    );
    const rows = this.#bases.all(...this.#ranges.of(type), type);
    return rows.filter(({ path }) => !this.#isTest(path)).map(({ target }) => String(target));
  }

  #directlyBelow(type: string): string[] {
    this.#below ??= this.#db.prepare(
      `select type, path from type_relations where target = ? and ${hangs} order by type, relation, fact`,
    );
    const rows = this.#below.all(type);
    return rows.filter(({ path }) => !this.#isTest(path)).map(({ type }) => String(type));
  }

  #isTest(path: unknown): boolean {
    this.#tests ??= valuesOf(this.#db, "select path from files where is_test");
    return this.#tests.has(path);
  }
}
