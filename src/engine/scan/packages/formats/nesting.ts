/** Whether a text would take a parser deeper than anybody writes: some take the square of that depth to say so. */

const maxDepth = 200;

/**
 * Counts the brackets that are open, also those in texts, from the last line on that starts with a word: a text may
 * hold some, and no configuration so many without such a line. Keys of very many parts count as deep.
 */
export function isNestedTooDeep(source: string): boolean {
  let depth = 0;
  let dots = 0;
  let isStart = true;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? "";
    if (isStart && /[\w"'#-]/.test(char)) depth = 0;
    isStart = char === "\n";
    if (isStart) dots = 0;
    if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") depth--;
    else if (char === "." && ++dots > 10_000) return true;
    if (depth > maxDepth) return true;
  }
  return false;
}
