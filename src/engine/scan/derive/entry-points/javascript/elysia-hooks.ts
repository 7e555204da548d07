/**
 * Elysia's hooks. Of what only puts something beside requests (`derive`, `resolve`), those ask that refuse. A hook asks
 * before what stands behind it on its instance; behind where a plugin is used, those of it ask as well that it lends
 * (`as: "scoped"`, `as: "global"`), and all of a plugin that is a function: what it is given is what uses it.
 * https://elysiajs.com/essential/plugin#scope
 */
import { lent } from "#engine/scan/derive/entry-points/guards/guard-order";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "Elysia";
/** Words of the names of hooks; the last of what lends all that stands above it. */
const [derives, scoped, everywhere, all] = ["derives", "scoped", "global", "lending"];
/** The name of macros that stand before the part that a call is given with them. */
const ofPart = "part";
/** Plugins that use each other. */
const mostHops = 4;

interface Refusing {
  /** Whether code of the repository refuses, of what is written in place by its lines. */
  readonly refusesAt: (symbol: string, path: string, lines: readonly [number, number] | undefined) => boolean;
}

export function withElysiaHooks(
  registrations: readonly Registration[],
  { refusesAt }: Refusing,
): readonly Registration[] {
  const isHook = (one: Registration) => one.framework === framework && one.kind === "guard";
  if (!registrations.some(isHook)) return registrations;
  const refuses = (one: Registration): boolean =>
    guardsOf(one).some(({ name, symbol }) => {
      const isInline = name === "(inline)";
      return refusesAt(symbol ?? one.symbol, one.path, isInline ? [one.line, one.end_line ?? one.line] : undefined);
    });
  const kept = registrations.filter((one) => !isHook(one) || !wordsOf(one).includes(derives) || refuses(one));
  const hooks = Map.groupBy(kept.filter(isHook), ({ owner }) => owner);
  const uses = Map.groupBy(
    kept.filter((one) => one.framework === framework && one.kind === "mount" && one.route === null),
    ({ owner }) => owner,
  );
  /** What a plugin lends to what uses it; of what it uses itself, what is lent everywhere. */
  const lentBy = (plugin: string, hops: number): readonly Registration[] => {
    const [asFunction, asInstance] = [`${plugin}(0)`, hooks.get(plugin) ?? []];
    const end = asInstance.findLast((one) => wordsOf(one).includes(all));
    const isLent = (one: Registration) =>
      wordsOf(one).some((word) => word === scoped || word === everywhere) ||
      (end !== undefined && one.line <= end.line);
    const own = [...asInstance.filter(isLent), ...(hooks.get(asFunction) ?? [])].filter((one) => one.guards !== null);
    if (hops === 0) return own;
    const usedBy = (owner: string) => (uses.get(owner) ?? []).flatMap(({ mounted }) => lentBy(mounted ?? "", hops - 1));
    const used = usedBy(plugin).filter((one) => wordsOf(one).includes(everywhere) || end !== undefined);
    return [...used, ...usedBy(asFunction), ...own];
  };
  const parts = Map.groupBy(
    kept.filter((one) => isHook(one) && one.name === ofPart),
    ({ path, line }) => `${path}:${line}`,
  );
  return kept.flatMap((one) => {
    if (isHook(one)) return one.name === ofPart || wordsOf(one).includes(all) ? [] : [plain(one)];
    const inner = one.kind === "mount" && one.route !== null ? parts.get(`${one.path}:${one.line}`) : undefined;
    if (inner) return [{ ...one, guards: JSON.stringify([...inner.flatMap(guardsOf), ...guardsOf(one)]) }];
    const isUse = one.framework === framework && one.kind === "mount" && one.route === null && one.mounted !== null;
    if (!isUse) return [one];
    const plugin = one.mounted ?? "";
    const guards = lentBy(plugin, mostHops).flatMap((hook) =>
      guardsOf(hook).map((guard) => named(guard, hook, plugin)),
    );
    const once = [...new Map(guards.map((guard) => [guard.name, guard])).values()];
    if (once.length === 0) return [one];
    return [one, { ...one, kind: "guard", name: lent, mounted: null, handler: null, guards: JSON.stringify(once) }];
  });
}

/** A hook where it asks for others: what has no name goes by the plugin's. */
function named(guard: Guard, { symbol, path, line }: Registration, plugin: string): Guard {
  if (guard.name !== "(inline)") return guard;
  const own = plugin.slice(plugin.indexOf("#") + 1).replace(/^export:.*$/, "(inline)");
  const isNamed = /^[\w$]+$/.test(own);
  const place = `${path}:${line}`;
  return isNamed ? { name: own, symbol: plugin, place } : { name: fileNamed(path), symbol, place };
}

/** What a file without a name for it gives out goes by the file's. */
const fileNamed = (path: string): string => path.replace(/^.*\//, "").replace(/\.\w+$/, "");
const wordsOf = ({ name }: Registration): readonly string[] => name?.split(" ") ?? [];
const guardsOf = ({ guards }: Registration): Guard[] => (guards === null ? [] : (JSON.parse(guards) as Guard[]));
/** A hook under the name that all guards have that ask before what stands behind them. */
const plain = (one: Registration): Registration =>
  wordsOf(one).some((word) => word === derives || word === scoped || word === everywhere)
    ? { ...one, name: null }
    : one;
