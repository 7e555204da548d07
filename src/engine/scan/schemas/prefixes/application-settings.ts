/** What an application's own settings put before all of its paths, `server.servlet.context-path: /shop`, and who is asked there. */
import { isCollection, parseAllDocuments } from "yaml";
import type { FactRow } from "#contract/unit";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";
import { readGatewayRoutes } from "./gateway-routes.ts";
import { readPathPermissions } from "./path-permissions.ts";
import { moduleOf, type PathGuard, type Prefix, rowOfPlaceholder } from "./prefix.ts";

export const isApplicationSettings = (path: string): boolean =>
  /(?:^|\/)src\/main\/resources\/(?:config\/)?application\.(?:ya?ml|properties)$/.test(path);

/** Keys without dashes, in lower case; what each list names stands behind each other. */
const prefixes: readonly (readonly [frameworks: readonly string[], keys: readonly (readonly string[])[]])[] = [
  // https://docs.spring.io/spring-boot/appendix/application-properties/index.html
  [
    ["Spring", "Spring WebFlux", "Spring WebSocket"],
    [
      ["server.servlet.contextpath", "spring.webflux.basepath", "server.contextpath"],
      ["spring.mvc.servlet.path", "server.servletpath"],
    ],
  ],
  // https://docs.spring.io/spring-data/rest/reference/customizing/configuring-the-rest-url-path.html
  [
    ["Spring Data REST"],
    [
      ["server.servlet.contextpath", "server.contextpath"],
      ["spring.mvc.servlet.path", "server.servletpath"],
      ["spring.data.rest.basepath"],
    ],
  ],
  // https://quarkus.io/guides/all-config
  [
    ["JAX-RS"],
    [["quarkus.http.rootpath"], ["quarkus.rest.path", "quarkus.resteasyreactive.path", "quarkus.resteasy.path"]],
  ],
  // https://docs.micronaut.io/latest/guide/configurationreference.html
  [["Micronaut"], [["micronaut.server.contextpath"]]],
];

interface ApplicationSettings {
  readonly prefixes: Prefix[];
  readonly guards: PathGuard[];
  /** The frameworks of which such settings are those of an application by itself, which no code says. */
  readonly roots: string[];
  /** Endpoints that lead to other programs. */
  readonly routes: FactRow[];
  /** What stands for `${shop.path}` in paths. */
  readonly placeholders: FactRow[];
}

export function readApplicationSettings(path: string, text: string): ApplicationSettings {
  const settings = path.endsWith(".properties") ? ofProperties(text) : ofYaml(text);
  const guards = readPathPermissions(path, settings, (value) => lineOf(text, value));
  const isOfQuarkus = [...settings.keys()].some((key) => /^(?:%\w+\.)?quarkus\./.test(key));
  const routes = readGatewayRoutes(path, settings, (value) => lineOf(text, value));
  const placeholders = readPlaceholders(path, text, settings);
  const roots = isOfQuarkus ? ["JAX-RS"] : [];
  return { prefixes: readPrefixes(path, text, settings), guards, roots, routes, placeholders };
}

/** How settings are called that are a part of a path, and how such a part is written. */
const ofPath = /(?:path|prefix|base|root|version|route|endpoint|mapping|ur[il])s?$/;
const part = /^(?:\/[\w{*][\w./{}*-]*|\w[\w./-]*)$/;

function readPlaceholders(path: string, text: string, settings: ReadonlyMap<string, string>): FactRow[] {
  return [...settings].flatMap(([key, value]) =>
    part.test(value) && (value.startsWith("/") || ofPath.test(key))
      ? [rowOfPlaceholder(path, { name: key, value, line: text.split("\n").findIndex((it) => it.includes(value)) + 1 })]
      : [],
  );
}

function readPrefixes(path: string, text: string, settings: ReadonlyMap<string, string>): Prefix[] {
  return prefixes.flatMap(([frameworks, parts]) => {
    const told = parts.flatMap((keys) => keys.flatMap((key) => settings.get(key) ?? []).slice(0, 1));
    const route = told
      .map((one) => `/${one}`)
      .join("")
      .replace(/\/+/g, "/")
      .replace(/\/$/, "");
    if (route === "" || told.some((one) => one.includes("$"))) return [];
    return frameworks.map((framework) => ({
      framework,
      route,
      below: moduleOf(path),
      line: lineOf(text, told[0] ?? ""),
    }));
  });
}

/** Of a setting that the environment may change, what it is otherwise: `${BASE:/shop}`. */
const plain = (value: string): string =>
  value
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/^\$\{[^${}:]*:([^${}]*)\}$/, "$1");

export const keyOf = (key: string): string => key.replaceAll("-", "").toLowerCase();

const lineOf = (text: string, value: string): number =>
  Math.max(
    0,
    text.split("\n").findIndex((line) => /path|pattern/i.test(line) && line.includes(value)),
  ) + 1;

function ofProperties(text: string): Map<string, string> {
  const found = text.matchAll(/^[ \t]*([\w.-]{1,200})[ \t]*[=:][ \t]*(\S{1,200})[ \t]*$/gm);
  return new Map([...found].map(([, key = "", value = ""]) => [keyOf(key), plain(value)]));
}

/** Of several documents those that hold whatever profile is active. */
function ofYaml(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  if (isNestedTooDeep(text)) return settings;
  for (const document of parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false })) {
    if (!("contents" in document) || document.errors.length > 0) continue;
    const told = new Map<string, string>();
    flatten(document.toJS({ maxAliasCount: 0 }), "", told, 0);
    if (told.has("spring.config.activate.onprofile") || told.has("spring.profiles")) continue;
    for (const [key, value] of told) settings.set(key, value);
  }
  return settings;
}

/** What the settings give, whatever profile is active: by keys without dashes, in lower case. */
export const settingsIn = (path: string, text: string): ReadonlyMap<string, string> =>
  path.endsWith(".properties") ? linesOf(text) : ofYaml(text);

/** All lines that give something, and be it nothing. */
function linesOf(text: string): Map<string, string> {
  const found = text.matchAll(/^[ \t]*([\w.-]{1,200})[ \t]*[=:][ \t]*(.{0,400}?)[ \t\r]*$/gm);
  return new Map([...found].map(([, key = "", value = ""]) => [keyOf(key), plain(value)]));
}

/** The texts that settings list under a key, whatever profile is active. */
export function settingsLists(text: string, key: string): string[] {
  if (isNestedTooDeep(text)) return [];
  return parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false }).flatMap((document) => {
    if (!("contents" in document) || document.errors.length > 0) return [];
    const held: unknown = document.getIn(key.split("."));
    const list = held === undefined ? undefined : isCollection(held) ? held.toJSON() : held;
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  });
}

const maxDepth = 8;

function flatten(value: unknown, key: string, into: Map<string, string>, depth: number): void {
  if (typeof value === "string") into.set(keyOf(key), plain(value));
  if (typeof value === "number" || typeof value === "boolean") into.set(keyOf(key), String(value));
  if (value === null && key !== "") into.set(keyOf(key), "");
  if (typeof value !== "object" || value === null || depth > maxDepth) return;
  for (const [name, inner] of Object.entries(value))
    flatten(inner, key === "" ? name : `${key}.${name}`, into, depth + 1);
}
