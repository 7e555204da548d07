/**
 * Routes that modules of Laminas, and of Zend before it, are configured with: trees of routes below `'router' => ['routes' => …]`.
 * https://docs.laminas.dev/laminas-router/routing/
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { PhpArray, phpArrayAt } from "./php-arrays.ts";

export const laminas = "Laminas MVC";
/** The name of endpoints of which a path says the action, and of those whose controllers answer by methods of HTTP. */
export const [byAction, byVerb] = ["action of the path", "methods of the controller"];

const maxRoutes = 2_000;
const maxDepth = 12;
const router = /(['"])router\1\s*=>\s*(?=\[|array\s*\()/g;
const controllers = /(['"])controllers\1\s*=>\s*(?=\[|array\s*\()/g;
/** The action of a controller that answers by methods of HTTP. */
const action = /[:{]action\b/;

interface Around {
  readonly path: string;
  readonly controller: string | undefined;
  readonly action: string | undefined;
  readonly methods: readonly string[];
}

export function readLaminasConfig(path: string, text: string): FactRow[] {
  const aliases = new Map(
    [...text.matchAll(controllers)].flatMap(({ index, 0: start }) => {
      const held = phpArrayAt(text, index + start.length);
      return ["aliases", "invokables"].flatMap((kind) =>
        (held?.list(kind) ?? []).flatMap(({ key, held: type }) =>
          key !== null && typeof type === "string" ? [[key, type] as const] : [],
        ),
      );
    }),
  );
  const rows = [...text.matchAll(router)].flatMap(({ index, 0: start }) => {
    const held = phpArrayAt(text, index + start.length)?.get("routes");
    const around = { path: "", controller: undefined, action: undefined, methods: [] };
    return held instanceof PhpArray ? rowsBelow(path, held, around, aliases, 0) : [];
  });
  return rows.slice(0, maxRoutes);
}

function rowsBelow(
  path: string,
  routes: PhpArray,
  around: Around,
  aliases: ReadonlyMap<string, string>,
  depth: number,
): FactRow[] {
  if (depth > maxDepth) return [];
  return routes.items.flatMap(({ held, line }) => {
    const options = held instanceof PhpArray ? held.get("options") : undefined;
    if (!(held instanceof PhpArray) || !(options instanceof PhpArray)) return [];
    const own = wayOf(held, options);
    // What only running code knows stands before everything below it.
    if (own === undefined) return [];
    const defaults = options.get("defaults");
    const [given, namespace] = ["controller", "__NAMESPACE__"].map((key) =>
      defaults instanceof PhpArray ? defaults.text(key) : undefined,
    );
    const named = given === undefined || namespace === undefined ? given : `${namespace}\\${given}`;
    const here: Around = {
      path: `${around.path}${own}`,
      controller: named === undefined ? around.controller : (aliases.get(named) ?? named),
      action: (defaults instanceof PhpArray ? defaults.text("action") : undefined) ?? around.action,
      methods: methodsOf(options) ?? around.methods,
    };
    const children = held.get("child_routes");
    const isEnd = !(children instanceof PhpArray) || held.text("may_terminate") === "true";
    const below = children instanceof PhpArray ? rowsBelow(path, children, here, aliases, depth + 1) : [];
    return [...(isEnd ? rowsOf(path, here, line) : []), ...below];
  });
}

/** The kind of a route by its class or its name: `Segment::class`, `segment`. */
const kindOf = (route: PhpArray): string => (route.text("type") ?? "literal").replace(/^.*\\/, "").toLowerCase();

/** What a route puts behind the path around; undefined where it is not written. */
function wayOf(route: PhpArray, options: PhpArray): string | undefined {
  const kind = kindOf(route);
  if (/^(?:method|hostname|scheme|placeholder)$/.test(kind)) return "";
  return kind === "regex" ? options.text("spec") : options.text("route");
}

const methodsOf = (options: PhpArray): readonly string[] | undefined =>
  options
    .text("verb")
    ?.split(",")
    .map((one) => one.trim().toUpperCase());

function rowsOf(path: string, { path: route, controller, action: named, methods }: Around, line: number): FactRow[] {
  if (controller === undefined) return [];
  const name = action.test(route) ? byAction : named === undefined ? byVerb : null;
  const handler = named === undefined ? controller : `${controller}@${methodOf(named)}`;
  return (methods.length > 0 ? methods : ["ANY"]).map((method) =>
    rowOfRegistration(path, {
      kind: "endpoint",
      framework: laminas,
      method,
      route: route.startsWith("/") || route === "" ? route : `/${route}`,
      ...(name !== null && { name }),
      handler,
      line,
    }),
  );
}

/** The method of an action: `viewDetailAction` of `view-detail`. */
const methodOf = (action: string): string =>
  `${action.replace(/[-._ ]+(\w)/g, (_, letter: string) => letter.toUpperCase())}Action`;
