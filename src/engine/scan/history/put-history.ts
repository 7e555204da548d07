/** Writes the units of commits, with decisions; what they say is redacted first, as every excerpt is. */
import { redact } from "#engine/scan/redact";
import type { UnitStore } from "#engine/scan/unit-store";
import type { WorkerPool } from "#engine/scan/worker-pool";
import { type Commit, commitPath } from "./commit.ts";
import type { Finding } from "./decisions/finding.ts";
import { readable } from "./decisions/message.ts";
import { mineDecisions } from "./decisions/mine.ts";
import { encodeCommit } from "./encode-commit.ts";
import type { History, ReadCommit } from "./read-history.ts";

/** Commits whose texts are redacted in one task. */
const together = 100;

export async function putHistory(units: UnitStore, pool: WorkerPool, { hashes, read }: History): Promise<void> {
  const kept = new Set(hashes.map(commitPath));
  for (const path of units.paths("commit")) if (!kept.has(path)) units.remove("commit", path);
  const redacting = (at: number): Promise<ReadCommit[]> => redactAll(pool, read.slice(at, at + together));
  let next = redacting(0);
  for (let at = 0; at < read.length; at += together) {
    const redacted = await next;
    // The worker redacts some while those before are written; what that fails with is told by whoever waits for it.
    next = redacting(at + together);
    next.catch(() => {});
    for (const { commit, findings } of redacted) {
      const line = encodeCommit(commit, mineDecisions(commit, findings));
      units.putLine(line);
    }
  }
  await next;
}

async function redactAll(pool: WorkerPool, read: readonly ReadCommit[]): Promise<ReadCommit[]> {
  const texts = read.flatMap(({ commit, findings }) => [...textsOf(commit), ...findings.flatMap(textsOfFinding)]);
  const redacted = (await redact(pool, texts)).values();
  const next = (): string => redacted.next().value ?? "";
  return read.map(({ commit, findings }) => ({
    commit: { ...commit, author: next(), summary: next(), body: next() },
    findings: findings.map((one) => ({
      ...one,
      subject: next(),
      summary: next(),
      reason: next() || null,
      said: next() || null,
    })),
  }));
}

const textsOf = ({ author, summary, body }: Commit): string[] => [author, summary, readable(body)];
const textsOfFinding = ({ subject, summary, reason, said }: Finding): string[] => [
  subject,
  summary,
  reason ?? "",
  said ?? "",
];
