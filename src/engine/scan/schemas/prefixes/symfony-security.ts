/**
 * Whom Symfony asks by the path of a request: `security.access_control`, of which the first entry that fits decides, and
 * the firewalls that ask nobody. https://symfony.com/doc/current/security/access_control.html
 */
import { isMap, isSeq, type Node } from "yaml";
import type { PathGuard } from "./prefix.ts";
import { mostAliased, readYaml } from "./symfony-yaml.ts";

const file = /^(?<root>(?:.*?\/)??)(?:app\/)?config\/(?:packages\/)?security\.ya?ml$/;
/** `config/packages/security.yaml`, and as it was called before there was Flex: `app/config/security.yml`. */
export const isSymfonySecurity = (path: string): boolean => file.test(path);

const framework = "Symfony";
const maxGuards = 200;
/** Whoever comes has these. */
const open = new Set(["PUBLIC_ACCESS", "IS_AUTHENTICATED_ANONYMOUSLY", "IS_ANONYMOUS"]);
/** What an entry goes by besides paths and methods: whether it fits is not known. */
const conditions = ["ip", "ips", "host", "port", "attributes", "route", "request_matcher"];

export function readSymfonySecurity(path: string, text: string): PathGuard[] {
  const read = readYaml(text);
  if (!read || !isMap(read.document.contents)) return [];
  const { contents } = read.document;
  const below = file.exec(path)?.groups?.root ?? "";
  const told = (node: unknown): [entry: Entry, line: number] => [
    (node as Node).toJS(read.document, { maxAliasCount: mostAliased }) as Entry,
    read.lines.linePos((node as Node).range?.[0] ?? 0).line,
  ];
  const firewalls = contents.getIn(["security", "firewalls"], true);
  const unguarded = (isMap(firewalls) ? firewalls.items : [])
    .map(({ value }) => (isMap(value) ? told(value) : undefined))
    .flatMap((one) => (one?.[0].security === false ? [one] : []))
    .flatMap(([{ pattern }, line]) =>
      patternsOf(pattern).map((one) => ({ framework, pattern: one, methods: null, asks: [], below, line })),
    );
  const control = contents.getIn(["security", "access_control"], true);
  const entries = (isSeq(control) ? control.items : []).filter(isMap).map(told);
  const guards = entries.flatMap(([entry, line]): PathGuard[] => {
    const named = routeOf(entry);
    const isConditional = named === undefined && conditions.some((key) => entry[key] !== undefined);
    // Who comes where a condition does not hold is asked by what follows.
    if (isConditional && asked(entry).length === 0) return [];
    const path = typeof entry.path === "string" ? entry.path : "";
    const pattern = named ?? (isConditional ? `when ${path}` : path);
    return [{ framework, pattern, methods: textsOf(entry.methods ?? entry.method), asks: asked(entry), below, line }];
  });
  return [...unguarded, ...guards].slice(0, maxGuards);
}

type Entry = Readonly<Record<string, unknown>>;

/** The route that an entry is about by its name alone: `{ route: shop_cart }`, `{ attributes: { _route: shop_cart } }`. */
function routeOf({ route, attributes, ...others }: Entry): string | undefined {
  const given = typeof attributes === "object" && attributes !== null ? (attributes as Entry) : {};
  const name = route ?? (Object.keys(given).length === 1 ? given._route : undefined);
  const isAlone = others.path === undefined && conditions.every((key) => others[key] === undefined);
  return typeof name === "string" && isAlone ? `route ${name}` : undefined;
}

/** The roles of which an entry asks for one, and its expression, which suffices as well: as one guard. */
function asked({ roles, role, allow_if: expression }: Entry): string[] {
  const named = textsOf(roles ?? role) ?? [];
  if (named.some((one) => open.has(one))) return [];
  const any = typeof expression === "string" ? [...named, expression] : named;
  return any.length === 0 ? [] : [any.join("|")];
}

/** A firewall's patterns: one, or a list of those of which one has to fit. */
const patternsOf = (pattern: unknown): string[] =>
  (Array.isArray(pattern) ? pattern : [pattern]).filter((one) => typeof one === "string");

function textsOf(value: unknown): string[] | null {
  const all = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[,|]/) : [];
  const texts = all.filter((one) => typeof one === "string").map((one) => one.trim());
  return texts.length > 0 ? texts : null;
}
