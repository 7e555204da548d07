/**
 * Functions that are given an application and say nothing of its type: of which framework it is, and what they mount on
 * it that they are given as well.
 */
import type { Registration } from "./registration.ts";

/** The name of what counts where it is mounted. */
const mounted = "mounted";
/** What a function is given. */
const parameter = /^(.*)\(\d+\)$/;

/** Of what several frameworks' rules tell of one place that is given an application, what those tell that it is of. */
export function ofTheirFramework(registrations: readonly Registration[]): readonly Registration[] {
  const keyOf = (one: Registration) => JSON.stringify([one.path, one.line, one.owner, one.method, one.route]);
  const isOpen = ({ kind, name }: Registration) => kind === "endpoint" && name === mounted;
  const frameworks = new Map<string, Set<string | null>>();
  for (const one of registrations.filter(isOpen))
    frameworks.set(keyOf(one), (frameworks.get(keyOf(one)) ?? new Set()).add(one.framework));
  if ([...frameworks.values()].every(({ size }) => size < 2)) return registrations;
  const above = new Map<string | null, Set<string>>();
  // What is registered on a parameter by the name that only one framework has for it says less than what is known of roots.
  const said = new Map<string, Set<string | null>>();
  const likely = new Map<string, Set<string | null>>();
  for (const one of registrations) {
    if (one.owner === null) continue;
    if (one.kind === "mount") above.set(one.mounted, (above.get(one.mounted) ?? new Set()).add(one.owner));
    if (one.framework === null || isOpen(one)) continue;
    const of = parameter.test(one.owner) ? likely : said;
    of.set(one.owner, (of.get(one.owner) ?? new Set()).add(one.framework));
  }
  const making = new Set([...said.values()].flatMap((of) => [...of]));
  const isOfAnother = (one: Registration) => {
    if (one.owner === null || !isOpen(one) || (frameworks.get(keyOf(one))?.size ?? 0) < 2) return false;
    const owners = new Set([one.owner]);
    const [known, guessed] = [new Set<string | null>(), new Set<string | null>()];
    for (const owner of owners) {
      for (const framework of said.get(owner) ?? []) known.add(framework);
      for (const framework of likely.get(owner) ?? []) guessed.add(framework);
      // A function that is mounted is given what it is mounted on first.
      for (const mounted of [owner, owner.replace(/\(0\)$/, "")])
        for (const outer of above.get(mounted) ?? []) owners.add(outer);
    }
    // Where nothing leads to a root, it is of a framework that the repository makes applications with.
    const telling = known.size > 0 ? known : guessed.size > 0 ? guessed : making;
    // Where none is known it is told once.
    if (telling.size === 0) return [...(frameworks.get(keyOf(one)) ?? [])].sort()[0] !== one.framework;
    return !telling.has(one.framework);
  };
  return registrations.filter((one) => !isOfAnother(one));
}

/** The router of an application that a function is given. */
const ownRouter = /^(.*\(\d+\))\.router$/;

/** What is registered on the router of an application that a function is given, as on the application. */
export const onTheirRouters = (registrations: readonly Registration[]): readonly Registration[] =>
  registrations.map((one) => {
    const application = one.framework === "aiohttp" ? ownRouter.exec(one.owner ?? "")?.[1] : undefined;
    return application === undefined ? one : { ...one, owner: application };
  });

/**
 * What a function mounts that it is given, `def add(app, router): app.include_router(router)`, by each of its calls on what
 * that gives it.
 */
export function ofTheirCalls(registrations: readonly Registration[]): readonly Registration[] {
  const given = new Map<string, Registration[]>();
  for (const one of registrations)
    if (one.kind === "mount" && one.framework === null && one.mounted !== null && parameter.test(one.mounted))
      given.set(one.mounted, [...(given.get(one.mounted) ?? []), one]);
  if (given.size === 0) return registrations;
  const functionOf = (owner: string | null) => parameter.exec(owner ?? "")?.[1];
  return registrations.flatMap((one) => {
    if (one.kind !== "mount" || one.framework === null || one.mounted === null) return [one];
    const calls = given.get(one.mounted) ?? [];
    // On what the function makes itself, or finds, it is mounted whoever calls it.
    if (calls.length > 0 && one.owner !== null && functionOf(one.owner) === undefined)
      return [one, ...calls.map(({ owner }) => ({ ...one, mounted: owner }))];
    if (calls.length === 0 || functionOf(one.owner) !== functionOf(one.mounted)) return [one];
    const owners = given.get(one.owner ?? "") ?? [];
    const told = calls.flatMap(({ path, line, owner }) => {
      const on = owners.find((call) => call.path === path && call.line === line);
      const made = { path: one.path, line: one.line };
      return on ? [{ ...one, owner: on.owner, mounted: owner, path, line, made }] : [];
    });
    return [one, ...told];
  });
}
