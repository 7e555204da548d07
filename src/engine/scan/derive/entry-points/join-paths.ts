/** Parts of paths that stand behind each other. */

const isParameter = /^[:{]/;
/** What stands before all else in a path, whatever it is behind: a version. The innermost is it. */
const foremost = /~\^([^~]*)~/g;
/** Begins the one part that it is until the path is told, in which this stands for slashes. */
const [first, slash] = ["~^", "\u0001"];
/** A path as it is told, of which something stands before all else. */
export const withForemost = (path: string): string =>
  path.startsWith(`/${first}`) ? join("", path.slice(first.length + 1).replaceAll(slash, "/")) : path;

/**
 * Joins two parts of a path by one slash; a path ends in none. What begins with `~/` is whole, `..` takes back a
 * parameter, `..:` what its name says of the part before it: behind `/users/:user_id` it is `/users/:id`. Behind what ends in no
 * parameter, as a single thing's path, both stand for nothing. Marks of regular expressions at a path's ends are no part of it.
 * What stands between `~^` and `~` is before all else.
 */
export function join(before: string, after: string): string {
  if (after.startsWith("~/")) return join("", after.slice(1));
  const parts: string[] = [];
  const apart = (_: string, text: string) => `${first}${text.replaceAll("/", slash)}`;
  for (const part of [before, after].flatMap((one) =>
    one
      .replace(/^\^|\$$/g, "")
      .replace(foremost, apart)
      .split("/"),
  )) {
    const parameter = part === ".." || part === "..:" ? isParameter.test(parts.at(-1) ?? "") && parts.pop() : undefined;
    if (part === "..:" && parameter) parts.push(ofItself(parameter, parts.at(-1) ?? ""));
    else if (part.startsWith(first)) parts.splice(0, parts[0]?.startsWith(first) ? 1 : 0, part);
    else if (parameter === undefined && part !== "") parts.push(part);
  }
  // A group that may be left out begins with the slash itself: `{/:size}/index.json`.
  return `/${parts.join("/")}`.replaceAll("/{/", "{/");
}

/** Joins two prefixes of one owner; what is whole stays marked as that. */
export function behind(before: string, after: string): string {
  if (after.startsWith("~/")) return after;
  return before.startsWith("~/") ? `~${join(before.slice(1), after)}` : join(before, after);
}

/** `:id` of `:category_id` behind `categories`, and behind a path that is called otherwise. */
function ofItself(parameter: string, before: string): string {
  const name = parameter.replace(/^:/, "");
  let alike = 0;
  while (alike < name.length && name[alike] === before[alike]) alike += 1;
  if (alike === 0 && name.endsWith("_id")) return ":id";
  return `:${name.slice(name.indexOf("_", alike) + 1)}`;
}

/** A path as a file names it, from the file's folder. */
export function besides(from: string, named: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of named.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
