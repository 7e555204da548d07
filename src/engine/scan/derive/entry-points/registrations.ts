/** What the code of a repository registers with frameworks. */

import type { DatabaseSync } from "node:sqlite";
import { Parameters } from "#engine/scan/derive/contracts/parameters";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { withAddedRoutes } from "./added-routes.ts";
import { withoutForms } from "./api-only.ts";
import { withAutoRoutes } from "./auto-routes.ts";
import { throughBuilders } from "./builders.ts";
import { withFallbacks } from "./cake-fallbacks.ts";
import { byCalledGroups } from "./called-groups.ts";
import { withCalledRoutes } from "./called-routes.ts";
import { withNamedControllers } from "./codeigniter-controllers.ts";
import { withComposed } from "./composed-decorators.ts";
import { withConstructed } from "./constructed.ts";
import { withControlledOperations } from "./controlled-operations.ts";
import { withControllerOperations } from "./controller-operations.ts";
import { withCopies } from "./copied-routers.ts";
import { withDeployedServlets } from "./deployed-servlets.ts";
import { withOperations } from "./described-operations.ts";
import { withDispatched } from "./dispatched.ts";
import { withoutUnserved } from "./django-served.ts";
import { withEarlierHandlers } from "./earlier-handlers.ts";
import { withLoaded } from "./egg.ts";
import { behindTheirPaths, withMiddleware } from "./express-middleware.ts";
import { withFittingPrefixes } from "./fitting-classes.ts";
import { withFolderMounts } from "./folder-mounts.ts";
import { withGeneratedServers } from "./generated-servers.ts";
import { ofTheirCalls, ofTheirFramework, onTheirRouters } from "./given-applications.ts";
import { ofGivenGroups } from "./given-groups.ts";
import { handled, withGivenHandlers } from "./given-handlers.ts";
import { withIncludedModules } from "./grape-modules.ts";
import { withGroupParameters } from "./group-parameters.ts";
import { withHandedWhole } from "./handed-whole.ts";
import { withStrategies } from "./hapi.ts";
import { withHapiPlugins } from "./hapi-plugins.ts";
import { withHeldRouters } from "./held-routers.ts";
import { withHelpedFilters } from "./helped-filters.ts";
import { withHttpTriggers } from "./http-triggers.ts";
import { withImplementations } from "./implemented-methods.ts";
import { withIncluded } from "./included-routes.ts";
import { withInheritedRoutes } from "./inherited-routes.ts";
import { withModules } from "./ktor-modules.ts";
import { withLambdaAttributes } from "./lambda-attributes.ts";
import { withLaminasControllers } from "./laminas.ts";
import { withNamedFiles } from "./laravel-files.ts";
import { withSettingPaths } from "./laravel-paths.ts";
import { withResources } from "./laravel-resources.ts";
import { withLoadedRouters } from "./loaded-routers.ts";
import { withLoopMounts } from "./loop-mounts.ts";
import { withLooseLists } from "./loose-lists.ts";
import { withoutAbsent } from "./loose-shapes.ts";
import { withMadeClasses } from "./made-classes.ts";
import { withMarked } from "./marked-functions.ts";
import { withEngines } from "./mounted-engines.ts";
import { withNamedRoutes } from "./named-routes.ts";
import { withoutUnknownModules } from "./nest-modules.ts";
import { withNestedRouters } from "./nested-routers.ts";
import { withNextcloudApps } from "./nextcloud.ts";
import { withObjectTrees } from "./object-trees.ts";
import { withOwnRouters, withoutTwice } from "./own-routers.ts";
import { withoutOwnTraits } from "./own-traits.ts";
import { decidesByPath } from "./owner-words.ts";
import { withPartialClasses } from "./partial-classes.ts";
import { withPathGroups } from "./path-groups.ts";
import { withPhalconActions } from "./phalcon.ts";
import { withProcedureBases } from "./procedure-bases.ts";
import { throughQueues } from "./queued-guards.ts";
import { withPlainActions } from "./rails-actions.ts";
import { withRegisteredFilters } from "./registered-filters.ts";
import { described, type Registration } from "./registration.ts";
import { withRequestHandlers } from "./request-handlers.ts";
import { withResourceModules } from "./resource-modules.ts";
import { withRouteModules } from "./route-modules.ts";
import { throughWrappers } from "./route-wrappers.ts";
import { asOneThing } from "./same-things.ts";
import { withScannedEndpoints } from "./scanned-endpoints.ts";
import { withServiceGuards } from "./service-guards.ts";
import { withServletPrefixes } from "./servlet-prefixes.ts";
import { atTheirPlaces } from "./settings-places.ts";
import { withSigningFeatures } from "./signing-features.ts";
import { withSinatraClasses } from "./sinatra-classes.ts";
import { withExtensions } from "./sinatra-extensions.ts";
import { withGivenApplications, withOpenGroups } from "./slim-applications.ts";
import { withSoleServers } from "./sole-servers.ts";
import { withImports } from "./symfony-imports.ts";
import { withListeners } from "./symfony-listeners.ts";
import { TestHelpers } from "./test-helpers.ts";
import { withTraitMethods } from "./trait-methods.ts";
import { withTypeNamedGroups } from "./type-named-groups.ts";
import { byGivenTypes } from "./typed-calls.ts";
import { withHooks } from "./wordpress.ts";

type Step = (registrations: readonly Registration[]) => readonly Registration[];

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
  const helpers = new TestHelpers(db);
  const isTested = ({ path, line, symbol }: Registration) =>
    ofSamples.test(path) ||
    helpers.has(symbol) ||
    (suites.get(path)?.some((suite) => line > suite.line && line <= suite.end_line) ?? false);
  const parameters = new Parameters(db);
  const names: Parameters["names"] = (symbol) => parameters.names(symbol);
  const untested = (which: string) => read(which).filter((one) => !isTested(one));
  const included = withIncluded(
    untested(`kind not in ('handed', 'reader', 'setting') and name is not '${decidesByPath}'`),
    db,
  );
  const { all, own } = withOwnRouters(withNamedRoutes(withGeneratedServers(included)), db);
  /** Each says more of what is registered where, by what those before it made of it. */
  const steps: readonly Step[] = [
    (read) => withoutAbsent(read, db),
    withResourceModules,
    (read) => withSettingPaths(read, db),
    (read) => withResources(read, db),
    (read) => withPlainActions(read, db),
    (read) => withIncludedModules(read, db),
    withFallbacks,
    (read) => withEngines(read, db),
    (read) => withNamedFiles(read, db),
    (read) => withCalledRoutes(read, db),
    (read) => withInheritedRoutes(read, db),
    (read) => withImports(read, db),
    (read) => withListeners(read, db),
    (read) => withAutoRoutes(read, db),
    (read) => withNamedControllers(read, db),
    (read) => withLaminasControllers(read, db),
    withPhalconActions,
    (read) => withHooks(read, db),
    (read) => withNextcloudApps(read, db),
    withModules,
    (read) => withHttpTriggers(read, db),
    withComposed,
    withNestedRouters,
    (read) => withConstructed(read, names),
    behindTheirPaths,
    withGroupParameters,
    asOneThing,
    withCopies,
    (read) => withGivenApplications(read, db),
    withOpenGroups,
    (led) => withSinatraClasses(led, db),
    withExtensions,
    (read) => withHandedWhole(read, () => untested("kind = 'handed' and name = 'whole'")),
    byGivenTypes,
    (led) => byCalledGroups(led, names),
    ofGivenGroups,
    (led) => withMarked(led, () => untested("kind = 'handed' and name = 'decorating'"), db),
    (led) =>
      throughWrappers(
        led,
        () => untested(`kind = 'handed' and ifnull(name, '') not in ('whole', '${handled}')`),
        names,
        (symbol) => parameters.places(symbol),
        calledBy(db),
      ),
    (led) =>
      withGivenHandlers(
        led,
        () => untested(`kind = 'handed' and name = '${handled}'`),
        (symbol) => parameters.places(symbol),
      ),
    (led) => withMadeClasses(led, db),
    onTheirRouters,
    (led) => withControlledOperations(led, db),
    (led) => withOperations(led, db),
    (led) => withControllerOperations(led, db),
    (led) => withImplementations(led, db),
    (led) => withoutOwnTraits(db, led),
    (led) => withScannedEndpoints(led, db),
    (led) => withTraitMethods(led, db),
    (led) => withServiceGuards(led, db),
    (led) => withHelpedFilters(led, db),
    (led) => withDeployedServlets(led, db),
    withServletPrefixes,
    (led) => withFittingPrefixes(led, db),
    (led) => withRequestHandlers(led, db),
    withSigningFeatures,
    (led) => withTypeNamedGroups(led, db),
    (led) => throughBuilders(led, names),
    (made) => withoutTwice(made, own),
    withHapiPlugins,
    ofTheirCalls,
    ofTheirFramework,
    withPathGroups,
    withAddedRoutes,
    (together) => withProcedureBases(db, withoutUnknownModules(together)),
    (written) => withLoopMounts(db, written),
    (written) => withHeldRouters(db, written),
    (written) => withFolderMounts(db, written),
    (written) => withLoadedRouters(db, written),
    (written) => withMiddleware(written, names),
    (written) => withObjectTrees(db, written),
    (written) => withPartialClasses(written, db),
    (written) => withLambdaAttributes(written, db),
    (written) => withRegisteredFilters(written, db),
    throughQueues,
    atTheirPlaces,
    withLooseLists,
    (written) => withoutForms(written, db),
    (written) => withRouteModules(db, written),
    withStrategies,
    (written) => withSoleServers(db, written),
    (written) => withLoaded(db, written),
    (written) => withoutUnserved(written, db),
    (written) => withEarlierHandlers(written, db),
    (written) => withDispatched(written, db),
  ];
  const told = steps.reduce((registrations: readonly Registration[], step) => step(registrations), all);
  // What a function only says of itself, as for documentation, counts where no framework registers it.
  const saysItself = ({ kind, owner, handler }: Registration) => kind === "endpoint" && owner === handler;
  const describes = (one: Registration) => one.name === described && saysItself(one);
  const [elsewhere, anyhow] = [frameworksOf(told, saysItself), frameworksOf(told, describes)];
  const isOnlySaid = (one: Registration) => {
    if (one.handler === null || !saysItself(one)) return false;
    const others = (describes(one) ? anyhow : elsewhere).get(one.handler) ?? [];
    return [...others].some((framework) => framework !== one.framework);
  };
  return told.filter((one) => !isOnlySaid(one));
}

/** What functions call, as it is written, in order. */
function calledBy(db: DatabaseSync): (symbol: string) => readonly string[] {
  const ranges = new FactRanges(db);
  const calls = db.prepare("select callee_text from calls where fact >= ? and fact < ? and caller = ? order by fact");
  return (symbol) => calls.all(...ranges.of(symbol), symbol).map((row) => String(row.callee_text));
}

/** By what handles endpoints, the frameworks that register it, less those endpoints. */
function frameworksOf(
  all: readonly Registration[],
  less: (one: Registration) => boolean,
): ReadonlyMap<string | null, ReadonlySet<string | null>> {
  const frameworks = new Map<string | null, Set<string | null>>();
  for (const one of all)
    if (one.kind === "endpoint" && !less(one))
      frameworks.set(one.handler, (frameworks.get(one.handler) ?? new Set()).add(one.framework));
  return frameworks;
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
