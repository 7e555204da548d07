/** What a snapshot cannot tell of: said wherever an answer claims that something is not there. */
import type { Counts } from "#contract/push";

/** Reasons for which a file that may be the project's own code was not read. */
const ownCode = ["too_large", "unreadable", "generated"] as const;

const words: Record<(typeof ownCode)[number], string> = {
  too_large: "too large",
  unreadable: "unreadable",
  generated: "generated",
};

/** At most one sentence; none where everything was read. */
export function blindSpots({ skipped, coverage }: Counts): string[] {
  const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;
  const skippedOwn = ownCode.flatMap((reason) => (skipped[reason] ? [`${skipped[reason]} ${words[reason]}`] : []));
  const unread = Object.entries(coverage?.unread ?? {}).map(([ending, count]) => `${count} ${ending}`);
  const parts = [
    ...(skippedOwn.length > 0 ? [`files left out (${skippedOwn.join(", ")})`] : []),
    ...(unread.length > 0 ? [`sources in languages that are not read (${unread.slice(0, 4).join(", ")})`] : []),
    ...(coverage?.givenUp ? [`${files(coverage.givenUp)} that could not be read`] : []),
    ...(coverage?.damaged ? [`${files(coverage.damaged)} read in part`] : []),
    ...(coverage?.unresolvedLanguages.length
      ? [`languages whose calls are not followed (${coverage.unresolvedLanguages.join(", ")})`]
      : []),
  ];
  return parts.length === 0 ? [] : [`Not known of: ${parts.join("; ")}. drift_status counts them.`];
}
