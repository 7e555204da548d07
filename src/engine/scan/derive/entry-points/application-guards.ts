/**
 * Guards that an application asks before all paths that fit a pattern, wherever their endpoints are registered: `*`,
 * `/manager`, `/manager/*`, `/users/:id`, `/users/me*`. Where the code of applications lies in folders of their own
 * (`apps/api/src`), of one application's endpoints.
 */
import { listed } from "./guards.ts";
import type { Guard, Registration } from "./registration.ts";

/** The name of such guards. */
const ofApplication = "application";

export class ApplicationGuards {
  readonly #guards: readonly Registration[];

  constructor(registrations: readonly Registration[]) {
    this.#guards = registrations.filter(({ kind, name }) => kind === "guard" && name === ofApplication);
  }

  /** Those before a whole path of an endpoint, in the order in which they are registered. */
  before({ framework, path }: Pick<Registration, "framework" | "path">, method: string, route: string): Guard[] {
    const isFor = (one: Registration) => one.method === null || one.method === "ALL" || one.method === method;
    const asking = this.#guards.filter(
      (one) =>
        one.framework === framework && path.startsWith(rootOf(one.path)) && isFor(one) && fits(one.route ?? "*", route),
    );
    return asking.flatMap((one) => listed(one).filter(({ name }) => !name.startsWith("/")));
  }
}

/** The folder of sources in which a file lies; the whole repository where there is none. */
const rootOf = (path: string): string => /^(?:.*?\/)?src\//.exec(path)?.[0] ?? "";

function fits(pattern: string, route: string): boolean {
  if (pattern === "*" || pattern === "/*") return true;
  const [wanted, names] = [pattern, route].map((path) => path.split("/").filter((part) => part !== ""));
  if (!wanted || !names) return false;
  const open = wanted.findIndex((part) => part.includes("*"));
  const begins = wanted[open]?.replace(/[({]?\.?\*.*$/, "") ?? "";
  if (open < 0 ? wanted.length !== names.length : names.length < open) return false;
  if (begins !== "" && !names[open]?.startsWith(begins)) return false;
  return wanted.every((part, at) => (open >= 0 && at >= open) || part.startsWith(":") || part === names[at]);
}
