/** Routes that say themselves by what their handler is called, as frameworks find it by its path. */
/**
 * A route in which `{class-Controller}` is the handler's class without its end, and `{handler}` what the handler is
 * called, by its own name where nothing else is said. `{dashed:class-Controller}` and `{dashed:action-handler/index}` are
 * the same in small letters with dashes, without what stands before the dash in the method's name, and nothing of a method that is called as what stands behind the slash;
 * `{dashed:folders}` are the module and the folders of controllers that the handler's file lies in, each with its slash.
 */
export function routeOf(route: string, handler: string | null, called: string | undefined): string {
  if (handler === null || !/\{(?:dashed:|class-|handler\})/.test(route)) return route;
  const [path = "", names = ""] = [
    handler.slice(0, handler.lastIndexOf("#")),
    handler.slice(handler.lastIndexOf("#") + 1),
  ];
  const [around = "", own = ""] = names.split(".").slice(-2);
  const without = (end: string) => (around.endsWith(end) ? around.slice(0, around.length - end.length) : around);
  const method = own.replace(/~\d+$/, "");
  return route
    .replace(/\{dashed:class-(\w*)\}/g, (_, end: string) => kebab(without(end)))
    .replace(/\/\{dashed:(\w+-)?handler(?:\/(\w+))?\}/g, (_, start = "-", usual = "") => {
      const name = kebab(method.startsWith(start.slice(0, -1)) ? method.slice(start.length - 1) : method);
      return name === usual ? "" : `/${name}`;
    })
    .replace("{dashed:folders}", () =>
      foldersOf(path)
        .map((name) => `${kebab(name)}/`)
        .join(""),
    )
    .replace(/\{class-(\w*)\}/g, (_, end: string) => without(end))
    .replaceAll("{handler}", called ?? own.replace(/~\d+$|Async$/g, ""));
}

/** A name in small letters with dashes: `managed-blogs` of `ManagedBlogs`. */
export const kebab = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();

/** The modules or plugins that a controller is of, and the folders that it lies in among controllers. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  const among = parts.findLastIndex((part) => /^[Cc]ontrollers?$/.test(part));
  const isModule = (at: number) => /^(?:plugins|modules)$/.test(parts[at - 1] ?? "");
  return parts.filter((_, at) => (among >= 0 && at > among) || (at < among && isModule(at)));
}
