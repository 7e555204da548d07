/**
 * Rails' resources whose controllers, and those of what is drawn in them, are said to be in a module:
 * `resources :deletions, module: :tag`. https://guides.rubyonrails.org/routing.html#controller-namespaces-and-routing
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The name of what says so of the call on its line. */
const saying = "module of resources";

export function withResourceModules(written: readonly Registration[]): readonly Registration[] {
  const isSaying = ({ kind, name }: Registration) => kind === "prefix" && name === saying;
  const placeOf = ({ path, line }: Registration) => `${path}:${line}`;
  const modules = new Map(written.filter(isSaying).map((one) => [placeOf(one), one.route]));
  if (modules.size === 0) return written;
  return written.flatMap((one) => {
    if (isSaying(one)) return [];
    const module = one.framework === "Rails" ? modules.get(placeOf(one)) : undefined;
    if (!module) return [one];
    if (one.kind === "mount") return [{ ...one, name: `${module}#${one.name ?? "module"}` }];
    const isNamed = one.kind === "endpoint" && one.handler === null && one.handler_name?.includes("#");
    return [isNamed ? { ...one, handler_name: `${module}/${one.handler_name}` } : one];
  });
}
