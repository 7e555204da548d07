/**
 * What Symfony's files of routes import of a bundle, `@ShopBundle/Resources/config/routing.yml`: from where the class that
 * the bundle is called after lies, https://symfony.com/doc/current/bundles.html. What a file imports without a prefix
 * stands behind the one that the file itself is imported with.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { leftOut } from "#engine/scan/schemas/prefixes/prefix";
import { placesOf } from "#engine/scan/schemas/prefixes/symfony-routes";

const framework = "Symfony";
/** What stands in the name of a prefix before the folder or file that it holds of. */
const below = "below ";
/** The same of one that is a parameter of the container. */
const parameter = "parameter ";
const ofBundle = /^below @(\w+Bundle)\/(.*)$/;
/** Files that import each other. */
const maxFiles = 4;

export function withImports(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const registrations = written.flatMap(imported);
  const isImport = ({ kind, framework: of, name }: Registration) =>
    kind === "prefix" && of === framework && (name?.startsWith(below) ?? false);
  if (!registrations.some(isImport)) return registrations;
  const folders = new Folders(db);
  const placed = registrations.flatMap((one) => {
    const [, bundle, rest = ""] = (isImport(one) && ofBundle.exec(one.name ?? "")) || [];
    if (bundle === undefined) return [one];
    return folders.of(bundle).map((folder) => ({ ...one, name: `${below}${folder}${rest}` }));
  });
  const imports = placed.filter(isImport);
  const importing = Map.groupBy(imports, ({ name }) => name?.slice(below.length) ?? "");
  const hasPrefix = (one: Registration, files: number): boolean =>
    (one.route ?? "") !== "" ||
    (files < maxFiles && (importing.get(one.path) ?? []).some((it) => hasPrefix(it, files + 1)));
  // What one import leaves out stands behind nothing where no other has it.
  const others = imports.filter(({ method }) => method !== leftOut);
  const isBare = ({ name }: Registration) => !others.some((it) => it.name?.startsWith(name ?? "") && hasPrefix(it, 0));
  return placed.filter((one) => !isImport(one) || (one.method === leftOut ? isBare(one) : hasPrefix(one, 0)));
}

class Folders {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, readonly string[]>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The folders of the bundles of a name, each with its slash. Since Symfony 6.1 a bundle's lies above its class's `src`. */
  of(bundle: string): readonly string[] {
    const known = this.#known.get(bundle);
    if (known) return known;
    const rows = this.#db
      .prepare(
        `select path, exists (
           select 1 from type_relations
           where type = id and relation = 'extends' and name like '%AbstractBundle'
         ) as above from symbols where name = ? and kind = 'class' and path like '%.php' order by path`,
      )
      .all(bundle);
    const found = rows.map(({ path, above }) => {
      const folder = String(path).replace(/[^/]+$/, "");
      return above === 1 ? folder.replace(/(?<=^|\/)src\/$/, "") : folder;
    });
    this.#known.set(bundle, found);
    return found;
  }
}

/** What stands behind the path of what a prefix is imported with. */
const behindImport = "#imported";

/** A prefix of what a file of routes imports holds of that: `$routes->import('../src/Api/')->prefix('/api')`. */
function imported(one: Registration): Registration[] {
  if (one.kind !== "prefix" || one.framework !== "Symfony" || one.owner !== null) return [one];
  if (one.name?.startsWith(below) || one.name?.startsWith(parameter)) return [one];
  const resource = one.name?.endsWith(behindImport) ? one.name.slice(0, -behindImport.length) : "";
  return resource === "" ? [] : placesOf(one.path, resource).map((place) => ({ ...one, name: `${below}${place}` }));
}
