/**
 * Phalcon's routes, which name controllers and actions in short, `Products::create`, and may leave the controller to the group
 * that they are in. https://docs.phalcon.io/latest/routing/
 */
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const framework = "Phalcon";
/** The name of mounts of groups by the classes that they are made of. */
const made = "made";
/** `Products::create`, `products#create`, `App\Products::create` */
const pair = /^([\w\\]+)(?:::|#)(\w+)$/;
const place = /^\d+$/;

export function withPhalconActions(all: readonly Registration[]): readonly Registration[] {
  if (!all.some((one) => one.framework === framework)) return all;
  const grouped = new Map(
    all.flatMap(({ framework: of, kind, owner, handler, handler_name: name }) =>
      of === framework && kind === "prefix" && handler === null && owner !== null && name
        ? [[owner, name] as const]
        : [],
    ),
  );
  return all.flatMap((one) => {
    if (one.framework !== framework) return [one];
    if (one.kind === "mount" && one.name === made)
      return one.handler === null
        ? []
        : [
            {
              ...one,
              name: null,
              handler: null,
              handler_name: null,
              mounted: one.handler.replace(/\.__construct$/, ""),
            },
          ];
    const isNamed = one.kind === "endpoint" && one.handler === null && one.handler_name !== "(inline)";
    return [isNamed ? { ...one, handler_name: actionOf(one, grouped.get(one.owner ?? "")) } : one];
  });
}

/** Controller and method of an action. Null: the request says which. */
function actionOf({ handler_name: written }: Registration, controller: string | undefined): string | null {
  const [, type, action] = pair.exec(written ?? "") ?? [];
  if (type !== undefined && action !== undefined)
    return place.test(type) || place.test(action) ? null : `${type}@${action}Action`;
  const isAction = controller !== undefined && /^[A-Za-z]\w*$/.test(written ?? "");
  return isAction ? `${controller}@${written}Action` : written;
}
