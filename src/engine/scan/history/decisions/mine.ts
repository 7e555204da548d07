/**
 * What a commit decided: what its changes show, and what its message says. Precision goes before count: what is
 * routine is no decision, and what is uncertain is left out.
 */
import type { Commit } from "#engine/scan/history/commit";
import type { Decision, Finding } from "./finding.ts";
import { isRoutine } from "./message.ts";
import { joinReasons, proseOf, reasonsIn } from "./reasons.ts";
import { findBreaking, findRevert, findStated } from "./stated.ts";

/** What is less certain is not stored. */
const leastConfidence = 50;
/** Decisions of one commit that are stored. */
const mostOfOne = 12;

/** @param commit with a message that holds no secrets; `findings` likewise */
export function mineDecisions(commit: Commit, findings: readonly Finding[]): Decision[] {
  const reverted = findRevert(commit);
  if (reverted.length > 0) return reverted;
  if (isRoutine(commit)) return [];
  const shown = findings.filter(({ confidence }) => confidence >= leastConfidence);
  const breaking = findBreaking(commit);
  const explained = shown.map((finding) => explain(finding, commit, shown.length));
  const told = [...breaking, ...explained];
  // A message's reason is told once.
  const [stated] = told.some(({ reason }) => reason !== null) ? [] : findStated(commit);
  const at = stated ? shown.findIndex((finding) => isNamed(finding, stated.summary)) : -1;
  // It says why what the changes show was done.
  const why = stated?.reason ?? stated?.summary ?? null;
  const all = [
    ...breaking,
    ...explained.map((one, index) => ({
      ...one,
      reason: index === at ? why : (one.reason ?? shown[index]?.said ?? null),
    })),
    ...(stated && at < 0 ? [stated] : []),
  ];
  return all.slice(0, mostOfOne);
}

/** Adds why, where the message says it of this: it names it, or there is nothing else that it could speak of. */
function explain(finding: Finding, { summary, body }: Commit, count: number): Decision {
  const { names: _, said: __, ...decision } = finding;
  if (decision.reason !== null) return decision;
  const prose = proseOf(body);
  const reasons = reasonsIn(prose).map(({ text }) => text);
  const own = reasons.filter((text) => isNamed(finding, text));
  const isAlone = count === 1 && isNamed(finding, summary) && prose.length <= 4;
  const chosen = own.length > 0 ? own : isAlone ? reasons : [];
  return { ...decision, reason: chosen.length > 0 ? joinReasons(chosen.slice(0, 2)) : null };
}

/** Whether a text calls what the finding is about by its name. */
const isNamed = ({ names }: Finding, text: string): boolean => names.some((name) => text.toLowerCase().includes(name));
