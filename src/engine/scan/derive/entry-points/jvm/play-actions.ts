/**
 * Routes of Play whose actions the repository's classes have, or the framework's own: of others nothing is known, nor who is
 * asked before them.
 */
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "Play";
/** What the framework itself answers with, before which nobody is asked. */
const ofFramework = /^controllers\/(?:Assets|ExternalAssets|Default)#/;
const nowhere = { route: "", handler: null, handler_name: null };

export function withPlayActions(registrations: readonly Registration[], handlers: Handlers): readonly Registration[] {
  return registrations.filter((one) => {
    if (one.framework !== framework || one.kind !== "endpoint") return true;
    return ofFramework.test(one.handler_name ?? "") || handlers.of(one, nowhere).handler !== null;
  });
}
