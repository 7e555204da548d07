/**
 * Endpoints that a document describes of which a build makes an interface: what implements the interface, which no file
 * declares, handles them by methods that are called as they are.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import type { Registration } from "./registration.ts";

/** What stands in the name of a described operation before its own, the names of interfaces, and the path before delegates'. */
const operation = "operation ";

/** All registrations, with what handles described operations in the place of these. */
export function withOperations(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOperation = ({ kind, name }: Registration) => kind === "endpoint" && name?.startsWith(operation) === true;
  const described = registrations.filter(isOperation);
  if (described.length === 0) return registrations;
  const rows = db
    .prepare(
      `select name, type, path from type_relations
       where relation in ('implements', 'extends') and target is null and (name like '%Api' or name like '%ApiDelegate')
         and path not in (select path from files where is_test)
       order by path, fact`,
    )
    .all()
    .map(({ name, type, path }) => ({ name: String(name), type: String(type), path: String(path) }));
  const implementing = Map.groupBy(rows, ({ name }) => name.replace(/^.*\./, ""));
  const declared = db.prepare("select id, qualified, line from symbols where fact >= ? and fact < ? and id = ?");
  const ranges = new FactRanges(db);
  const found = described.flatMap((one): Registration[] => {
    const [id = "", listed = "", base = ""] = (one.name ?? "").slice(operation.length).split(" ");
    const classes = listed
      .split(",")
      .flatMap((name) => [
        ...(implementing.get(name) ?? []).map((row) => ({ ...row, before: "" })),
        ...(implementing.get(`${name}Delegate`) ?? []).map((row) => ({ ...row, before: base })),
      ]);
    return classes.flatMap(({ type, path, before }) => {
      const methods = declared.all(...ranges.of(path), `${type}.${id}`);
      return methods.slice(0, 1).map((method) => ({
        ...one,
        owner: type,
        route: `${before}${one.route}`,
        name: null,
        handler: String(method.id),
        handler_name: String(method.qualified),
        symbol: String(method.id),
        path,
        line: Number(method.line),
      }));
    });
  });
  return [...registrations.filter((one) => !isOperation(one)), ...found];
}
