/**
 * Whom an application asks by the path of a request, as its settings list it.
 * https://quarkus.io/guides/security-authorize-web-endpoints-reference: of the paths that fit the most specific decides.
 * https://micronaut-projects.github.io/micronaut-security/latest/guide/#interceptUrlMap: the first does.
 */
import { literally } from "#engine/literally";
import { moduleOf, type PathGuard } from "./prefix.ts";

/** Settings by their keys, without dashes and in lower case; what is in a list has its place behind. */
type Settings = ReadonlyMap<string, string>;
type Told = Omit<PathGuard, "below" | "line">;

const maxGuards = 200;
const ofQuarkus = /^quarkus\.http\.auth\.permission\.([\w-]+)\.paths(?:\.0)?$/;
const ofMicronaut = /^micronaut\.security\.intercepturlmap\.(\d+)\.pattern$/;

/** @param lineOf the line on which a value stands */
export function readPathPermissions(path: string, settings: Settings, lineOf: (value: string) => number): PathGuard[] {
  const keys = [...settings.keys()];
  const named = (key: RegExp) => [...new Set(keys.flatMap((one) => key.exec(one)?.[1] ?? []))];
  const quarkus = named(ofQuarkus).flatMap((name) => permission(`quarkus.http.auth.permission.${name}`, settings));
  const micronaut = named(ofMicronaut).map((at) => intercepted(`micronaut.security.intercepturlmap.${at}`, settings));
  const told = [...quarkus.sort((one, other) => weight(other.path) - weight(one.path)), ...micronaut];
  return told.slice(0, maxGuards).map(({ path: written, ...one }) => ({
    ...one,
    below: moduleOf(path),
    line: lineOf(written),
  }));
}

type Written = Told & { readonly path: string };

/** A path without a star is more specific than any with one, and a longer one than a shorter. */
const weight = (path: string): number => path.length + (path.endsWith("*") ? 0 : 10_000);

function permission(key: string, settings: Settings): Written[] {
  const policy = settings.get(`${key}.policy`);
  if (policy === undefined || settings.get(`${key}.enabled`) === "false") return [];
  const methods = listed(`${key}.methods`, settings);
  return listed(`${key}.paths`, settings).map((path) => ({
    framework: "JAX-RS",
    path,
    pattern: `^${literally(`/${path}`.replace(/^\/+/, "/").replace(/\/?\*$/, ""))}${path.endsWith("*") ? "(?:/.*)?" : ""}$`,
    methods: methods.length > 0 ? methods : null,
    asks: policy === "permit" ? [] : [policy],
  }));
}

function intercepted(key: string, settings: Settings): Written {
  const path = settings.get(`${key}.pattern`) ?? "";
  const method = settings.get(`${key}.httpmethod`);
  const access = listed(`${key}.access`, settings);
  const isBehindContext = settings.get("micronaut.security.intercepturlmapprependpatternwithcontextpath") !== "false";
  const context = isBehindContext ? (settings.get("micronaut.server.contextpath") ?? "") : "";
  const parts = `${`/${context}/`.replace(/\/+/g, "/").replace(/\/$/, "")}${path}`
    .split(/(\/\*\*$|\*\*|\*|\?)/)
    .map((part) => ({ "/**": "(?:/.*)?", "**": ".*", "*": "[^/]*", "?": "[^/]" })[part] ?? literally(part));
  return {
    framework: "Micronaut",
    path,
    pattern: `^${parts.join("")}$`,
    methods: method === undefined ? null : [method],
    asks: access.length === 0 || access.includes("isAnonymous()") ? [] : [access.join("|")],
  };
}

/** What a setting lists, with commas between or as a list of its own. */
function listed(key: string, settings: Settings): string[] {
  const all = [settings.get(key) ?? ""];
  for (let at = 0; settings.has(`${key}.${at}`); at++) all.push(settings.get(`${key}.${at}`) ?? "");
  return all.flatMap((one) => one.split(",")).flatMap((one) => one.trim() || []);
}
