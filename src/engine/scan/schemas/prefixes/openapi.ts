/**
 * Operations that an OpenAPI document describes and a build makes interfaces of: what implements such an interface serves
 * them by methods that are called as they are. https://openapi-generator.tech/docs/generators/spring
 */
import { isAlias, isMap, isScalar, type Node, parseDocument } from "yaml";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";

export interface Operation {
  readonly method: string;
  readonly route: string;
  /** `listOwners` */
  readonly id: string;
  /** The interfaces that may declare it, by its tags and by where its path begins: `OwnersApi`. */
  readonly interfaces: readonly string[];
  /** What stands before the paths of what generated controllers hand on to a delegate. */
  readonly base: string;
  readonly line: number;
}

export const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);
export const maxOperations = 2_000;

/** Documents by their names, and what lies among the resources of a build by the names of folders too. */
export const isOpenApi = (path: string): boolean =>
  /(?:^|\/)(?:open-?api|swagger|oas-?doc|api(?=\.ya?ml$))[\w.-]*\.(?:ya?ml|json)$/i.test(path) ||
  /(?:^|\/)src\/main\/(?:[^/]+\/)*[^/]*(?:open-?api|swagger|api|spec)[^/]*(?:\/[^/]+)*\.(?:ya?ml|json)$/i.test(path);

export function readOpenApi(text: string): Operation[] {
  if (!/^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(text) || !text.includes("operationId")) return [];
  if (isNestedTooDeep(text)) return [];
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) return [];
  const base = baseOf(root);
  const told: Operation[] = [];
  for (const [route, item] of entries(root.get("paths")))
    for (const [method, operation] of entries(item)) {
      const id = isMap(operation) ? operation.get("operationId") : undefined;
      if (!methods.has(method) || !isMap(operation) || typeof id !== "string" || told.length >= maxOperations) continue;
      const tags = texts(operation.get("tags"));
      const first = route.split("/")[1]?.replace(/[{}]/g, "") || "default";
      const named = [...new Set([...tags, first].map((one) => `${pascal(one)}Api`))];
      const line = text.slice(0, operation.range?.[0] ?? 0).split("\n").length;
      told.push({ method: method.toUpperCase(), route, id: camel(id), interfaces: named, base, line });
    }
  return told;
}

export const entries = (node: unknown): [string, Node][] =>
  isMap(node)
    ? node.items.flatMap(({ key, value }) =>
        isScalar(key) && value && !isAlias(value) ? [[String(key.value), value as Node] as [string, Node]] : [],
      )
    : [];

function texts(node: unknown): string[] {
  const listed = (node as { toJSON?: () => unknown } | undefined)?.toJSON?.();
  return Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
}

/** The path of the first server, of version 2 the document's own. */
export function baseOf(root: { get(key: string): unknown; toJSON(): unknown }): string {
  const own = root.get("basePath");
  if (typeof own === "string") return own;
  const servers = (root.get("servers") as { toJSON?: () => unknown } | undefined)?.toJSON?.();
  const first: unknown = Array.isArray(servers) ? servers[0]?.url : undefined;
  return typeof first === "string" ? first.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/\/$/, "") : "";
}

/** `owner-v2` as `OwnerV2`. */
const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** An identifier as methods are called: `list-owners` as `listOwners`. */
function camel(id: string): string {
  const name = /[^A-Za-z0-9_$]/.test(id) ? pascal(id) : id;
  return name.charAt(0).toLowerCase() + name.slice(1);
}
