/**
 * Which types of Go have all methods that an interface asks for: none says itself that it implements one. Methods go by
 * their names, those of what a type embeds among them; tests and stand-ins are left out. What is embedded from outside of the
 * repository may have any that the type lacks, where it has at least as many itself.
 */
import type { DatabaseSync } from "node:sqlite";
import { pathOf } from "#engine/scan/derive/symbols";

/** An interface that so many types satisfy tells nothing of which is meant. */
const mostTypes = 4;
const standIn = /(?:^|[/_])(?:mocks?|fakes?|stubs?)(?:[/_.]|$)/i;

/** Types that embed others that embed others …: so many at most. */
const mostEmbedded = 4;

interface Method {
  readonly id: string;
  readonly params: number;
}

export const isStructural = (path: string): boolean => path.endsWith(".go");

export class MethodsOfTypes {
  readonly #ofType = new Map<string, Map<string, Method>>();
  readonly #havingOne = new Map<string, Set<string>>();
  /** What types embed; null: something outside of the repository. */
  readonly #embedded = new Map<string, (string | null)[]>();
  readonly #embedding = new Map<string, string[]>();
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
    const embedded = db.prepare(
      `select type, target from type_relations where relation = 'embeds' and path glob '*.go'
       and path not in (select path from files where is_test) order by path, fact`,
    );
    for (const { type, target } of embedded.all()) {
      const [by, what] = [keyOf(String(type)), target === null ? null : keyOf(String(target))];
      this.#embedded.set(by, [...(this.#embedded.get(by) ?? []), what]);
      if (what !== null) this.#embedding.set(what, [...(this.#embedding.get(what) ?? []), by]);
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
    const all = this.#withEmbedding(this.#havingOne.get(name) ?? []).filter((one) => !this.#interfaces.has(one));
    const fitting = all.filter((one) => this.#fits(one, names));
    const found = [...new Set(fitting.flatMap((one) => this.#methodOf(one, name) ?? []))];
    const same = found.filter(({ params }) => params === asked.params);
    const most = names.length > 1 ? mostTypes : 1;
    return same.length > most ? [] : same.map(({ id }) => id);
  }

  #fits(type: string, names: readonly string[]): boolean {
    const had = names.filter((wanted) => this.#methodOf(type, wanted) !== undefined).length;
    return had === names.length || (had > 1 && had * 2 >= names.length && this.#isOpen(type));
  }

  /** A method of a type, or of the nearest that it embeds. */
  #methodOf(type: string, name: string, depth = 0): Method | undefined {
    const own = this.#ofType.get(type)?.get(name);
    if (own || depth === mostEmbedded || this.#interfaces.has(type)) return own;
    for (const one of this.#embedded.get(type) ?? []) {
      const found = one === null || this.#interfaces.has(one) ? undefined : this.#methodOf(one, name, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether something that is embedded has methods of which nothing is known. */
  #isOpen(type: string, depth = 0): boolean {
    const embedded = this.#embedded.get(type) ?? [];
    return embedded.some((one) => one === null || (depth < mostEmbedded && this.#isOpen(one, depth + 1)));
  }

  /** Types, and those that embed one of them. */
  #withEmbedding(types: Iterable<string>): string[] {
    const all = new Set(types);
    for (const one of all) for (const by of this.#embedding.get(one) ?? []) all.add(by);
    return [...all];
  }
}

/** A type by its package's folder and its name. */
function typeOf(path: string, qualified: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${qualified.slice(0, qualified.lastIndexOf("."))}`;
}

const keyOf = (symbol: string): string => typeOf(pathOf(symbol), `${symbol.slice(pathOf(symbol).length + 1)}.`);

const nameOf = (qualified: string): string => qualified.slice(qualified.lastIndexOf(".") + 1);
