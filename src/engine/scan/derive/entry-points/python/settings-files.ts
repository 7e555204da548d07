/**
 * Settings that several files say, of which running code reads one: what a file beside another adds to that file's list holds
 * only where it is read.
 */
import { listed, unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** A file that says so much less than another of its folder adds to that. */
const less = 2;

/** A file, by what it says of which framework. */
const keyOf = ({ framework, path }: Registration): string => `${framework} ${path}`;
const folderOf = (key: string): string => key.slice(0, key.lastIndexOf("/") + 1);

const isOfSettings = ({ framework, name, owner, route, path }: Registration): boolean =>
  /^Django\b/.test(framework ?? "") &&
  name === "application" &&
  owner === null &&
  route === null &&
  path.endsWith(".py");

/** Guards of applications, those marked that a file of settings adds to another's. */
export function withAdditions(guards: readonly Registration[]): readonly Registration[] {
  const said = new Map<string, number>();
  for (const one of guards)
    if (isOfSettings(one)) said.set(keyOf(one), (said.get(keyOf(one)) ?? 0) + listed(one).length);
  if (said.size < 2) return guards;
  const isAddition = (one: Registration): boolean => {
    const own = isOfSettings(one) ? said.get(keyOf(one)) : undefined;
    if (own === undefined) return false;
    const isMore = (other: string, count: number) => other !== keyOf(one) && count >= own * less;
    return [...said].some(([other, count]) => folderOf(other) === folderOf(keyOf(one)) && isMore(other, count));
  };
  return guards.map((one) => (isAddition(one) ? { ...one, guards: JSON.stringify(listed(one).map(unsure)) } : one));
}
