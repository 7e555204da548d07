/** By which helpers Rails' routes are called that name none: `edit_admin_order_path` of `/admin/orders/:id/edit`. */

/** What a resource has by itself: https://guides.rubyonrails.org/routing.html#path-and-url-helpers */
const own = new Set(["index", "show", "new", "create", "edit", "update", "destroy"]);

/** The names that a route may have, by its path and the action that it leads to. */
export function railsNames(route: string, action: string): string[] {
  const parts = route.split("/").filter((part) => part !== "" && part !== "(.:format)");
  if (parts.length === 0) return ["root"];
  if (parts.some((part) => /[()*]/.test(part))) return [];
  const last = parts.at(-1) ?? "";
  if (own.has(action)) {
    if ((action === "new" || action === "edit") && last === action && parts.length > 1)
      return [`${action}_${joined(parts.slice(0, -1), action === "new")}`];
    return [joined(parts, false)];
  }
  const isAction = last.replaceAll("-", "_") === action && parts.length > 1;
  return [...(isAction ? [`${action}_${joined(parts.slice(0, -1), false)}`] : []), joined(parts, false)];
}

/** The fixed parts, in the singular where one of them is meant. */
function joined(parts: readonly string[], isOne: boolean): string {
  const words = parts.flatMap((part, at) => {
    if (part.startsWith(":")) return [];
    const next = parts[at + 1];
    const word = part.replaceAll("-", "_");
    return [next?.startsWith(":") || (isOne && next === undefined) ? singular(word) : word];
  });
  return words.join("_");
}

const irregular: Readonly<Record<string, string>> = {
  people: "person",
  children: "child",
  men: "man",
  women: "woman",
  media: "medium",
  data: "datum",
  news: "news",
  series: "series",
  movies: "movie",
  caches: "cache",
  indices: "index",
  matrices: "matrix",
};

function singular(word: string): string {
  const [, before = "", end = word] = /^(.*_)?([^_]+)$/.exec(word) ?? [];
  return before + (irregular[end] ?? singularEnd(end));
}

function singularEnd(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ss|sh|ch|x|us|is|alias)es$/.test(word)) return word.replace(/es$/, "");
  return word.replace(/s$/, "");
}
