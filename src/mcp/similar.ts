/** Names that someone may have meant. */

/**
 * At most three of `candidates`, nearest first: those that contain the name or are contained in it, and
 * those within a quarter of its length by optimal string alignment distance (insertions, deletions,
 * substitutions and swaps of neighbours count one each). What is much further off than the nearest is noise.
 */
export function similarTo(name: string, candidates: Iterable<string>): string[] {
  const wanted = name.toLowerCase().slice(0, 100);
  const allowed = Math.max(2, Math.ceil(wanted.length / 4));
  const scored: { candidate: string; score: number }[] = [];
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const within = Math.min(wanted.length, known.length) > 3 && (known.includes(wanted) || wanted.includes(known));
    const score = within ? 1 : distance(wanted, known);
    if (score <= allowed) scored.push({ candidate, score });
  }
  const nearest = Math.min(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score <= nearest + 2)
    .sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
