/** Major versions, as far as a range of any package manager tells one. */

/** Above these, versions are years, or counts that go up with every release. */
const highest = 24;
/** Many of Python's tools count in years: black 23, pip 24. */
const highestOfPython = 18;

/**
 * The major version of a range's lower end, as `17`, or `0.6` before 1.0 where that is as good as one. Undefined
 * where the range names none, or its numbers are no semantic version's.
 */
export function majorOf(range: string, ecosystem: string): string | undefined {
  const written = range.replace(/^npm:.*@/, "").trim();
  const found = /^(?:[\^~=<>!v\s([]|==)*(\d+)(?:\.(\d+))?/.exec(written);
  if (!found?.[1] || /^(?:git|https?|file|link|portal|workspace|catalog|patch)\b/.test(written)) return undefined;
  // `< 4` and `!= 2` say nothing of what is used.
  if (/^(?:<|!=)/.test(written)) return undefined;
  const major = Number(found[1]);
  if (major > (ecosystem === "pip" ? highestOfPython : highest)) return undefined;
  // Cargo takes 0.6 and 0.7 for incompatible, and its libraries keep to that.
  if (major === 0) return ecosystem === "cargo" && found[2] !== undefined ? `0.${found[2]}` : undefined;
  return String(major);
}

/** Whether `b` is the higher of two that `majorOf` gave. */
export const isHigher = (a: string, b: string): boolean =>
  Number(b.replace("0.", "0.00")) > Number(a.replace("0.", "0.00"));

/** Whether a range whose two ends are written, as `>=4.4,<9`, takes a major version above its lower end. */
export function endsBeyond(range: string, major: string): boolean {
  const ends = /^>=?\s*\d[\w.]*\s*,?\s*<(=?)\s*(\d+)((?:\.\d+)*)$/.exec(range.trim());
  if (!ends?.[2] || !/^\d+$/.test(major)) return false;
  const [last, isIn] = [Number(ends[2]), ends[1] === "=" || /[1-9]/.test(ends[3] ?? "")];
  return Number(major) < last || (Number(major) === last && isIn);
}
