/** Functions of PHP that are named by texts: `'shop_save'`, `'Shop\Items::save'`, and methods as rules write them. */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

interface Named {
  readonly id: string;
  readonly qualified: string;
}

export class NamedFunctions {
  readonly #known = new Map<string, Named | undefined>();
  readonly #read: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#read = db.prepare(
      `select id, qualified from symbols
       where name = ? and kind in ('function', 'method') and path like '%.php'
       and path not in (select path from files where is_test) order by id`,
    );
  }

  /** What handles, where a registration tells it by its name alone. */
  handling({ handler, handler_name: written, path }: Registration): Partial<Registration> {
    const found = handler === null ? this.#find(written ?? "", path) : undefined;
    return found ? { handler: found.id, handler_name: found.qualified } : {};
  }

  asking(guard: Guard, path = ""): Guard {
    const found = guard.symbol === null ? this.#find(guard.name, path) : undefined;
    return found ? { ...guard, name: found.qualified, symbol: found.id } : guard;
  }

  /** A function that is the only one of its name, be it that of its file. */
  #find(written: string, path: string): Named | undefined {
    const key = `${path} ${written}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const [, type, name] = /^\\?(?:[\w\\]*?(\w+)(?:::|@))?(?:\w+\\)*(\w+)$/.exec(written) ?? [];
    const rows = name === undefined ? [] : (this.#read.all(name) as unknown as Named[]);
    const wanted = type === undefined ? name : `${type}.${name}`;
    const all = rows.filter(({ qualified }) => qualified === wanted);
    const here = all.filter(({ id }) => id.startsWith(`${path}#`));
    const found = here.length === 1 ? here[0] : all.length === 1 ? all[0] : undefined;
    this.#known.set(key, found);
    return found;
  }
}
