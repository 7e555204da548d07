/** What the code of a repository registers with frameworks. */
import type { DatabaseSync } from "node:sqlite";
import { Parameters } from "#engine/scan/derive/contracts/parameters";
import { throughBuilders } from "./builders.ts";
import { withOperations } from "./described-operations.ts";
import { withMiddleware } from "./express-middleware.ts";
import { ofTheirCalls, ofTheirFramework, onTheirRouters } from "./given-applications.ts";
import { ofGivenGroups } from "./given-groups.ts";
import { withImplementations } from "./implemented-methods.ts";
import { withIncluded } from "./included-routes.ts";
import { withLambdaAttributes } from "./lambda-attributes.ts";
import { withLoopMounts } from "./loop-mounts.ts";
import { withNamedRoutes } from "./named-routes.ts";
import { providersListed, withoutUnknownModules } from "./nest-modules.ts";
import { withObjectTrees } from "./object-trees.ts";
import { withOwnRouters, withoutTwice } from "./own-routers.ts";
import { withPartialClasses } from "./partial-classes.ts";
import { withProcedureBases } from "./procedure-bases.ts";
import { withRegisteredFilters } from "./registered-filters.ts";
import type { Registration } from "./registration.ts";
import { throughWrappers } from "./route-wrappers.ts";

/** Folders of what shows or tries how code looks: tools' own, samples beside tests, and what stands in for others. */
const ofSamples = /(?:^|\/)(?:\.[^/]+|testdata|test[-_]data|(?:__)?(?:fixtures|mocks)(?:__)?)\//;

/** The registrations of all code that tests nothing, in the order of paths and places. */
export function readRegistrations(db: DatabaseSync): Registration[] {
  const read = (which: string): Registration[] =>
    db
      .prepare(
        `select * from registrations
         where ${which} and path not in (select path from files where is_test) order by path, fact`,
      )
      .all() as unknown as Registration[];
  const suites = new Map<unknown, { line: number; end_line: number }[]>();
  const rows = db.prepare(
    "select path, line, end_line from tests where kind = 'suite' and path in (select path from registrations)",
  );
  for (const { path, line, end_line } of rows.all()) {
    const suite = { line: Number(line), end_line: Number(end_line) };
    const listed = suites.get(path);
    if (listed) listed.push(suite);
    else suites.set(path, [suite]);
  }
  const isTested = ({ path, line }: Registration) =>
    ofSamples.test(path) || (suites.get(path)?.some((suite) => line > suite.line && line <= suite.end_line) ?? false);
  const parameters = new Parameters(db);
  const { all, own } = withOwnRouters(
    withNamedRoutes(
      withIncluded(
        read("kind not in ('handed', 'reader', 'setting')").filter((one) => !isTested(one)),
        db,
      ),
    ),
    db,
  );
  const led = throughWrappers(
    ofGivenGroups(all),
    () => read("kind = 'handed'").filter((one) => !isTested(one)),
    (symbol) => parameters.names(symbol),
  );
  const met = withImplementations(withOperations(onTheirRouters(led), db), db);
  const together = ofTheirFramework(ofTheirCalls(withoutTwice(throughBuilders(met), own)));
  const listed = providersListed(db, together).filter((one) => !isTested(one));
  const written = withLoopMounts(db, [...withProcedureBases(db, withoutUnknownModules(together)), ...listed]);
  const middleware = withMiddleware(written, (symbol) => parameters.names(symbol));
  const told = withRegisteredFilters(
    withLambdaAttributes(withPartialClasses(withObjectTrees(db, middleware), db), db),
    db,
  );
  // What a function only says of itself, as for documentation, counts where no framework registers it.
  const saysItself = ({ kind, owner, handler }: Registration) => kind === "endpoint" && owner === handler;
  const elsewhere = new Map<string | null, Set<string | null>>();
  for (const one of told.filter((it) => it.kind === "endpoint" && !saysItself(it)))
    elsewhere.set(one.handler, (elsewhere.get(one.handler) ?? new Set()).add(one.framework));
  const isOnlySaid = (one: Registration) =>
    one.handler !== null &&
    saysItself(one) &&
    [...(elsewhere.get(one.handler) ?? [])].some((framework) => framework !== one.framework);
  return told.filter((one) => !isOnlySaid(one));
}

/** Of the files of a name that register something, the one that lies nearest to what mounts it. */
export function fileNamed({ mounted, path }: Registration, known: ReadonlySet<string | null>): string | null {
  const name = (mounted ?? "").slice(2);
  const named = [...known].filter((one) => one === name || one?.endsWith(`/${name}`));
  const near = (one: string | null) => {
    const folder = (one ?? "").slice(0, (one ?? "").length - name.length);
    return path.startsWith(folder) ? folder.length : -1;
  };
  return named.sort((a, b) => near(b) - near(a))[0] ?? null;
}
