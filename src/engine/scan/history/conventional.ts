/** Type, scope and `!` of https://www.conventionalcommits.org; `type` is null where a summary is not of that form. */
export function readConventional(summary: string): { type: string | null; scope: string | null; isBreaking: boolean } {
  const found = /^([a-z]{2,20})(?:\(([^()]{1,100})\))?(!)?: /i.exec(summary);
  if (!found) return { type: null, scope: null, isBreaking: false };
  return { type: (found[1] ?? "").toLowerCase(), scope: found[2]?.trim() || null, isBreaking: found[3] !== undefined };
}
