/**
 * Routes of a gateway that an application's settings list: which paths lead to which other program.
 * https://docs.spring.io/spring-cloud-gateway/reference/spring-cloud-gateway-server-webflux/configuring-route-predicate-factories-and-filter-factories.html
 */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";

type Settings = ReadonlyMap<string, string>;

const listed = /^spring\.cloud\.gateway\.((?:server\.)?(?:webflux\.|webmvc\.|mvc\.)?)routes\.(\d+)\.uri$/;
const mostRoutes = 200;
const mostPredicates = 20;

/**
 * @param settings by their keys, without dashes and in lower case; what is in a list has its place behind
 * @param lineOf the line on which a value stands
 */
export function readGatewayRoutes(path: string, settings: Settings, lineOf: (value: string) => number): FactRow[] {
  const found = [...settings.keys()].flatMap((key) => {
    const [, kind, at] = listed.exec(key) ?? [];
    return at === undefined ? [] : [{ key: key.slice(0, -".uri".length), isServlet: kind?.includes("mvc") === true }];
  });
  return found.slice(0, mostRoutes).flatMap(({ key, isServlet }) => {
    const [paths, methods] = [predicate("path", key, settings), predicate("method", key, settings)];
    const verbs = methods.length > 0 ? methods.map((one) => one.toUpperCase()) : [null];
    return paths.flatMap((route) =>
      verbs.map((method) =>
        rowOfRegistration(path, {
          kind: "endpoint",
          framework: isServlet ? "Spring" : "Spring WebFlux",
          symbol: `${path}#<module>`,
          method,
          route,
          handler: settings.get(`${key}.uri`) ?? null,
          line: lineOf(route),
        }),
      ),
    );
  });
}

/** What a predicate of a route is given: `Path=/a/**,/b/**`, or a name and arguments. */
function predicate(name: string, key: string, settings: Settings): string[] {
  for (let at = 0; at < mostPredicates; at++) {
    const written = settings.get(`${key}.predicates.${at}`);
    const [named, values] = [written?.split("=", 1)[0]?.trim().toLowerCase(), written?.replace(/^[^=]*=/, "")];
    if (values !== undefined && named === name) return parts(values);
    if (settings.get(`${key}.predicates.${at}.name`)?.toLowerCase() !== name) continue;
    const given = [...settings].filter(([it]) => it.startsWith(`${key}.predicates.${at}.args.`));
    return given.flatMap(([it, value]) => (/trailingslash/.test(it) ? [] : parts(value)));
  }
  return [];
}

/** Texts with commas between, but for those in the expression of a parameter. */
const parts = (values: string): string[] => values.split(/,(?![^{]*\})/).flatMap((one) => one.trim() || []);
