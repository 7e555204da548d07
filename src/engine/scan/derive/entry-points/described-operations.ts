/**
 * Endpoints that a document describes of which a build makes an interface: what implements the interface, which no file
 * declares, handles them by methods that are called as they are.
 */
import type { DatabaseSync } from "node:sqlite";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import type { Registration } from "./registration.ts";

/** What stands in the name of a described operation before its own, the names of interfaces, and the path before delegates'. */
const operation = "operation ";

/** The framework of what implements interfaces that are called so, which other generators make. */
const resources = "JAX-RS";
const isResource = (name: string): boolean => name.endsWith("Resource");

/** Whether a source lies in the module of a build among whose resources a document lies. */
const isOfModule = (path: string, document: string): boolean => {
  const [module, ...rest] = document.split("src/main/");
  return rest.length > 0 && path.startsWith(`${module}src/main/`);
};

/** All registrations, with what handles described operations in the place of these. */
export function withOperations(registrations: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const isOperation = ({ kind, name }: Registration) => kind === "endpoint" && name?.startsWith(operation) === true;
  const described = registrations.filter(isOperation);
  if (described.length === 0) return registrations;
  const rows = db
    .prepare(
      `select name, type, path from type_relations
       where relation in ('implements', 'extends') and target is null
         and (name like '%Api' or name like '%ApiDelegate' or name like '%Resource')
         and path not in (select path from files where is_test)
       order by path, fact`,
    )
    .all()
    .map(({ name, type, path }) => ({ name: String(name), type: String(type), path: String(path) }));
  const implementing = Map.groupBy(rows, ({ name }) => name.replace(/^.*\./, ""));
  const declared = db.prepare("select id, qualified, line from symbols where fact >= ? and fact < ? and id = ?");
  const ranges = new FactRanges(db);
  const servesResources = db.prepare(
    "select 1 from imports where fact >= ? and fact < ? and specifier like '%.ws.rs.%' limit 1",
  );
  const found = described.flatMap((one): Registration[] => {
    const [id = "", listed = "", base = ""] = (one.name ?? "").slice(operation.length).split(" ");
    const classes = listed
      .split(",")
      .flatMap((name) => [
        ...(implementing.get(name) ?? []).map((row) => ({ ...row, before: "" })),
        ...(implementing.get(`${name}Delegate`) ?? []).map((row) => ({ ...row, before: base })),
      ])
      .concat(
        rows
          .filter(({ name, path }) => isResource(name) && isOfModule(path, one.path))
          .map((row) => ({ ...row, before: "" })),
      );
    return classes.flatMap(({ type, path, before }) => {
      const methods = declared.all(...ranges.of(path), `${type}.${id}`);
      return methods.slice(0, 1).map((method) => ({
        ...one,
        framework: servesResources.get(...ranges.of(path)) === undefined ? one.framework : resources,
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
