/**
 * Sinatra's extensions: a module that an application registers has a method that is given the application.
 * https://sinatrarb.com/extensions.html
 */
import type { Registration } from "./registration.ts";

/** The name of mounts of modules. */
const extension = "extension";

export const withExtensions = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.map((one) =>
    one.kind === "mount" && one.name === extension && one.mounted !== null
      ? { ...one, name: null, mounted: `${one.mounted}.registered(0)` }
      : one,
  );
