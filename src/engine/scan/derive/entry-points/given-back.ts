/**
 * Groups that functions make and give back with a path of their own, `new Hono().basePath("/api")`: what a call gives has
 * that path before what is registered on it.
 */
import { push } from "./guards/registered-guards.ts";
import type { Registration } from "./registration.ts";

export class GivenBack {
  /** By what a call's result is held by, the functions that are called. */
  readonly #calls = new Map<string, string[]>();
  /** By a function's result, what it gives back. */
  readonly #given = new Map<string, string[]>();
  /** Functions whose results are mounted where they are called. */
  readonly #mounted = new Set<string>();
  /** What has a path under its own name. */
  readonly #groups = new Set<string>();

  constructor(registrations: readonly Registration[]) {
    for (const { kind, framework, owner, mounted } of registrations) {
      if (kind !== "mount" || owner === null || mounted === null) continue;
      if (framework !== null && owner === mounted) this.#groups.add(owner);
      if (framework !== null && mounted.endsWith("()")) this.#mounted.add(mounted);
      if (framework !== null) continue;
      if (owner.endsWith("()")) push(this.#given, owner, mounted);
      else if (mounted.endsWith("()")) push(this.#calls, owner, mounted);
    }
  }

  /** The groups that an owner is: of a function that gives back one of several, none is known. */
  of(owner: string): readonly string[] {
    if (this.#groups.size === 0) return [];
    const given = (this.#calls.get(owner) ?? []).flatMap((one) => this.#given.get(one) ?? []);
    return new Set(given).size === 1 ? given.slice(0, 1).filter((one) => this.#groups.has(one)) : [];
  }

  /** Whether the path of what a function gives back stands before all that holds what its calls give. */
  isTold = ({ framework, owner, mounted }: Registration): boolean =>
    framework === null &&
    owner?.endsWith("()") === true &&
    !this.#mounted.has(owner) &&
    this.#groups.has(mounted ?? "");
}
