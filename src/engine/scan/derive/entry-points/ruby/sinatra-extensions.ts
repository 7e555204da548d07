/**
 * Sinatra's extensions: a module that an application registers has a method that is given the application.
 * https://sinatrarb.com/extensions.html
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

export const sinatra = "Sinatra";
/** The name of mounts of modules. */
const extension = "extension";

/** What an extension's method is given, by the call that registers the extension. */
export const extensionOf = (one: Registration): string | undefined =>
  one.kind === "mount" && one.name === extension && one.mounted !== null ? `${one.mounted}.registered(0)` : undefined;

export const withExtensions = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.map((one) => {
    const given = extensionOf(one);
    return given === undefined ? one : { ...one, name: null, mounted: given };
  });
