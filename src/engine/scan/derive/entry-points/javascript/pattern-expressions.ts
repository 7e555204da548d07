/** Patterns of paths as frameworks of JavaScript write them. */

/** A pattern of paths as an expression: `/users/:id`, `/docs/:path*`, `/((?!api|static).*)`. */
export function patternExpression(pattern: string): string {
  const parts = pattern.replace(/\/:(\w+)(\([^()]*\))?([*+?])?/g, (_, _name: string, own = "", times = "") => {
    const one = own === "" ? "[^/]+" : own;
    if (times === "*") return `(?:/${one})*`;
    return times === "+" ? `(?:/${one})+` : times === "?" ? `(?:/${one})?` : `/${one}`;
  });
  // What stands in parentheses is an expression already.
  let depth = 0;
  return [...parts]
    .map((one) => {
      depth += one === "(" ? 1 : one === ")" ? -1 : 0;
      return one === "." && depth === 0 ? "\\." : one;
    })
    .join("");
}
