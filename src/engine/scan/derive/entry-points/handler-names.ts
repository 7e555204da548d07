/** How handlers are named where a registration does not say it whole. */

export interface Handled {
  readonly handler: string | null;
  readonly handler_name: string | null;
  /** What the handler would be called in the class that answers, where it stands elsewhere or nowhere. */
  readonly answers?: string;
  /** Nothing answers it. */
  readonly isMissing?: boolean;
}

/** What stands before a handler that is not named whole. */
export interface Around extends Handled {
  readonly route: string;
  readonly module?: string | undefined;
}

/** The service that a base is made for: `pb.UnimplementedOrdersServer`, `OrdersGrpc.OrdersImplBase`, `orders_server::Orders`. */
export const serviceOf = (base: string): string =>
  (
    base
      .replace(/<.*$/, "")
      .split(/[.:\\]+/)
      .at(-1) ?? ""
  )
    .replace(/^(?:Unimplemented|Unsafe)(.*?)(?:Server|Handler|Service)$/, "$1")
    .replace(/(?:Coroutine)?ImplBase$|Servicer$|(?<=\w)Base$/, "");

/** A type by its folder and name: Go's methods may stand in another file of it. */
export const typeOf = (id: string): string => {
  const [path = "", name = ""] = id.split("#");
  return `${path.slice(0, path.lastIndexOf("/") + 1)}#${name}`;
};

/** Controller and action of a handler; what the registration leaves out stands around it, or in its path. */
export function wholeName(
  {
    handler_name: written,
    route,
    framework,
  }: { handler_name: string | null; route: string | null; framework: string | null },
  way: Around,
): { controller: string; action: string; name: string } | null {
  const pair = /^([\w/\\:]+)[#@](\w+)$/.exec(written ?? "");
  if (pair) return { controller: pair[1] ?? "", action: pair[2] ?? "", name: written ?? "" };
  if (way.handler !== null && written !== null && /^\w+$/.test(written)) {
    const name = `${way.handler_name}.${written}`;
    return { controller: way.handler_name ?? "", action: written, name };
  }
  if (framework !== "Rails" || (written !== null && !/^\w+$/.test(written)) || written === "redirect") return null;
  // Of a namespace's path that nothing else names, its last two parts are controller and action.
  const parts = `${way.route}/${route ?? ""}`.split("/").filter((part) => /^[\w-]+$/.test(part));
  const action = written ?? parts.at(-1)?.replaceAll("-", "_");
  const controller = way.handler_name ?? parts.at(-2)?.replaceAll("-", "_");
  return action && controller ? { controller, action, name: `${controller}#${action}` } : null;
}

/** What handles by the first of them that tells. */
export function handledBy(all: readonly Handled[]): Handled {
  const found = all.find(({ handler_name }) => handler_name !== null);
  return { handler: found?.handler ?? null, handler_name: found?.handler_name ?? null };
}

const unexportedInGo = /\.go#.*\.[a-z_]\w*$/;

/** Whether no other package calls a method, so that it serves no service. */
export const isUnexported = (symbol: string): boolean => unexportedInGo.test(symbol);
