/** At most so many UTF-16 units of a text, as a database column takes them: no half of a pair, no NUL. */
export function shorten(text: string, max: number): string {
  const whole = text.replaceAll("\0", "\ufffd").toWellFormed();
  return whole.length <= max ? whole : `${whole.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
