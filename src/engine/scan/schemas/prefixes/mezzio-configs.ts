/**
 * Routes and pipelines that Mezzio's applications are configured with: `'routes' => [['path' => …, 'middleware' => …]]`.
 * https://docs.mezzio.dev/mezzio/v3/cookbook/autowiring-routes-and-pipelines/
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { type Held, type Item, PhpArray, phpArrayAt } from "./php-arrays.ts";

export const isMezzioConfig = (path: string): boolean =>
  /(?:^|\/)(?:config\/(?:autoload\/)?[\w.-]+|(?:\w+)?ConfigProvider)\.php$/.test(path);

const framework = "Mezzio";
const maxRoutes = 2_000;
const routes = /(?:(['"])routes\1\s*=>|\bfunction\s+getRoutes\s*\(\)[^{]*\{\s*return)\s*(?=\[|array\s*\()/g;
const pipelines =
  /(?:(['"])middleware_pipeline\1\s*=>|\bfunction\s+get(?:Middleware)?Pipeline\s*\(\)[^{]*\{\s*return)\s*(?=\[|array\s*\()/g;

export function readMezzioConfig(path: string, text: string): FactRow[] {
  const rows = [...lists(text, routes).flatMap((one) => rowsOfRoute(path, one)), ...rowsOfPipeline(path, text)];
  return rows.slice(0, maxRoutes);
}

/** The items of the lists that stand behind what an expression fits. */
const lists = (text: string, begin: RegExp): readonly Item[] =>
  [...text.matchAll(begin)].flatMap(({ index, 0: start }) => phpArrayAt(text, index + start.length)?.items ?? []);

function rowsOfRoute(path: string, { held, line }: Item): FactRow[] {
  const route = held instanceof PhpArray ? held.text("path") : undefined;
  if (!(held instanceof PhpArray) || route === undefined || !route.startsWith("/")) return [];
  const asked = names(held.get("middleware"));
  const handler = asked.at(-1);
  if (handler === undefined) return [];
  const methods = names(held.get("allowed_methods")).map((one) => one.replace(/^.*::(?:METHOD_)?/, "").toUpperCase());
  return (methods.length > 0 ? methods : ["ANY"]).map((method) =>
    rowOfRegistration(path, {
      kind: "endpoint",
      framework,
      method,
      route,
      handler: handler === unknown ? null : `${handler}::class`,
      guards: asked.slice(0, -1).map(asGuard),
      line,
    }),
  );
}

/** What is written in a list that is no text and no class. */
const unknown = "?";

function names(held: Held | undefined): string[] {
  if (held instanceof PhpArray) return held.items.flatMap((one) => names(one.held ?? unknown));
  return held === undefined || held === null ? [] : [held];
}

const asGuard = (name: string) => ({ name: name.split("\\").at(-1) ?? name, symbol: null });

/** What the pipeline has, the highest priority first. */
function rowsOfPipeline(path: string, text: string): FactRow[] {
  const parts = lists(text, pipelines).flatMap(({ held, line }) =>
    held instanceof PhpArray
      ? [{ asked: names(held.get("middleware")), below: held.text("path"), order: priority(held), line }]
      : [],
  );
  return parts
    .sort((one, other) => other.order - one.order)
    .flatMap(({ asked, below, line }) =>
      asked.map((name) =>
        rowOfRegistration(path, {
          kind: "guard",
          framework,
          name: "application",
          ...(below === undefined || below === "/" ? {} : { route: `${below}*` }),
          guards: [asGuard(name)],
          line,
        }),
      ),
    );
}

const priority = (held: PhpArray): number => Number(held.text("priority") ?? 1) || 1;
