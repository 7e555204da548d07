/**
 * Methods of interfaces that are given a router, `for _, one := range handlers { one.Register(group) }`: what the types that
 * have all methods of the interface register on that parameter hangs on the same. Of Go, where types say not what they are;
 * of Rust's traits what each type registers that says that it has the trait.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** A parameter of a method, by file, type, method and place. */
const parameter = /^([^#]*\.(?:go|rs))#(\w+)\.(\w+)\((\d+)\)$/;
const ofRust = /\.rs#/;

interface Parameter {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly method: string;
  readonly place: string;
}

/** All registrations, and the mounts that follow. */
export function withImplementations(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const owners = new Set(registrations.map(({ owner }) => owner));
  const calls = registrations.filter(
    ({ kind, framework, mounted }) =>
      kind === "mount" && framework === null && !owners.has(mounted) && parameter.test(mounted ?? ""),
  );
  if (calls.length === 0) return registrations;
  const methods = new Methods(db);
  const given = new Map(calls.flatMap(({ mounted }) => read(mounted).map((one) => [one.id, one] as const)));
  const called = [...given.values()].filter((one) => methods.isInterface(one));
  const mounted = new Set(registrations.flatMap((one) => (one.kind === "mount" ? [one.mounted] : [])));
  const open = [...owners].flatMap(read).filter(({ id }) => !mounted.has(id));
  const links = open.flatMap((one) => {
    if (ofRust.test(one.id)) {
      const traits = called.filter((it) => methods.saysToImplement(one, it));
      return traits.map((it) => [it.id, one.id] as const);
    }
    const fitting = called.filter((it) => !ofRust.test(it.id) && methods.implements(one, it));
    // Interfaces of several packages may be alike.
    const near = fitting.filter((it) => folderOf(it) === folderOf(one));
    const [only, ...others] = near.length > 0 ? near : fitting;
    return only !== undefined && others.length === 0 ? [[only.id, one.id] as const] : [];
  });
  const linksOf = Map.groupBy(links, ([called]) => called);
  return registrations.flatMap((one) => {
    const implementing = calls.includes(one) ? (linksOf.get(one.mounted ?? "") ?? []) : [];
    return [one, ...implementing.map(([, id]) => ({ ...one, mounted: id }))];
  });
}

function read(id: string | null): Parameter[] {
  const [, path = "", type = "", method = "", place = ""] = parameter.exec(id ?? "") ?? [];
  return path === "" ? [] : [{ id: id ?? "", path, type, method, place }];
}

const folderOf = ({ path }: Pick<Parameter, "path">): string => path.replace(/[^/]*$/, "");

/** The methods that types have, each question put to the database once. */
class Methods {
  readonly #kind: ReturnType<DatabaseSync["prepare"]>;
  readonly #declared: ReturnType<DatabaseSync["prepare"]>;
  readonly #named: ReturnType<DatabaseSync["prepare"]>;
  readonly #said: ReturnType<DatabaseSync["prepare"]>;
  readonly #ranges: FactRanges;
  readonly #having = new Map<string, ReadonlySet<string>>();

  constructor(db: DatabaseSync) {
    this.#ranges = new FactRanges(db);
    this.#kind = db.prepare("select 1 from symbols where id = ? and kind = 'interface'");
    this.#declared = db.prepare(
      "select name from symbols where fact >= ? and fact < ? and kind = 'method' and qualified >= ? and qualified < ?",
    );
    this.#said = db.prepare(
      "select 1 from type_relations where type = ? and relation = 'implements' and target = ? limit 1",
    );
    this.#named = db.prepare("select path, qualified from symbols where kind = 'method' and name = ?");
  }

  isInterface = ({ path, type }: Parameter): boolean => this.#kind.get(`${path}#${type}`) !== undefined;

  /** Whether the type of one says that it has the other's trait, and registers on the same parameter of the same method. */
  saysToImplement(one: Parameter, of: Parameter): boolean {
    const isSame = one.method === of.method && one.place === of.place;
    return isSame && this.#said.get(`${one.path}#${one.type}`, `${of.path}#${of.type}`) !== undefined;
  }

  /** Whether the type of one has all methods of the interface, and registers on the same parameter of the same method. */
  implements(one: Parameter, of: Parameter): boolean {
    if (one.method !== of.method || one.place !== of.place) return false;
    const wanted = this.#declared
      .all(...this.#ranges.of(of.path), `${of.type}.`, `${of.type}/`)
      .map(({ name }) => String(name));
    return wanted.every((name) => this.#typesWith(name).has(`${folderOf(one)}#${one.type}`));
  }

  /** The types that have a method of a name, by folder and name: a method may stand in another file of its type's folder. */
  #typesWith(method: string): ReadonlySet<string> {
    const known = this.#having.get(method);
    if (known) return known;
    const rows = this.#named.all(method).map(({ path, qualified }) => ({ path: String(path), of: String(qualified) }));
    const found = new Set(rows.map(({ path, of }) => `${folderOf({ path })}#${of.slice(0, of.lastIndexOf("."))}`));
    this.#having.set(method, found);
    return found;
  }
}
