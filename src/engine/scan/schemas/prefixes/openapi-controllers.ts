/**
 * Operations of an OpenAPI document that names what handles them: the module of a controller, by what swagger-tools,
 * oas-tools, express-openapi-validator and exegesis read there, and its function by the operation's id.
 */
import { isMap, type Node, parseDocument } from "yaml";
import { isNestedTooDeep } from "#engine/scan/packages/formats/nesting";
import { baseOf, entries, maxOperations, methods } from "./openapi.ts";

export interface ControlledOperation {
  readonly method: string;
  /** With the path of the document's server. */
  readonly route: string;
  /** `controllers/board` */
  readonly controller: string;
  readonly id: string;
  /** One of these lists has to be satisfied, all of its schemes; an empty one by whoever comes. Undefined: nobody is asked. */
  readonly asks: readonly (readonly string[])[] | undefined;
  readonly line: number;
}

/** What names the controller, of an operation, of its path or of all. */
const ofController = [
  "x-swagger-router-controller",
  "x-openapi-router-controller",
  "x-router-controller",
  "x-eov-operation-handler",
  "x-exegesis-controller",
  "x-controller",
];
/** What names the function, where the operation's id does not. */
const ofFunction = ["x-eov-operation-id", "x-exegesis-operationId", "x-operation", "operationId"];
/** What names scopes beside who asks for them. */
const ofScopes = "x-security-scopes";

type Record = { get(key: string): unknown };

export const namesControllers = (text: string): boolean => ofController.some((key) => text.includes(key));

export function readControllers(text: string): ControlledOperation[] {
  if (!namesControllers(text) || isNestedTooDeep(text)) return [];
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root)) return [];
  const base = baseOf(root).replace(/\/$/, "");
  const said = (places: readonly unknown[], keys: readonly string[]): string | undefined =>
    places
      .flatMap((place) => (isMap(place) ? keys.map((key) => place.get(key)) : []))
      .find((it): it is string => typeof it === "string" && it !== "");
  const told: ControlledOperation[] = [];
  for (const [route, item] of entries(root.get("paths")))
    for (const [method, operation] of entries(item)) {
      if (!methods.has(method) || !isMap(operation) || told.length >= maxOperations) continue;
      const controller = said([operation, item, root], ofController);
      const id = said([operation], ofFunction);
      if (controller === undefined || id === undefined) continue;
      const security = plain(operation, "security") ?? plain(root, "security");
      const line = text.slice(0, (operation as Node).range?.[0] ?? 0).split("\n").length;
      const asks = asked(security, plain(operation, ofScopes));
      told.push({ method: method.toUpperCase(), route: `${base}${route}`, controller, id, asks, line });
    }
  return told;
}

const plain = (record: Record, key: string): unknown =>
  (record.get(key) as { toJSON?: () => unknown } | undefined)?.toJSON?.();

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === "string") : [];

function asked(security: unknown, scopes: unknown): ControlledOperation["asks"] {
  if (!Array.isArray(security) || security.length === 0) return undefined;
  return security.map((one: unknown) =>
    Object.entries(one === null || typeof one !== "object" ? {} : one).map(([scheme, listed]) => {
      const all = [...textsOf(listed), ...textsOf(scopes)];
      return all.length === 0 ? scheme : `${scheme}(${all.map((it) => `'${it}'`).join(" | ")})`;
    }),
  );
}
