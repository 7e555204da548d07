/** Registrations with what a framework adds to them by rules of its own: methods, parameters, branches and slices. */
import { withActions } from "./conventional-actions.ts";
import { withDeclaredMethods } from "./declared-methods.ts";
import { withDevise } from "./devise.ts";
import { withElysiaHooks } from "./elysia-hooks.ts";
import { withGivenMembers } from "./given-members.ts";
import { withSlices } from "./hanami.ts";
import type { Handlers } from "./handlers.ts";
import { withSettings } from "./laravel-settings.ts";
import { withNamedBranches } from "./named-branches.ts";
import { withParameters } from "./path-parameters.ts";
import { withPlainPaths } from "./php-routes.ts";
import { withPlaceholderDefaults } from "./placeholder-defaults.ts";
import { withPlayActions } from "./play-actions.ts";
import { withPages } from "./razor-pages.ts";
import type { Registration } from "./registration.ts";

export function inFull(written: readonly Registration[], handlers: Handlers): readonly Registration[] {
  const plain = withPlainPaths(
    withSettings(
      withPages(withDeclaredMethods(withParameters(withPlaceholderDefaults(withGivenMembers(written))), handlers)),
    ),
  );
  const named = withNamedBranches(withDevise(withSlices(plain)), handlers);
  return withPlayActions(withActions(withElysiaHooks(named, handlers), handlers), handlers);
}
