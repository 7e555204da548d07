/**
 * What a block of Rails' routes says of all that is drawn in it, and a resource of itself: that a format is part of the path,
 * `scope format: true`, and what the forms' actions are called in paths, `scope path_names: { new: "neu" }`.
 * https://guides.rubyonrails.org/routing.html#translated-paths
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "Rails";
/** The names of what says so: of a format by its route whether, of an action by its route what it is called. */
const [format, ofAction] = ["format in path", /^path name (new|edit)$/];

/** Blocks in each other that are gone up. */
const maxAround = 24;

export function withScopedOptions(written: readonly Registration[]): readonly Registration[] {
  const isSaying = ({ kind, name, framework: of }: Registration) =>
    of === framework && kind === "prefix" && (name === format || ofAction.test(name ?? ""));
  const saying = written.filter(isSaying);
  if (saying.length === 0) return written;
  const placeOf = ({ path, line }: Registration) => `${path}:${line}`;
  const byPlace = Map.groupBy(saying, placeOf);
  const byBlock = Map.groupBy(saying, ({ owner }) => owner);
  const mounts = new Map(
    written.flatMap((one) =>
      one.framework === framework && one.kind === "mount" && one.mounted !== null ? [[one.mounted, one.owner]] : [],
    ),
  );
  /** What the call says itself, or the innermost block around it that says something of that. */
  const saidOf = (one: Registration, name: string) => {
    let said = byPlace.get(placeOf(one))?.find((it) => it.name === name);
    let owner: string | null = one.owner;
    for (let depth = 0; said === undefined && owner !== null && depth < maxAround; depth++) {
      said = byBlock.get(owner)?.find((it) => it.name === name);
      owner = mounts.get(owner) ?? null;
    }
    return said?.route;
  };
  return written.flatMap((one) => {
    if (isSaying(one)) return [];
    if (one.framework !== framework || one.kind !== "endpoint") return [one];
    const action = isOfResource(one) ? /\/(new|edit)$/.exec(one.route ?? "")?.[1] : undefined;
    const called = action === undefined ? undefined : saidOf(one, `path name ${action}`);
    const route = called && action ? `${one.route?.slice(0, -action.length)}${called}` : one.route;
    if (saidOf(one, format) !== "true") return [{ ...one, route }];
    // What handles it is called as its path ends.
    const named = /(?:^|\/)(\w+)$/.exec(route ?? "")?.[1] ?? null;
    return [{ ...one, route: `${route ?? ""}.:format`, handler_name: one.handler_name ?? named }];
  });
}

/** Whether it is an action that a resource has anyhow: its path ends as its handler is called. */
const isOfResource = ({ handler_name, route }: Registration): boolean =>
  handler_name?.split("#")[1] !== undefined && route?.split("/").at(-1) === handler_name.split("#")[1];
