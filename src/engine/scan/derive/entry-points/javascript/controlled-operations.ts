/**
 * Operations of OpenAPI documents whose controllers are modules of JavaScript: handled by the function that the module
 * gives out under the operation's id, behind what the application asks before it hands requests to the document's router.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

/** What stands in the name of such an operation before its controller and its id. */
const controlled = "controlled ";
/** What hands requests to a document's operations, or goes by them. */
const ofDocument = /swagger(?:Metadata|Router|Security|Validator|Ui)|OpenApiValidator|oasTools|swaggerExpress/i;
/** What sees to it that what a document says of who asks is asked. */
const asking = ["%swaggerSecurity%", "%OpenApiValidator%", "%oas-tools%", "%oasTools%", "%xegesis%"];
const script = /\.[cm]?[jt]sx?$/;

export function withControlledOperations(
  registrations: readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const isOne = ({ kind, name }: Registration) => kind === "endpoint" && name?.startsWith(controlled) === true;
  const written = registrations.filter(isOne);
  if (written.length === 0) return registrations;
  const modules = db
    .prepare("select path from files where not is_test order by path")
    .all()
    .map(({ path }) => String(path))
    .filter((path) => script.test(path));
  const declared = db.prepare(
    `select id, qualified, line from symbols
     where fact >= ? and fact < ? and name = ? and kind in ('function', 'method', 'variable', 'property') order by line`,
  );
  const ranges = new FactRanges(db);
  const isAsked = asking.some(
    (text) => db.prepare("select 1 from calls where callee_text like ? limit 1").get(text) !== undefined,
  );
  const operations = written.flatMap((one): Registration[] => {
    const [, controller = "", id = ""] = (one.name ?? "").split(" ");
    for (const path of modulesNamed(controller, one.path, modules)) {
      const functions = declared.all(...ranges.of(path), id);
      const handled = functions.find(({ qualified }) => !String(qualified).includes(".")) ?? functions[0];
      if (handled === undefined) continue;
      return [
        {
          ...one,
          owner: ownerOf(one),
          name: null,
          handler: String(handled.id),
          handler_name: id,
          guards: isAsked ? one.guards : unsure(one.guards),
          symbol: String(handled.id),
          path,
          line: Number(handled.line),
        },
      ];
    }
    return [];
  });
  const others = registrations.filter((one) => !isOne(one));
  if (operations.length === 0) return others;
  // Where the document's router stands, everything is asked that the application asks before.
  const routers = others.filter(({ kind, guards }) => kind === "guard" && ofDocument.test(guards ?? ""));
  const last = routers.at(-1);
  const mounts = [...new Set(operations.map(({ owner }) => owner))].flatMap((mounted): Registration[] =>
    last === undefined
      ? []
      : [{ ...last, kind: "mount", framework: null, route: "", name: null, guards: null, handler_name: null, mounted }],
  );
  return [...others.filter((one) => !routers.includes(one)), ...mounts, ...operations];
}

/** A document, as what its operations are on. */
const ownerOf = ({ path }: Registration): string => `${path}#operations`;

/** The modules that a controller may be, nearest to the document first. */
function modulesNamed(controller: string, document: string, modules: readonly string[]): string[] {
  const name = controller
    .replace(/^\.?\//, "")
    .replace(script, "")
    .toLowerCase();
  const fits = (path: string): boolean => {
    const stem = path
      .replace(script, "")
      .replace(/\/index$/, "")
      .toLowerCase();
    return stem === name || stem.endsWith(`/${name}`);
  };
  const folders = document.split("/");
  const rank = (path: string): number => {
    const apart = path.split("/").findIndex((part, at) => part !== folders[at]);
    return (/controller|handler|route/i.test(path.replace(/[^/]*$/, "")) ? 100 : 0) + apart;
  };
  return modules.filter(fits).sort((a, b) => rank(b) - rank(a));
}

const unsure = (guards: string | null): string | null =>
  guards === null ? null : JSON.stringify((JSON.parse(guards) as Guard[]).map((guard) => ({ ...guard, maybe: true })));
