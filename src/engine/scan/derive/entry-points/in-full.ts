/** Registrations with what a framework adds to them by rules of its own: methods, parameters, branches and slices. */

import { withDeclaredMethods } from "./declared-methods.ts";
import { withAreas } from "./dotnet/areas.ts";
import { withActions } from "./dotnet/conventional-actions.ts";
import { withEntitySets } from "./dotnet/odata-conventions.ts";
import { withPages } from "./dotnet/razor-pages.ts";
import { withGivenMembers } from "./given-members.ts";
import type { Handlers } from "./handlers.ts";
import { withElysiaHooks } from "./javascript/elysia-hooks.ts";
import { withPlaceholders } from "./jvm/placeholders.ts";
import { withPlayActions } from "./jvm/play-actions.ts";
import { withSettings } from "./php/laravel-settings.ts";
import { withParameters } from "./php/path-parameters.ts";
import { withPlainPaths } from "./php/php-routes.ts";
import type { Registration } from "./registration.ts";
import { withDevise } from "./ruby/devise.ts";
import { withSlices } from "./ruby/hanami.ts";
import { withNamedBranches } from "./ruby/named-branches.ts";

export function inFull(written: readonly Registration[], handlers: Handlers): readonly Registration[] {
  const plain = withPlainPaths(
    withSettings(withPages(withDeclaredMethods(withParameters(withPlaceholders(withGivenMembers(written))), handlers))),
  );
  const named = withNamedBranches(withDevise(withSlices(plain), handlers.heirs), handlers);
  return withPlayActions(
    withActions(withAreas(withEntitySets(withElysiaHooks(named, handlers), handlers), handlers), handlers),
    handlers,
  );
}
