/** What a request costs: statements, rows read of the account database, and calls of objects. */
import { env } from "cloudflare:workers";

export interface Cost {
  statements: number;
  objects: number;
  /** Of the account database, as D1 counts them; a row that a statement writes and gives back is not among them. */
  rows: number;
}

/** The bindings, for one request. */
export function metered(cost: Cost): Cloudflare.Env {
  const object = <T extends object>(namespace: T): T =>
    watch(namespace, "getByName", () => {
      cost.objects += 1;
    });
  return {
    ...env,
    ACCOUNT: account(env.ACCOUNT, cost),
    PROJECTS: object(env.PROJECTS),
    HUBS: object(env.HUBS),
    USERS: object(env.USERS),
  };
}

function watch<T extends object>(target: T, method: string, count: () => void): T {
  return new Proxy(target, {
    get(on, name) {
      const value = Reflect.get(on, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === method) count();
        return value.apply(on, args);
      };
    },
  });
}

function account(database: D1Database, cost: Cost): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const note = ({ meta }: D1Result) => {
    cost.rows += meta.rows_read;
  };
  const statement = (original: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const shown = {
      bind: (...values: unknown[]) => statement(original.bind(...values), sql),
      all: async () => {
        const result = await original.all();
        note(result);
        return result;
      },
      run: async () => {
        const result = await original.run();
        note(result);
        return result;
      },
      // It says nothing of what it read: a question is asked a second time for that.
      raw: async () => {
        if (/^\s*select/i.test(sql)) note(await original.all());
        return original.raw();
      },
      first: () => original.first(),
    } as unknown as D1PreparedStatement;
    originals.set(shown, original);
    return shown;
  };
  return {
    prepare: (sql: string) => {
      cost.statements += 1;
      return statement(database.prepare(sql), sql);
    },
    batch: async (shown: D1PreparedStatement[]) => {
      const results = await database.batch(shown.map((one) => originals.get(one) ?? one));
      results.forEach(note);
      return results;
    },
  } as unknown as D1Database;
}
