/**
 * Guards that an application asks before all paths that fit a pattern, wherever their endpoints are registered: `*`,
 * `/manager`, `/manager/*`, `/users/:id`.
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

  /** Those before a whole path, in the order in which they are registered. */
  before(framework: string | null, route: string): Guard[] {
    const asking = this.#guards.filter((one) => one.framework === framework && fits(one.route ?? "", route));
    return asking.flatMap((one) => listed(one));
  }
}

function fits(pattern: string, route: string): boolean {
  if (pattern === "*" || pattern === "/*") return true;
  const [wanted, names] = [pattern, route].map((path) => path.split("/").filter((part) => part !== ""));
  if (!wanted || !names) return false;
  const open = wanted.indexOf("*");
  if (open < 0 ? wanted.length !== names.length : names.length < open) return false;
  return wanted.every((part, at) => (open >= 0 && at >= open) || part.startsWith(":") || part === names[at]);
}
