/** Parts of paths that stand behind each other. */

/**
 * Joins two parts of a path by one slash; a path ends in none. What begins with `~/` is whole, `..` takes back a part.
 * Marks of regular expressions at a path's ends are no part of it.
 */
export function join(before: string, after: string): string {
  if (after.startsWith("~/")) return join("", after.slice(1));
  const parts: string[] = [];
  for (const part of [before, after].flatMap((one) => one.replace(/^\^|\$$/g, "").split("/"))) {
    if (part === "..") parts.pop();
    else if (part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Joins two prefixes of one owner; what is whole stays marked as that. */
export function behind(before: string, after: string): string {
  if (after.startsWith("~/")) return after;
  return before.startsWith("~/") ? `~${join(before.slice(1), after)}` : join(before, after);
}
