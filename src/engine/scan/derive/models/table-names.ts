/**
 * How libraries name the tables of models that do not name them, `naming` of the rules about their models, and what a model
 * is called where all of a library's are called alike.
 */
import type { Declarations } from "#engine/scan/derive/declarations";
import { tableNamings } from "#engine/scan/rules";

/** @param path of the file that declares the model */
export function tableNameOf(library: string, model: string, path: string): string | null {
  const name = model.split(/[.:\\]+/).at(-1) ?? model;
  switch (tableNamings[library]) {
    case "snake_plural":
      return plural(snake(name));
    case "snake":
      return snake(name);
    case "plural":
      return plural(name);
    case "lower_plural":
      return plural(name.toLowerCase());
    case "app_lower": {
      const folders = path.split("/").slice(0, -1);
      const app = folders.at(-1) === "models" ? folders.at(-2) : folders.at(-1);
      return app === undefined ? null : `${app}_${name.toLowerCase()}`;
    }
    case "lower":
      return name.toLowerCase();
    default:
      return null;
  }
}

export const snake = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, "$1$3_$2$4").toLowerCase();

/**
 * The tables that a model may be kept in that stands in modules, the likeliest first: without them, and with those whose
 * names are put before it, `oidc_tokens` of `OIDC::Token`.
 * https://api.rubyonrails.org/classes/ActiveRecord/ModelSchema/ClassMethods.html#method-i-table_name
 *
 * @param owner the model's symbol
 * @param table the name that the table has without a module
 */
export function prefixedTables(owner: string, table: string): string[] {
  const modules = owner
    .slice(owner.indexOf("#") + 1)
    .split(".")
    .slice(0, -1)
    .map(snake);
  return [table, ...modules.map((_, at) => `${modules.slice(at).join("_")}_${table}`)];
}

/**
 * An English noun's plural, as frameworks form it: what ends in an s is one mostly, `diagnostics`
 * (https://github.com/rails/rails, `activesupport/lib/active_support/inflections.rb`, which Go's and PHP's follow).
 */
export function plural(name: string): string {
  if (/(?:x|z|ch|sh|ss|status|alias|bus|campus|virus)$/i.test(name)) return `${name}es`;
  if (/sis$/.test(name)) return name.replace(/sis$/, "ses");
  if (/(?:s|equipment|information|money|fish|sheep|media)$/.test(name)) return name;
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, "ies");
  if (/person$/.test(name)) return name.replace(/person$/, "people");
  if (/child$/.test(name)) return `${name}ren`;
  return `${name}s`;
}

/** Libraries whose models are all called alike, each in a module of its own: `user::Model`, which goes by `user::Entity`. */
const namedByModules: ReadonlySet<string> = new Set(["SeaORM"]);

/** What such a model is called: as the one name under which its entity is given on, else as its module. */
export function namedByModule(
  library: string,
  name: string,
  path: string,
  declarations: Pick<Declarations, "givenOnAs">,
): string {
  if (!namedByModules.has(library) || name !== "Model") return name;
  const [given, ...more] = declarations.givenOnAs(path, "Entity");
  if (given !== undefined && more.length === 0) return given;
  return /([^/]+?)(?:\/mod)?\.rs$/.exec(path)?.[1] ?? name;
}
