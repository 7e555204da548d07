/** Files that are no sources and say what stands before paths that sources have, and who is asked there. */
import type { FactRow } from "#contract/unit";
import { isApplicationSettings, readApplicationSettings } from "./application-settings.ts";
import { isBlazorPage, readBlazorPage } from "./blazor-pages.ts";
import { isCodeIgniterRegistrar, readCodeIgniterRegistrar } from "./codeigniter-registrars.ts";
import { isCodeIgniterRoutes, readCodeIgniterRoutes } from "./codeigniter-routes.ts";
import { isDrupalRoutes, readDrupalRoutes } from "./drupal-routes.ts";
import { isFunctionsHost, readFunctionsHost } from "./functions-host.ts";
import { isKtorSettings, readKtorModules } from "./ktor-modules.ts";
import { readLaminasConfig } from "./laminas-configs.ts";
import { isLaravelConfig, readLaravelConfig } from "./laravel-configs.ts";
import { isMauticConfig, readMauticRoutes } from "./mautic-routes.ts";
import { isMezzioConfig, readMezzioConfig } from "./mezzio-configs.ts";
import { isNextcloudRoutes, readNextcloudRoutes } from "./nextcloud-routes.ts";
import { isOpenApi, readOpenApi } from "./openapi.ts";
import { namesControllers, readControllers } from "./openapi-controllers.ts";
import { isPlayRoutes, readPlayRoutes } from "./play-routes.ts";
import {
  moduleOf,
  rowOfControlled,
  rowOfFilter,
  rowOfModule,
  rowOfOperation,
  rowOfParameter,
  rowOfPathGuard,
  rowOfPrefix,
  rowOfRoot,
  rowOfRoute,
  rowOfServlet,
} from "./prefix.ts";
import { isRazorPage, readRazorPage } from "./razor-pages.ts";
import {
  isServlets,
  readDeployedServlets,
  readServletConstraints,
  readServletFilters,
  readServlets,
} from "./servlets.ts";
import { isSymfonyParameters, readSymfonyParameters } from "./symfony-parameters.ts";
import { isSymfonyRoutes, readSymfonyRoutes } from "./symfony-routes.ts";
import { isSymfonySecurity, readSymfonySecurity } from "./symfony-security.ts";
import { isYiiConfig, readYiiConfig } from "./yii-configs.ts";
import { readYiiRules } from "./yii-rules.ts";

export const saysPrefixes = (path: string): boolean =>
  isServlets(path) ||
  isApplicationSettings(path) ||
  isKtorSettings(path) ||
  isFunctionsHost(path) ||
  isSymfonyRoutes(path) ||
  isCodeIgniterRoutes(path) ||
  isCodeIgniterRegistrar(path) ||
  isYiiConfig(path) ||
  isMezzioConfig(path) ||
  isLaravelConfig(path) ||
  isNextcloudRoutes(path) ||
  isMauticConfig(path) ||
  isDrupalRoutes(path) ||
  isSymfonySecurity(path) ||
  isOpenApi(path) ||
  isRazorPage(path) ||
  isBlazorPage(path) ||
  isPlayRoutes(path) ||
  isSymfonyParameters(path);

/** The frameworks whose endpoints a container's filters ask before. */
const ofServlets = ["Spring", "Spring WebSocket", "JAX-RS", "Servlets"];

/** Rows of `registrations`. None of a file that cannot be read. */
export function readPrefixes(path: string, text: string): FactRow[] {
  try {
    if (isServlets(path))
      return [
        ...readServlets(path, text).map((one) => rowOfPrefix(path, one)),
        ...readDeployedServlets(text).map((one) => rowOfServlet(path, one)),
        ...readServletFilters(text).flatMap((one) => ofServlets.map((framework) => rowOfFilter(path, framework, one))),
        ...readServletConstraints(text).flatMap((one) =>
          ofServlets.map((framework) => rowOfPathGuard(path, { framework, below: moduleOf(path), ...one })),
        ),
      ];
    if (isApplicationSettings(path) || isKtorSettings(path)) {
      const modules = isKtorSettings(path) ? readKtorModules(path, text) : [];
      const told = modules.map((one) => rowOfModule(path, "Ktor", one));
      if (!isApplicationSettings(path)) return told;
      const { prefixes, guards, roots, routes, placeholders } = readApplicationSettings(path, text);
      return [
        ...told,
        ...prefixes.map((one) => rowOfPrefix(path, one)),
        ...guards.map((one) => rowOfPathGuard(path, one)),
        ...roots.map((framework) => rowOfRoot(path, framework)),
        ...routes,
        ...placeholders,
      ];
    }
    if (isFunctionsHost(path)) return readFunctionsHost(path, text).map((one) => rowOfPrefix(path, one));
    const ofBundle = isMauticConfig(path) ? readMauticRoutes(path, text) : [];
    if (ofBundle.length > 0) return ofBundle;
    if (isCodeIgniterRoutes(path)) return readCodeIgniterRoutes(path, text);
    if (isCodeIgniterRegistrar(path)) return readCodeIgniterRegistrar(path, text);
    if (isNextcloudRoutes(path)) return readNextcloudRoutes(path, text);
    if (isDrupalRoutes(path)) return readDrupalRoutes(path, text);
    // Several frameworks keep settings in files of these names.
    if (isYiiConfig(path) || isMezzioConfig(path) || isLaravelConfig(path))
      return [
        ...(isYiiConfig(path) ? [...readYiiConfig(path, text), ...readYiiRules(path, text)] : []),
        ...(isMezzioConfig(path) ? [...readMezzioConfig(path, text), ...readLaminasConfig(path, text)] : []),
        ...(isLaravelConfig(path) ? readLaravelConfig(path, text) : []),
      ];
    if (isRazorPage(path)) return readRazorPage(path, text);
    if (isBlazorPage(path)) return readBlazorPage(path, text);
    if (isPlayRoutes(path)) return readPlayRoutes(path, text);
    // A file of Symfony's routes may go by any name.
    if (isOpenApi(path) && !isSymfonyRoutes(path))
      return namesControllers(text)
        ? readControllers(text).map((one) => rowOfControlled(path, one))
        : readOpenApi(text).map((one) => rowOfOperation(path, one));
    const parameters = isSymfonyParameters(path) ? readSymfonyParameters(text) : [];
    const told = parameters.map((one) => rowOfParameter(path, { framework: "Symfony", ...one }));
    if (isSymfonySecurity(path))
      return [...told, ...readSymfonySecurity(path, text).map((one) => rowOfPathGuard(path, one))];
    if (!isSymfonyRoutes(path)) return told;
    const { prefixes, routes } = readSymfonyRoutes(path, text);
    return [...prefixes.map((one) => rowOfPrefix(path, one)), ...routes.map((one) => rowOfRoute(path, one))];
  } catch {
    // It is not XML or YAML, or deeper than its parser goes.
    return [];
  }
}
