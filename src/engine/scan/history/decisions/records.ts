/** Decision records: documents that a team writes of what it decided and why (https://adr.github.io). */
import type { Commit, FileChange } from "#engine/scan/history/commit";
import { shorten } from "#engine/scan/shorten";
import type { Finding } from "./finding.ts";
import type { Trees } from "./trees.ts";

const folder =
  /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions|decision-log)\/(?:[^/]+\/)?[^/]+\.(?:md|adoc|rst|txt)$/i;
/** Documents about the records themselves. */
const isAbout = /(?:^|\/)(?:readme|index|template|.*-template|0*-?template|0000-.*)\.\w+$/i;

const added = ({ files }: Commit): FileChange[] =>
  files.filter(({ path, change, moved }) => change === "added" && !moved && folder.test(path) && !isAbout.test(path));

/** Hashes of the contents that have to be read. */
export const recordsOf = (commit: Commit): (string | null)[] => added(commit).map(({ after }) => after);

export function findRecords(commit: Commit, trees: Trees): Finding[] {
  return added(commit).flatMap(({ path, after }): Finding[] => {
    const text = trees.content(after);
    const title = text === undefined ? undefined : titleOf(text);
    if (text === undefined || !title) return [];
    const summary = `Records the decision “${shorten(title, 300)}”.`;
    const reason = reasonOf(text);
    return [{ kind: "stated", subject: path, summary, reason, paths: [path], confidence: 95, names: [] }];
  });
}

/** The first heading, without a number before it. */
function titleOf(text: string): string | undefined {
  const heading = /^(?:#|=)\s+(.+)$/m.exec(text)?.[1] ?? /^(.+)\n={3,}\s*$/m.exec(text)?.[1];
  return heading?.replace(/^(?:ADR[-\s]*)?\d+\s*[.:–-]\s*/i, "").trim();
}

/** The first paragraph below the heading that tells what was decided, else below the one that tells why. */
function reasonOf(text: string): string | null {
  for (const name of ["decision(?: outcome)?", "rationale", "context(?: and problem statement)?"]) {
    const below = new RegExp(`^(?:#{2,3}|==)\\s+${name}\\s*\\n+([^#=\\n][^\\n]*(?:\\n[^#=\\n][^\\n]*)*)`, "im").exec(
      text,
    );
    if (below?.[1]) return shorten(below[1].replace(/\s+/g, " ").trim(), 600);
  }
  return null;
}
