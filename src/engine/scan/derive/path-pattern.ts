/** Patterns of dotted paths, as rule files write them: `*` is any name or any end of one, `**` any number of names. */

/** Whether a path fits. Steps are at most names times parts. */
export function fits(pattern: readonly string[], names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  let again: { part: number; name: number } | undefined;
  while (name < names.length) {
    const wanted = pattern[part];
    if (wanted === "**") {
      again = { part, name };
      part++;
    } else if (wanted !== undefined && isNamed(wanted, names[name] ?? "")) {
      part++;
      name++;
    } else if (again) {
      again = { part: again.part, name: again.name + 1 };
      part = again.part + 1;
      name = again.name;
    } else return false;
  }
  return pattern.slice(part).every((rest) => rest === "**");
}

const isNamed = (wanted: string, name: string): boolean =>
  wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : wanted === name;
