/**
 * Routes of Drupal's modules: `shop.routing.yml`, each with what it requires of whom.
 * https://www.drupal.org/docs/drupal-apis/routing-system/structure-of-routes
 */
import { isMap, isScalar } from "yaml";
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { mostAliased, readYaml } from "./symfony-yaml.ts";

const framework = "Drupal";

export const isDrupalRoutes = (path: string): boolean => /(?:^|\/)\w+\.routing\.yml$/.test(path);

const maxRoutes = 2_000;
type Told = Readonly<Record<string, unknown>>;
const isTold = (value: unknown): value is Told => typeof value === "object" && value !== null && !Array.isArray(value);

export function readDrupalRoutes(path: string, text: string): FactRow[] {
  const read = readYaml(text);
  if (!read || !isMap(read.document.contents)) return [];
  return read.document.contents.items.slice(0, maxRoutes).flatMap(({ key, value }): FactRow[] => {
    const told: unknown = isMap(value) ? value.toJS(read.document, { maxAliasCount: mostAliased }) : undefined;
    if (!isTold(told) || typeof told.path !== "string") return [];
    const line = read.lines.linePos(isScalar(key) ? (key.range?.[0] ?? 0) : 0).line;
    const handler = handlerOf(isTold(told.defaults) ? told.defaults : {});
    const guards = askedBy(isTold(told.requirements) ? told.requirements : {}).map((name) => ({ name, symbol: null }));
    return methodsOf(told.methods).map((method) =>
      rowOfRegistration(path, {
        kind: "endpoint",
        symbol: `${path}#<module>`,
        framework,
        method,
        route: String(told.path),
        name: `route ${String(key)}`,
        handler,
        guards,
        line,
      }),
    );
  });
}

function methodsOf(methods: unknown): string[] {
  const all = Array.isArray(methods)
    ? methods.map(String)
    : typeof methods === "string"
      ? methods.split(/[|,\s]+/)
      : [];
  return all.length > 0 ? all.map((one) => one.toUpperCase()) : ["ANY"];
}

/** A controller's method, what builds a form, or what Drupal makes of an entity: `node.edit`. */
function handlerOf({ _controller: controller, _form: form, ...others }: Told): string | null {
  const named = (text: string) => text.replace(/^\\/, "");
  if (typeof controller === "string") {
    const [type = "", method = "__invoke"] = named(controller).split("::");
    return type.includes("\\") ? `${type}@${method}` : named(controller);
  }
  if (typeof form === "string") return `${named(form)}@buildForm`;
  const made = ["_entity_form", "_entity_list", "_entity_view"].map((key) => others[key]);
  const first = made.find((one) => typeof one === "string");
  return typeof first === "string" ? first : null;
}

/** What is required of whoever comes: all of it. What says what a parameter has to be requires nothing of anybody. */
function askedBy(requirements: Told): string[] {
  return Object.entries(requirements).flatMap(([key, value]) => {
    if (!key.startsWith("_") || /^_(?:format|content_type_format|method|module_dependencies)$/.test(key)) return [];
    const isOpen = key === "_access" && /^true$/i.test(String(value));
    return isOpen ? [] : [`${key}: ${String(value).replace(/^\\/, "")}`];
  });
}
