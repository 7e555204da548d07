/**
 * Functions of Azure that requests call: the attribute of their parameter says by which methods, where and to whom,
 * `[HttpTrigger(AuthorizationLevel.Function, "get", Route = "items/{id}")]`.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

const trigger = "http trigger";
const attribute = /\bHttpTrigger\(((?:[^()"]|"[^"]*")*)\)/;
const level = /\bAuthorizationLevel\.(\w+)/;
const route = /\bRoute\s*=\s*(?:"([^"]*)"|null\b|([\w.]+))/;

/** All registrations; those of such functions with what their parameters say. */
export function withHttpTriggers(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isTriggered = ({ kind, name }: Registration) => kind === "endpoint" && name === trigger;
  if (!registrations.some(isTriggered)) return registrations;
  const ranges = new FactRanges(db);
  const signatures = db.prepare("select signature from symbols where fact >= ? and fact < ? and id = ?");
  return registrations.flatMap((one) => {
    if (!isTriggered(one)) return [one];
    const row = one.handler === null ? undefined : signatures.get(...ranges.of(one.handler), one.handler);
    const [, given] = attribute.exec(String(row?.signature ?? "")) ?? [];
    if (given === undefined) return [];
    const [said, text, constant] = route.exec(given) ?? [];
    const path = text ?? (constant === undefined ? one.route : `\${${constant}}`);
    const methods = [...given.replace(said ?? "", "").matchAll(/"(\w+)"/g)].map(([, method = ""]) =>
      method.toUpperCase(),
    );
    const asked = level.exec(given)?.[1] ?? "Function";
    const guards =
      asked === "Anonymous"
        ? null
        : JSON.stringify([{ name: `HttpTrigger(AuthorizationLevel.${asked})`, symbol: null }]);
    const of = methods.length > 0 ? methods : [null];
    return of.map((method) => ({ ...one, name: null, method, route: `/${path ?? ""}`, guards }));
  });
}
