/**
 * Attributes of an application's own that say by which methods an action answers, as ASP.NET asks them:
 * `IEnumerable<string> HttpMethods => new[] { "GET" }`.
 * https://learn.microsoft.com/en-us/dotnet/api/microsoft.aspnetcore.mvc.routing.iactionhttpmethodprovider
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { lastName } from "#engine/scan/derive/symbols";

const framework = "ASP.NET Core";
const provider = "IActionHttpMethodProvider";
const verbs = /"(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)"/gi;

export function withOwnMethods(written: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOpen = ({ kind, framework: of, method, handler }: Registration) =>
    kind === "endpoint" && of === framework && method === null && handler !== null;
  if (!written.some(isOpen)) return written;
  const ranges = new FactRanges(db);
  const symbol = db.prepare("select preview, decorators from symbols where fact >= ? and fact < ? and id = ?");
  const providers = db.prepare("select distinct type from type_relations where name = ? order by type").all(provider);
  const methodsOf = new Map(
    providers.flatMap(({ type }) => {
      const text = symbol.get(...ranges.of(String(type)), `${type}.HttpMethods`)?.preview;
      const methods = [...String(text ?? "").matchAll(verbs)].flatMap(([, verb]) => verb?.toUpperCase() ?? []);
      return methods.length === 0 ? [] : [[lastName(String(type)).replace(/Attribute$/, ""), methods] as const];
    }),
  );
  if (methodsOf.size === 0) return written;
  return written.flatMap((one) => {
    if (!isOpen(one)) return [one];
    const row = symbol.get(...ranges.of(one.handler ?? ""), one.handler);
    const all = JSON.parse(String(row?.decorators ?? "[]")) as string[];
    const names = all.map((text) => /^[\w.]*?(\w+?)(?:Attribute)?(?=[(<\s]|$)/.exec(text)?.[1] ?? "");
    const methods = names.flatMap((name) => methodsOf.get(name) ?? []);
    return methods.length === 0 ? [one] : methods.map((method) => ({ ...one, method }));
  });
}
