/**
 * Regular expressions that a repository holds against paths. Trying one may take time that grows with every character of
 * the path, or doubles with it, as a hostile one's does: such are not tried.
 */

/** Steps that trying an expression may take at most, by the places where its repetitions can end. */
const maxSteps = 1e8;

/** Parts of a path, each behind its slash: of all repetitions in repetitions those that end in one way alone. */
const partsOfPath = /\(\?:\/\[\^\/\]\+\)[*+]/g;
/** Characters that mean themselves, and sets of them. */
const characters = /\\(?:[^\d]|0)|\[(?:\\.|[^\]\\])*\]/g;
const repetition = /[*+]|\{\d+(?:,\d*)?\}/g;
/** A group without one in it. */
const innermost = /\([^()]*\)([*+]|\{\d+(?:,\d*)?\})?/g;

/**
 * What says whether an expression is found in a text; undefined: it is not known, as it is none, or would take too long.
 *
 * @param pattern an expression as JavaScript writes it
 */
export function boundedExpression(pattern: string, flags = ""): (text: string) => boolean | undefined {
  const repetitions = repetitionsIn(pattern);
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, flags);
  } catch {
    return () => undefined;
  }
  return (text) => (text.length ** repetitions > maxSteps ? undefined : expression.test(text));
}

/** How many repetitions an expression has one behind the other; without end where one is repeated, or what was found. */
function repetitionsIn(pattern: string): number {
  const plain = pattern.replace(partsOfPath, "+").replace(characters, "x");
  if (/\\/.test(plain)) return Number.POSITIVE_INFINITY;
  let whole = plain;
  for (let before = ""; before !== whole; ) {
    before = whole;
    let isNested = false;
    whole = whole.replace(innermost, (group, repeated: string | undefined) => {
      const within = group.slice(1, repeated === undefined ? -1 : -1 - repeated.length);
      const inside = within.match(repetition) ?? [];
      isNested ||= repeated !== undefined && (inside.length > 0 || within.includes("|"));
      return `${inside.join("")}${repeated ?? ""}`;
    });
    if (isNested) return Number.POSITIVE_INFINITY;
  }
  return whole.match(repetition)?.length ?? 0;
}
