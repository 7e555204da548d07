/** Which classes serve what other classes and interfaces declare: those that extend or implement these and can be made. */
import type { DatabaseSync } from "node:sqlite";

/** Classes that serve what one declares. */
const maxHeirs = 200;

/** Bases of bases are followed so far. */
const maxAbove = 24;

interface Relations {
  readonly above: Map<string, string[]>;
  readonly below: Map<string, string[]>;
}

export class Heirs {
  readonly #db: DatabaseSync;
  #relations: Relations | undefined;
  #abstract: ReturnType<DatabaseSync["prepare"]> | undefined;
  #returned: Map<string, string> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The classes below one that can be made, wherever they stand below it. */
  of(type: string): readonly string[] {
    const { below } = this.#read();
    const found = new Set<string>();
    const seen = new Set([type]);
    const open = [type];
    for (let next = open.shift(); next !== undefined && found.size < maxHeirs; next = open.shift())
      for (const one of below.get(next) ?? []) {
        if (seen.has(one)) continue;
        seen.add(one);
        open.push(one);
        if (!this.isAbstract(one)) found.add(one);
      }
    return [...found];
  }

  /** An interface, or a class that is only for others to extend. */
  isAbstract(type: string): boolean {
    this.#abstract ??= this.#db.prepare(
      "select 1 from symbols where id = ? and is_abstract = 1 and kind in ('class', 'interface')",
    );
    return this.#abstract.get(type) !== undefined;
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

  /** What a class extends and implements in the repository, the nearest first. */
  above(type: string): readonly string[] {
    const found: string[] = [];
    const open = [type];
    for (let next = open.shift(); next !== undefined && found.length < maxAbove; next = open.shift()) {
      const fresh = (this.#read().above.get(next) ?? []).filter((one) => one !== type && !found.includes(one));
      found.push(...fresh);
      open.push(...fresh);
    }
    return found;
  }

  #read(): Relations {
    if (this.#relations) return this.#relations;
    const relations: Relations = { above: new Map(), below: new Map() };
    const rows = this.#db.prepare(
      `select type, target from type_relations
       where relation in ('extends', 'embeds', 'implements') and target is not null
       and path not in (select path from files where is_test) order by type, relation, fact`,
    );
    for (const { type, target } of rows.iterate()) {
      push(relations.above, String(type), String(target));
      push(relations.below, String(target), String(type));
    }
    this.#relations = relations;
    return relations;
  }
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
