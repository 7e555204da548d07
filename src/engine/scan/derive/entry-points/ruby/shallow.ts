/**
 * Resources in resources whose members go without the path of what they are in: Rails' `shallow`. What is of all of them
 * stays behind that: `/posts/:post_id/comments` and `/comments/:id`.
 * https://guides.rubyonrails.org/routing.html#shallow-nesting
 */
import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of what a resource registers, and of what says that resources in it, or it itself, are shallow. */
const [resource, shallow] = ["resource", "shallow"];
/** The name of a mount that says in which modules controllers are which are only named behind it: `Api::V1#module`. */
const ofModule = /#(?:unsure )?module$/;
/** The same of resources: `tag#resource`. */
const inModule = /^(.+)#(resource|shallow)$/;
/** The path of a block that is about all things of a resource. */
const ofAll = /^\.\.(?:\/|$)/;

export interface Nesting {
  readonly route: string;
  /** Resources from here on are shallow. */
  readonly isShallow?: boolean | undefined;
  /** The path in front of the innermost resource. */
  readonly above?: string | undefined;
  /** The path of the innermost resource, with what it is in. */
  readonly full?: string | undefined;
  /** The modules in which controllers stand that are only named. */
  readonly module?: string | undefined;
}

/** What stands before the paths of what is mounted. */
export function mountedBehind(way: Nesting, { name, route }: Pick<Registration, "name" | "route">): Nesting {
  const own = route ?? "";
  const [, module = "", plain] = inModule.exec(name ?? "") ?? [];
  if (plain !== undefined)
    return mountedBehind({ ...way, module: `${way.module ?? ""}/${module}` }, { name: plain, route });
  if (name !== resource && name !== shallow) {
    const isIn = name !== null && ofModule.test(name);
    const module = isIn ? `${way.module ?? ""}/${name.replace(ofModule, "")}` : way.module;
    return { ...way, module, route: join(ofAll.test(own) ? (way.full ?? way.route) : way.route, own) };
  }
  const isShallow = way.isShallow === true || name === shallow;
  // A block that only says so.
  if (own === "") return { ...way, isShallow };
  const above = isShallow ? (way.above ?? way.route) : way.route;
  return { route: join(above, own), isShallow, above, full: join(way.route, own), module: way.module };
}

/** What stands before the path of an endpoint. */
export function beforeEndpoint(way: Nesting, { name, route }: Pick<Registration, "name" | "route">): string {
  const own = route ?? "";
  if (ofAll.test(own)) return way.full ?? way.route;
  const isOfOne = (name === resource || name === shallow) && /\/:[^/]+(?:\/edit)?$/.test(own);
  return isOfOne && (way.isShallow === true || name === shallow) ? (way.above ?? way.route) : way.route;
}

/** Whether more may stand before a path than a mount says. */
export const isUnsure = ({ name }: Pick<Registration, "name">): boolean => /^(?:.*#)?unsure\b/.test(name ?? "");
