/**
 * Modules of an application that its settings name, `shop.RoutesKt.routes`: functions beside each other, of which one installs
 * what the routes of another ask.
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const named = /^module (?:([\w$.]+)\.)?([\w$]+)\.([\w$]+)$/;

/** All registrations, those of settings as mounts of the functions which they name. */
export function withModules(registrations: readonly Registration[]): readonly Registration[] {
  const isModule = ({ kind, name }: Registration) => kind === "mount" && named.test(name ?? "");
  if (!registrations.some(isModule)) return registrations;
  const functions = new Set(registrations.flatMap(({ owner, symbol }) => [owner ?? "", symbol]));
  return registrations.flatMap((one) => {
    if (!isModule(one)) return [one];
    const mounted = functionOf(one, functions);
    return mounted === undefined ? [] : [{ ...one, framework: null, name: null, mounted }];
  });
}

/** The function that a module's name means: the one of its package that lies nearest to the settings. */
function functionOf(one: Registration, functions: ReadonlySet<string>): string | undefined {
  const [, packages = "", type = "", method = ""] = named.exec(one.name ?? "") ?? [];
  const file = type.endsWith("Kt") ? [`${type.slice(0, -2)}.kt#${method}`] : [`${type}.kt#${type}.${method}`];
  const fitting = [...functions].filter((it) => file.some((end) => it === end || it.endsWith(`/${end}`)));
  const folder = (it: string) => it.slice(0, it.lastIndexOf("/") + 1);
  const shared = (it: string) => {
    const parts = packages.split(".").reverse();
    const own = folder(it).split("/").slice(0, -1).reverse();
    const at = parts.findIndex((part, place) => part !== own[place]);
    return at < 0 ? parts.length : at;
  };
  const module = one.path.replace(/(?:src\/\w+\/)?resources\/[^/]*$/, "");
  const rank = (it: string) => (it.startsWith(module) ? 100 : 0) + shared(it);
  const [first, second] = fitting.sort((a, b) => rank(b) - rank(a));
  return first !== undefined && (second === undefined || rank(first) > rank(second)) ? first : undefined;
}
