/** What descriptions of APIs in YAML show of what could be sent or answered: OpenAPI's examples, and those that Scribe makes. */

/** Keys below which examples stand. */
const showing = /^(?:x-)?(?:examples?|exampleParameters|cleanBodyParameters)$/;

/** A line's indentation, in which the marks of lists count, and its key. */
const keyed = /^((?:\s|- )*)(?:["']?([\w$.-]+)["']?\s*:)?/;

/**
 * Whether a line of a YAML file stands below a key of examples.
 *
 * @param line counted from 1
 */
export function isExample(lines: readonly string[], line: number): boolean {
  let indented = keyed.exec(lines[line - 1] ?? "")?.[1]?.length ?? 0;
  for (let at = line - 2; at >= 0 && indented > 0; at--) {
    const text = lines[at] ?? "";
    if (/^\s*(?:#|$)/.test(text)) continue;
    const [, before = "", key = ""] = keyed.exec(text) ?? [];
    if (before.length >= indented) continue;
    indented = before.length;
    if (showing.test(key)) return true;
  }
  return false;
}
