/**
 * Where a list of settings has what is put into it by its place: `MIDDLEWARE.insert(1, "shop.middleware.Tenant")`. What a file
 * of settings puts into the list of another has its place in the longest list of its folder.
 */
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of guards that say at which place they are, as their handler's name. */
const placed = "application at";
const application = "application";

const isOf = (one: Registration, other: Registration): boolean =>
  other.kind === "guard" && other.name === application && other.framework === one.framework && other.owner === null;
const folderOf = ({ path }: Registration): string => path.slice(0, path.lastIndexOf("/") + 1);
const guardsIn = ({ guards }: Registration): readonly Guard[] => JSON.parse(guards ?? "[]");
const count = (all: readonly Registration[]): number => all.reduce((sum, one) => sum + guardsIn(one).length, 0);

/** All registrations, those that say at which place they are there. */
export function atTheirPlaces(registrations: readonly Registration[]): readonly Registration[] {
  const isPlaced = ({ kind, name }: Registration) => kind === "guard" && name === placed;
  if (!registrations.some(isPlaced)) return registrations;
  const told: Registration[] = [];
  for (const one of registrations) {
    if (isPlaced(one)) put(one, told, registrations);
    else told.push(one);
  }
  return told;
}

function put(one: Registration, told: Registration[], all: readonly Registration[]): void {
  const plain = { ...one, name: application, handler: null, handler_name: null };
  const list = listOf(one, told);
  const at = Number(one.handler_name);
  let left = at < 0 ? Math.max(0, count(list) + at) : at;
  // A file that is read later has the list that this one is put into.
  if (list.length === 0 || !Number.isInteger(at)) {
    const later = listOf(one, all)[0];
    told.push(later && left === 0 ? { ...plain, path: later.path } : plain);
    return;
  }
  for (const held of list) {
    const guards = guardsIn(held);
    if (left < guards.length) {
      const [before, behind] = [guards.slice(0, left), guards.slice(left)];
      const part = (some: readonly Guard[]) => (some.length > 0 ? [{ ...held, guards: JSON.stringify(some) }] : []);
      told.splice(told.indexOf(held), 1, ...part(before), plain, ...part(behind));
      return;
    }
    left -= guards.length;
  }
  const last = list.at(-1);
  told.splice(last ? told.indexOf(last) + 1 : told.length, 0, plain);
}

/** The list that something is put into: what its file said of it so far, or the longest of another file of its folder. */
function listOf(one: Registration, told: readonly Registration[]): readonly Registration[] {
  const own = told.filter((other) => isOf(one, other) && other.path === one.path);
  if (own.length > 0) return own;
  const others = told.filter((other) => isOf(one, other) && folderOf(other) === folderOf(one));
  const files = [...Map.groupBy(others, ({ path }) => path).values()];
  return files.sort((a, b) => count(b) - count(a))[0] ?? [];
}
