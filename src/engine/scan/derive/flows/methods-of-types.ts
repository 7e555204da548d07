/**
 * Which types of Go have all methods that an interface asks for: none says itself that it implements one. Methods go by
 * their names; what types have from others that they embed is not looked at, and tests and stand-ins are left out.
 */
import type { DatabaseSync } from "node:sqlite";

/** An interface that so many types satisfy tells nothing of which is meant. */
const mostTypes = 4;
const standIn = /(?:^|[/_])(?:mocks?|fakes?|stubs?)(?:[/_.]|$)/i;

interface Method {
  readonly id: string;
  readonly params: number;
}

export const isStructural = (path: string): boolean => path.endsWith(".go");

export class MethodsOfTypes {
  readonly #ofType = new Map<string, Map<string, Method>>();
  readonly #havingOne = new Map<string, Set<string>>();
  readonly #interfaces: ReadonlySet<string>;

  constructor(db: DatabaseSync) {
    const interfaces = db.prepare("select path, qualified from symbols where kind = 'interface' and path glob '*.go'");
    this.#interfaces = new Set(interfaces.all().map(({ path, qualified }) => typeOf(String(path), `${qualified}.`)));
    const methods = db.prepare(
      `select id, name, qualified, path, params from symbols where kind = 'method' and path glob '*.go'
       and path not in (select path from files where is_test) order by path, fact`,
    );
    for (const { id, name, qualified, path, params } of methods.all()) {
      if (standIn.test(String(path))) continue;
      const type = typeOf(String(path), String(qualified));
      const own = this.#ofType.get(type) ?? new Map<string, Method>();
      this.#ofType.set(type, own);
      own.set(String(name), { id: String(id), params: params === null ? 0 : JSON.parse(String(params)).length });
      const having = this.#havingOne.get(String(name)) ?? new Set<string>();
      this.#havingOne.set(String(name), having.add(type));
    }
  }

  /** The names of all methods that are asked for together with one, this one among them. */
  besides(path: string, qualified: string): readonly string[] {
    return [...(this.#ofType.get(typeOf(path, qualified))?.keys() ?? [])];
  }

  /** The methods that stand behind an interface's, by the name and the number of their parameters. */
  behind(path: string, qualified: string): readonly string[] {
    const type = typeOf(path, qualified);
    const names = this.besides(path, qualified);
    const name = nameOf(qualified);
    const asked = this.#ofType.get(type)?.get(name);
    if (!asked) return [];
    const all = [...(this.#havingOne.get(name) ?? [])].filter((one) => !this.#interfaces.has(one));
    const fitting = all.filter((one) => names.every((wanted) => this.#ofType.get(one)?.has(wanted)));
    const found = fitting.flatMap((one) => this.#ofType.get(one)?.get(name) ?? []);
    const same = found.filter(({ params }) => params === asked.params);
    const most = names.length > 1 ? mostTypes : 1;
    return same.length > most ? [] : same.map(({ id }) => id);
  }
}

/** A type by its package's folder and its name. */
function typeOf(path: string, qualified: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${qualified.slice(0, qualified.lastIndexOf("."))}`;
}

const nameOf = (qualified: string): string => qualified.slice(qualified.lastIndexOf(".") + 1);
