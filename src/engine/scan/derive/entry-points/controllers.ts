/** Controllers by how routes name them: `orders`, `Admin\OrderController`. */
import type { DatabaseSync } from "node:sqlite";

/** Where a controller is named. */
interface Naming {
  /** The namespaces and the path around. */
  readonly around: string;
  /** The namespace is known whole. */
  readonly isWhole: boolean;
  /** The modules in which it stands, of Ruby, where they are known. */
  readonly modules?: string | undefined;
  /** The file. */
  readonly from: string;
}

export class Controllers {
  readonly #db: DatabaseSync;
  #others: ReturnType<DatabaseSync["prepare"]> | undefined;
  #all: { readonly byName: Classes; readonly inSmall: Classes } | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** A controller. Of several of one name, the one whose namespaces stand around. */
  named(controller: string, { around, isWhole, modules, from }: Naming): string | undefined {
    this.#all ??= this.#read();
    const { byName, inSmall } = this.#all;
    const last = controller.split(/[/\\]/).at(-1) ?? controller;
    const names = [last, ...plurals(last)].flatMap((name) =>
      /[A-Z]/.test(name) ? [name, `${name}Controller`] : [`${camel(name)}Controller`],
    );
    const listed = (one: Classes, all: readonly string[]) =>
      all.map((name) => one.get(name)).find((list) => list !== undefined);
    // Of acronyms only the application knows how they are written: `SMTPEndpointsController` of `smtp_endpoints`.
    const classes =
      listed(byName, names) ??
      listed(
        inSmall,
        names.map((name) => name.toLowerCase()),
      ) ??
      (controller.includes("\\") ? this.#ofNamespace(last) : []);
    const [exact, ...others] = modules === undefined ? [] : classes.filter(inModules(`${modules}/${controller}`));
    if (exact !== undefined && others.length === 0) return exact;
    const parts = partsOf(`${around}/${controller}`, last.toLowerCase());
    const fitting = classes
      .filter(within(controller))
      .map((id) => ({ id, fit: [fitOf(id, parts, isWhole), ...nearTo(id, from)] }));
    const [best, second] = fitting.sort((one, other) => compare(other.fit, one.fit));
    return !best || (second && compare(best.fit, second.fit) === 0) ? undefined : best.id;
  }

  /** Classes of PHP of a name that is told with a namespace, wherever they lie. */
  #ofNamespace(name: string): string[] {
    this.#others ??= this.#db.prepare(
      "select id from symbols where kind = 'class' and name = ? and path like '%.php' order by id",
    );
    return this.#others.all(name).map(({ id }) => String(id));
  }

  #read() {
    const rows = this.#db
      .prepare(
        `select name, id from symbols
         where kind in ('class', 'struct') and (name like '%Controller' or path like '%ontroller%') order by id`,
      )
      .all()
      .map(({ name, id }) => ({ name: String(name), id: String(id) }));
    const by = (key: (name: string) => string): Classes =>
      new Map([...Map.groupBy(rows, ({ name }) => key(name))].map(([name, all]) => [name, all.map(({ id }) => id)]));
    return { byName: by((name) => name), inSmall: by((name) => name.toLowerCase()) };
  }
}

/** The ids of classes by their names. */
type Classes = ReadonlyMap<string, readonly string[]>;

/**
 * The words of a path in small letters, and what several of them name together: `menus` and `contextmenus`. Those of the
 * controller itself name no namespace: `shop_items` is not within `Shop`.
 */
const partsOf = (path: string, controller: string): string[] =>
  path
    .toLowerCase()
    .split(/[/\\:.]+/)
    .flatMap((part) => {
      const words = controller.startsWith(part) ? [] : part.split(/[^a-z0-9]+/);
      return [part.replace(/[^a-z0-9]+/g, ""), ...words];
    });

const fitOf = (id: string, parts: readonly string[], isWhole: boolean): number => {
  const namespaces = id
    .slice(id.indexOf("#") + 1)
    .split(/[.:\\]+/)
    .slice(0, -1);
  const folders = id.slice(0, id.indexOf("#")).split("/").slice(0, -1);
  const known = (name: string) => parts.includes(name.toLowerCase().replaceAll("_", ""));
  // A namespace that the path does not name speaks against it; beside a whole one, a folder too.
  const against = isWhole ? [...namespaces, ...folders] : namespaces;
  return [...namespaces, ...folders].filter(known).length * 2 - against.filter((name) => !known(name)).length;
};

/** Of PHP's controllers, how near one lies to the file that names it, and how few folders it lies in below what both do. */
const nearTo = (id: string, from: string): number[] => {
  const [folders, here] = [id.slice(0, id.indexOf("#")).split("/"), from.split("/")];
  const together = folders.findIndex((name, at) => name !== here[at]);
  return id.includes(".php#") ? [together, -folders.length] : [];
};

/** Whether a class of Ruby lies in the modules that stand before a controller's name: `clearance/passwords`. */
function within(controller: string): (id: string) => boolean {
  const modules = controller.split("/").slice(0, -1).map(plainly);
  return (id) => {
    if (modules.length === 0 || !id.includes(".rb#")) return true;
    const around = id
      .split(/[/#.:]+/)
      .slice(0, -1)
      .map(plainly);
    return modules.every((name) => around.includes(name));
  };
}

/** Whether the modules of a class of Ruby are those before a controller's name and no others. */
function inModules(controller: string): (id: string) => boolean {
  const wanted = controller
    .split(/[/:]+/)
    .filter((part) => part !== "")
    .slice(0, -1)
    .map(plainly);
  return (id) => {
    const around = id
      .slice(id.indexOf("#") + 1)
      .split(/[.:]+/)
      .slice(0, -1)
      .map(plainly);
    return id.includes(".rb#") && around.length === wanted.length && around.every((name, at) => name === wanted[at]);
  };
}

const plainly = (name: string): string => name.toLowerCase().replaceAll("_", "");

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((found, value, at) => found || value - (other[at] ?? 0), 0);

const camel = (name: string): string => name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const plurals = (name: string): string[] => [`${name}s`, `${name}es`, name.replace(/y$/, "ies")];
