/** What the rows of files say of single declarations: where they stand, what they extend, their members. */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "./fact-ranges.ts";

export interface Place {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly isAbstract: boolean;
}

export interface Member {
  readonly name: string;
  /** It is what a method gives each time that it is read. */
  readonly isAccessor: boolean;
  readonly type: string | null;
  /** The declaration of its type. */
  readonly target: string | null;
  readonly optional: boolean;
  readonly path: string;
  readonly line: number;
}

/** Bases of bases are followed so far. */
const maxBases = 32;
/** And so many ways to them. */
const maxAncestors = 256;
const ofRuby = /\.rb#/;

export class Declarations {
  readonly #ranges: FactRanges;
  readonly #place: Statement;
  readonly #members: Statement;
  readonly #bases: Statement;
  readonly #configured: Statement;
  readonly #quoted: Statement;
  readonly #row: Statement;
  readonly #annotations: Statement;
  readonly #options: Statement;
  readonly #private: Statement;
  readonly #signature: Statement;
  readonly #db: DatabaseSync;
  /** Of few libraries it is asked: who does not ask rests on nobody's exports. */
  #givenOn: Statement | undefined;
  #parts: Statement | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#ranges = new FactRanges(db);
    // The rows of a file stand together, and there is no other index while a scan writes.
    const within = "fact >= ? and fact < ?";
    this.#place = db.prepare(
      `select name, kind, path, name_line as line, is_abstract from symbols where ${within} and id = ?`,
    );
    this.#members = db.prepare(
      `select name, kind, type_text as type, target, optional, path, line from type_members
       where ${within} and type = ? and kind in ('property', 'accessor') and not is_static order by line, fact`,
    );
    this.#bases = db.prepare(
      `select name, target from type_relations
       where ${within} and type = ? and relation in ('extends', 'embeds') order by fact`,
    );
    this.#configured = db.prepare(
      `select target from type_relations where ${within} and type = ? and relation = 'implements'
         and name like '%IEntityTypeConfiguration<%' and target is not null`,
    );
    this.#quoted = db.prepare(`select quote from calls where ${within} and line = ? and callee_name = ?`);
    this.#row = db.prepare(
      `select quote from calls where ${within} and start_line <= ? and line >= ? and callee_name = ?`,
    );
    this.#options = db.prepare(`select 1 from symbols where ${within} and id in (?, ?) and signature like '%True%'`);
    this.#private = db.prepare(`select 1 from symbols where ${within} and id = ? and visibility = 'private'`);
    this.#signature = db.prepare(`select signature from symbols where ${within} and id = ?`);
    this.#annotations = db.prepare(`select decorators from symbols where ${within} and id = ?`);
  }

  placeOf(symbol: string): Place | undefined {
    const row = this.#place.get(...this.#ranges.of(symbol), symbol);
    if (!row) return undefined;
    return {
      name: String(row.name),
      kind: String(row.kind),
      path: String(row.path),
      line: Number(row.line),
      isAbstract: row.is_abstract === 1,
    };
  }

  /** Whether a member is its class's own affair. */
  isPrivate(symbol: string): boolean {
    return this.#private.get(...this.#ranges.of(symbol), symbol) !== undefined;
  }

  /** Whether a class says of itself that it is only for others to extend. */
  isAbstract(symbol: string): boolean {
    return this.#saysOfItself(symbol, "Meta.abstract", "__abstract__");
  }

  /** Whether a class says of itself that it only does otherwise what another is. */
  isProxy(symbol: string): boolean {
    return this.#saysOfItself(symbol, "Meta.proxy", "Meta.proxy");
  }

  #saysOfItself(symbol: string, ...options: readonly [string, string]): boolean {
    const [one, other] = options.map((option) => `${symbol}.${option}`);
    return this.#options.get(...this.#ranges.of(symbol), one ?? null, other ?? null) !== undefined;
  }

  /** The names under which other files give on what a file declares by a name. */
  givenOnAs(path: string, name: string): string[] {
    this.#givenOn ??= this.#db.prepare(
      "select distinct name from exports where resolved = ? and local = ? and name <> local order by name",
    );
    return this.#givenOn.all(path, name).map((row) => String(row.name));
  }

  nameOf(symbol: string): string | undefined {
    return symbol.includes("#") ? this.placeOf(symbol)?.name : undefined;
  }

  /** The other parts of a class of C# that is written in several files; which namespace they are of is not looked at. */
  otherPartsOf(symbol: string): string[] {
    const place = this.placeOf(symbol);
    const own = this.#signature.get(...this.#ranges.of(symbol), symbol)?.signature;
    if (!place?.path.endsWith(".cs") || !String(own).includes("partial ")) return [];
    this.#parts ??= this.#db.prepare(
      "select id from symbols where name = ? and kind = 'class' and signature like '%partial %' and id <> ? order by id",
    );
    return this.#parts.all(place.name, symbol).map(({ id }) => String(id));
  }

  membersOf(symbol: string): Member[] {
    return this.#members.all(...this.#ranges.of(symbol), symbol).map((row) => ({
      name: String(row.name),
      isAccessor: row.kind === "accessor",
      type: row.type as string | null,
      target: row.target as string | null,
      optional: row.optional === 1,
      path: String(row.path),
      line: Number(row.line),
    }));
  }

  /** The model that a class configures: what it is an `IEntityTypeConfiguration` of. */
  configuredBy(symbol: string): string | undefined {
    const [only, ...more] = this.#configured.all(...this.#ranges.of(symbol), symbol);
    return only === undefined || more.length > 0 ? undefined : String(only.target);
  }

  /** The line on which something of a name is called, where lines are kept. */
  lineOfCall(path: string, line: number, name: string): string | undefined {
    const quote = this.#quoted.get(...this.#ranges.of(path), line, name)?.quote;
    return typeof quote === "string" ? quote : undefined;
  }

  /** The line of the only call of a name in a row of calls that goes over a line: of `text("a")`, `.references(…)` below. */
  lineOfRow(path: string, line: number, name: string): string | undefined {
    const [only, ...more] = this.#row.all(...this.#ranges.of(path), line, line, name);
    return more.length === 0 && typeof only?.quote === "string" ? only.quote : undefined;
  }

  /** How a type is declared, up to what it extends: `abstract class Entity<TKey>`. */
  headOf(symbol: string): string | undefined {
    const signature = this.#signature.get(...this.#ranges.of(symbol), symbol)?.signature;
    return typeof signature === "string" ? signature.split(/\s(?:where|extends|implements)\s|[({:]/)[0] : undefined;
  }

  isInterface(symbol: string): boolean {
    return this.placeOf(symbol)?.kind === "interface";
  }

  /** What a class says that it extends, as it is written, and the declaration of the repository that is named there. */
  relationsOf(symbol: string): { readonly name: string; readonly target: string | null }[] {
    return this.#bases
      .all(...this.#ranges.of(symbol), symbol)
      .map(({ name, target }) => ({ name: String(name), target: target as string | null }));
  }

  /**
   * What a class extends in the repository, the nearest first.
   *
   * @param without names of bases of its own that are left out, with all that they extend
   */
  basesOf(symbol: string, without: readonly (string | null)[] = []): string[] {
    const isLeftOut = (base: string) => without.includes(base.slice(base.lastIndexOf("#") + 1));
    if (ofRuby.test(symbol)) {
      const all: string[] = [];
      this.#addAncestors(all, [symbol], isLeftOut);
      // What several have stands where the outermost of them has it.
      return all.filter((base, at) => all.lastIndexOf(base) === at).slice(0, maxBases);
    }
    const found: string[] = [];
    const open = [symbol];
    for (let next = open.shift(); next !== undefined && found.length < maxBases; next = open.shift()) {
      const bases = this.relationsOf(next).flatMap(({ name, target }) =>
        target === null || isArgument(name, target) ? [] : [target],
      );
      const isOwn = next === symbol;
      const fresh = bases.filter((base) => base !== symbol && !found.includes(base) && !(isOwn && isLeftOut(base)));
      found.push(...fresh);
      open.push(...fresh);
    }
    return found;
  }

  /** What each base has itself stands behind it, before the next: Ruby's modules in modules, in the order of its lookup. */
  #addAncestors(all: string[], within: readonly string[], isLeftOut: (base: string) => boolean = () => false): void {
    for (const { target } of this.relationsOf(within.at(-1) ?? "")) {
      if (target === null || within.includes(target) || isLeftOut(target) || all.length >= maxAncestors) continue;
      all.push(target);
      this.#addAncestors(all, [...within, target]);
    }
  }

  /** What stands at a declaration, as it is written. */
  decoratorsOf(symbol: string): string[] {
    const written = this.#annotations.get(...this.#ranges.of(symbol), symbol)?.decorators;
    return typeof written === "string" ? (JSON.parse(written) as string[]) : [];
  }

  /** The names of what stands at a declaration. */
  annotationsOf(symbol: string): string[] {
    return this.decoratorsOf(symbol).map(
      (one) =>
        one
          .replace(/[^\w.\\].*$/s, "")
          .split(/[.\\]/)
          .at(-1) ?? "",
    );
  }
}

/** Of `Repository<Order>` from outside, the declaration that is named is what it is for. */
function isArgument(written: string, target: string): boolean {
  const [, head = "", given = ""] = /^([^<[]*)[<[](.*)$/s.exec(written) ?? [];
  const name =
    target
      .slice(target.lastIndexOf("#") + 1)
      .split(".")
      .at(-1) ?? "";
  return given.split(/\W+/).includes(name) && head.split(/\W+/).at(-1) !== name;
}

type Statement = ReturnType<DatabaseSync["prepare"]>;
