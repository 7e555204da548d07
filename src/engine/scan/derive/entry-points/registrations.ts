/** What the code of a repository registers with frameworks. */

import type { DatabaseSync } from "node:sqlite";
import { Parameters } from "#engine/scan/derive/contracts/parameters";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { inBody } from "./bodies/asked-inside.ts";
import { throughBuilders } from "./builders.ts";
import { byCalledGroups } from "./called-groups.ts";
import { withConstructed } from "./constructed.ts";
import { withOperations } from "./described-operations.ts";
import { withHttpTriggers } from "./dotnet/http-triggers.ts";
import { withLambdaAttributes } from "./dotnet/lambda-attributes.ts";
import { withOwnMethods } from "./dotnet/own-methods.ts";
import { withOwnRequirements } from "./dotnet/own-requirements.ts";
import { withPartialClasses } from "./dotnet/partial-classes.ts";
import { withRequestHandlers } from "./dotnet/request-handlers.ts";
import { withScannedEndpoints } from "./dotnet/scanned-endpoints.ts";
import { withTypeNamedGroups } from "./dotnet/type-named-groups.ts";
import { byGivenTypes } from "./dotnet/typed-calls.ts";
import { ofTheirCalls, ofTheirFramework, onTheirRouters } from "./given-applications.ts";
import { ofGivenGroups } from "./given-groups.ts";
import { withAddedRoutes } from "./go/added-routes.ts";
import { withControllerOperations } from "./go/controller-operations.ts";
import { withGeneratedServers } from "./go/generated-servers.ts";
import { withImplementations } from "./go/implemented-methods.ts";
import { withPathGroups } from "./go/path-groups.ts";
import { withoutUncalled } from "./go/uncalled-registrars.ts";
import { throughQueues } from "./guards/queued-guards.ts";
import { withServiceGuards } from "./guards/service-guards.ts";
import { withIncluded } from "./included-routes.ts";
import { withInheritedRoutes } from "./inherited-routes.ts";
import { withComposed } from "./javascript/composed-decorators.ts";
import { withControlledOperations } from "./javascript/controlled-operations.ts";
import { withCopies } from "./javascript/copied-routers.ts";
import { withDispatched } from "./javascript/dispatched.ts";
import { withEarlierHandlers } from "./javascript/earlier-handlers.ts";
import { withLoaded } from "./javascript/egg.ts";
import { behindTheirPaths, withMiddleware } from "./javascript/express-middleware.ts";
import { withFolderMounts } from "./javascript/folder-mounts.ts";
import { withHandedWhole } from "./javascript/handed-whole.ts";
import { withStrategies } from "./javascript/hapi.ts";
import { withHapiPlugins } from "./javascript/hapi-plugins.ts";
import { withHeldRouters } from "./javascript/held-routers.ts";
import { withLoadedRouters } from "./javascript/loaded-routers.ts";
import { withoutUnknownModules } from "./javascript/nest-modules.ts";
import { withOpenApiProcedures } from "./javascript/openapi-procedures.ts";
import { withPathVariables } from "./javascript/path-variables.ts";
import { withProcedureBases } from "./javascript/procedure-bases.ts";
import { withRouteModules } from "./javascript/route-modules.ts";
import { withSoleServers } from "./javascript/sole-servers.ts";
import { withDeployedServlets } from "./jvm/deployed-servlets.ts";
import { withFittingPrefixes } from "./jvm/fitting-classes.ts";
import { withHelpedFilters } from "./jvm/helped-filters.ts";
import { withModules } from "./jvm/ktor-modules.ts";
import { withRegisteredFilters } from "./jvm/registered-filters.ts";
import { withServletPrefixes } from "./jvm/servlet-prefixes.ts";
import { withSigningFeatures } from "./jvm/signing-features.ts";
import { withoutAbsent } from "./loose-shapes.ts";
import { withOwnRouters, withoutTwice } from "./own-routers.ts";
import { decidesByPath } from "./owner-words.ts";
import { withAutoRoutes } from "./php/auto-routes.ts";
import { withFallbacks } from "./php/cake-fallbacks.ts";
import { withCalledRoutes } from "./php/called-routes.ts";
import { withNamedControllers } from "./php/codeigniter-controllers.ts";
import { withRouteFiles } from "./php/codeigniter-routes.ts";
import { withGroupParameters } from "./php/group-parameters.ts";
import { withLaminasControllers } from "./php/laminas.ts";
import { withNamedFiles } from "./php/laravel-files.ts";
import { withSettingPaths } from "./php/laravel-paths.ts";
import { withResources } from "./php/laravel-resources.ts";
import { withNamespaceMounts } from "./php/namespace-mounts.ts";
import { withNextcloudApps } from "./php/nextcloud.ts";
import { withPhalconActions } from "./php/phalcon.ts";
import { withGivenApplications, withOpenGroups } from "./php/slim-applications.ts";
import { withImports } from "./php/symfony-imports.ts";
import { withListeners } from "./php/symfony-listeners.ts";
import { withHooks } from "./php/wordpress.ts";
import { withoutUnserved } from "./python/django-served.ts";
import { withImportedLists } from "./python/imported-lists.ts";
import { withLoopMounts } from "./python/loop-mounts.ts";
import { withLoopedRoutes } from "./python/looped-routes.ts";
import { withLooseLists } from "./python/loose-lists.ts";
import { withMadeClasses } from "./python/made-classes.ts";
import { withMarked } from "./python/marked-functions.ts";
import { withNamedRoutes } from "./python/named-routes.ts";
import { withNestedRouters } from "./python/nested-routers.ts";
import { withObjectTrees } from "./python/object-trees.ts";
import { atTheirPlaces } from "./python/settings-places.ts";
import { described, type Registration } from "./registration.ts";
import { throughWrappers } from "./route-wrappers.ts";
import { withIncludedModules } from "./ruby/grape-modules.ts";
import { withEngines } from "./ruby/mounted-engines.ts";
import { withPlainActions } from "./ruby/rails-actions.ts";
import { withResourceModules } from "./ruby/resource-modules.ts";
import { withScopedOptions } from "./ruby/scoped-options.ts";
import { withSinatraClasses } from "./ruby/sinatra-classes.ts";
import { withExtensions } from "./ruby/sinatra-extensions.ts";
import { withUnlistedActions } from "./ruby/unlisted-actions.ts";
import { withoutTwins } from "./rust/conditional-twins.ts";
import { handled, withGivenHandlers } from "./rust/given-handlers.ts";
import { withoutOwnTraits } from "./rust/own-traits.ts";
import { withTraitMethods } from "./rust/trait-methods.ts";
import { asOneThing } from "./same-things.ts";
import { TestHelpers } from "./test-helpers.ts";

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
    untested(
      `kind not in ('handed', 'reader', 'setting', 'named') and ifnull(name, '') not in ('${decidesByPath}', '${inBody}')`,
    ),
    db,
  );
  const { all, own } = withOwnRouters(withNamedRoutes(withGeneratedServers(included)), db);
  /** Each says more of what is registered where, by what those before it made of it. */
  const steps: readonly Step[] = [
    withoutTwins,
    (read) => withoutAbsent(read, db),
    (read) => withImportedLists(read, db),
    (read) => withLoopedRoutes(read, db),
    withResourceModules,
    withScopedOptions,
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
    (read) => withRouteFiles(read, db),
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
    (read) => withPathVariables(read, db),
    behindTheirPaths,
    withGroupParameters,
    asOneThing,
    withCopies,
    (read) => withGivenApplications(read, db),
    withOpenGroups,
    (led) => withSinatraClasses(led, db),
    withExtensions,
    (read) => withHandedWhole(read, () => untested("kind = 'handed' and name = 'whole'")),
    (read) => withOwnRequirements(read, db),
    (read) => withOwnMethods(read, db),
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
    withNamespaceMounts,
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
    (together) => withoutUncalled(together, db),
    (together) => withProcedureBases(db, withoutUnknownModules(together)),
    withOpenApiProcedures,
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
    (written) => withUnlistedActions(written, db),
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
