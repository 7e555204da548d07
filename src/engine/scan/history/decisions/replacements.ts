/** Dependencies that stand in the place of others from a commit on. */
import { literally } from "#engine/literally";
import type { Commit } from "#engine/scan/history/commit";
import type { Manifest } from "#engine/scan/packages/manifest";
import { type Delta, type Deltas, familyOf, wordsOf } from "./deltas.ts";
import type { Finding } from "./finding.ts";
import { roleOfBoth } from "./roles.ts";

const isSwitch =
  /\b(?:replac\w+|switch\w*|migrat\w+|mov(?:e|ed|es|ing)|swap\w*|instead of|in favou?r of|rather than|convert\w*|chang\w+|port(?:s|ed)?|drop\w*|from|use)\b|->|→/i;

/** Takes out of the deltas what replaced what. */
export function pairUp({ summary, body }: Commit, { added, removed }: Deltas): Finding[] {
  // One sentence that names both and tells of a change.
  const said = `${summary}\n${body}`
    .toLowerCase()
    .slice(0, 16_384)
    .split(/\n|\.\s/)
    .filter((line) => isSwitch.test(line));
  const findings: Finding[] = [];
  const [gone, came] = [[...removed.values()], [...added.values()]];
  for (const [oldKey, old] of removed) {
    const candidates = [...added].filter(([, { ecosystem }]) => ecosystem === old.ecosystem);
    const named = candidates.filter(([, { name }]) =>
      said.some((line) => mentions(line, old.name) && mentions(line, name)),
    );
    const alike = candidates.filter(([, now]) => isAlike(now.name, old.name) && haveMoved(old, now, gone, came));
    const parts = alike.length > 0 ? [] : candidates.filter(([, { name }]) => isPartOf(name, old.name));
    if (parts.length > 1) {
      removed.delete(oldKey);
      for (const [key] of parts) added.delete(key);
      findings.push(
        tellParts(
          old,
          parts.map(([, now]) => now),
        ),
      );
      continue;
    }
    const peers = candidates.filter(([, { name }]) => roleOfBoth(old.name, name) !== undefined);
    // Of several that could have taken its place, none is known to.
    const one = [alike, parts, peers, named].find((list) => list.length === 1)?.[0];
    if (!one) continue;
    const [newKey, now] = one;
    const role = roleOfBoth(old.name, now.name);
    removed.delete(oldKey);
    added.delete(newKey);
    findings.push({
      kind: "dependency_replaced",
      subject: now.name,
      summary: `Replaces ${old.name} with ${now.name}${role !== undefined && peers.includes(one) ? ` as the ${role}` : ""}.`,
      reason: null,
      paths: [...new Set([...now.paths, ...old.paths])],
      confidence: named.includes(one) ? 95 : 80,
      names: [old.name, now.name].flatMap(wordsOf),
    });
  }
  return findings;
}

/** Whether a package is one of those into which another was split: `@iframe/child` of `iframe`. */
const isPartOf = (name: string, whole: string): boolean => name.startsWith(`@${whole}/`);

const tellParts = (old: Delta, parts: readonly Delta[]): Finding => {
  const names = parts.map(({ name }) => name);
  return {
    kind: "dependency_replaced",
    subject: names[0] ?? "",
    summary: `Replaces ${old.name} with ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`,
    reason: null,
    paths: [...new Set([...parts.flatMap(({ paths }) => paths), ...old.paths])],
    confidence: 90,
    names: [old.name, ...names].flatMap(wordsOf),
  };
};

/** Whether two names are of one library that was renamed, forked or given to another owner. */
function isAlike(a: string, b: string): boolean {
  const plain = (name: string): string => name.replace(/[-_./@]/g, "").toLowerCase();
  const bare = (name: string): string =>
    plain(
      name
        .replace(/^.*[/:]/, "")
        .replace(/^(?:js|node|python|py|go|ruby|rust|php)[-_]|[-_.](?:js|py|rb|go|rs|php)$|(?<=[a-z]{4})rb$/g, "")
        // What ties a library to a framework, and is the library's own part or not.
        .replace(/\.AspNetCore$/, "")
        // A new major version under a name of its own: `boto3`, `google-cloud-translate-v2`.
        .replace(/(?<=[a-z]{3})[-_]?v?\d$/i, ""),
    );
  return plain(a) === plain(b) || bare(a) === bare(b);
}

/**
 * Of packages of two owners that are called alike, whether the first's others went with it: `@a/markdown` is nothing
 * to `@b/markdown` where `@a/list` is gone and no `@b/list` came.
 */
function haveMoved(old: Delta, now: Delta, gone: readonly Delta[], came: readonly Delta[]): boolean {
  const [from, to] = [familyOf(old), familyOf(now)];
  if (!old.name.startsWith("@") || !now.name.startsWith("@") || from === to) return true;
  const theirs = came.filter((one) => familyOf(one) === to);
  return gone
    .filter((one) => familyOf(one) === from)
    .every((one) => theirs.some(({ name }) => isAlike(name, one.name)));
}

const mentions = (said: string, name: string): boolean =>
  wordsOf(name).some((word) => new RegExp(`(?<![\\w-])${literally(word)}(?![\\w-])`).test(said));

/** `Replace a with b`, `Switch from a to b`, `Use b instead of a`. */
const saysOf = (old: string, now: string): RegExp => {
  const [a, b] = [old, now].map((name) => `[\`'"]?${literally(name)}[\`'"]?`);
  // `react lazy` is not `react`.
  const end =
    "(?![\\w-])(?! (?!(?:in|for|as|and|on|to|across|everywhere|when|where|because|so|at|via|since|librar(?:y|ies)|packages?|modules?|gems?|crates?|instead)\\b)[a-z])";
  return new RegExp(
    `\\breplac\\w+ ${a} (?:with|by) ${b}${end}|\\bfrom ${a} to ${b}${end}|(?<![\\w-])${b} (?:instead of|in place of) ${a}(?![\\w-])`,
    "i",
  );
};

/**
 * Takes out of what is gone what something takes the place of that was there before, as the commit's title says.
 *
 * @param manifests those that were changed, as they are now
 */
export function replacedByKept({ summary }: Commit, { removed }: Deltas, manifests: readonly Manifest[]): Finding[] {
  const said = summary.toLowerCase();
  const isSaid = (name: string): boolean => said.includes(name.toLowerCase());
  const gone = [...removed].filter(([, { name }]) => isSaid(name));
  if (gone.length === 0) return [];
  const all = manifests.flatMap(({ dependencies }) => dependencies.map(({ name, target }) => target ?? name));
  const kept = new Set(all.filter(isSaid));
  const findings: Finding[] = [];
  for (const [key, { name, paths }] of gone) {
    const now = [...kept].find((one) => one !== name && saysOf(name, one).test(summary));
    if (now === undefined) continue;
    removed.delete(key);
    findings.push({
      kind: "dependency_replaced",
      subject: now,
      summary: `Replaces ${name} with ${now}.`,
      reason: null,
      paths,
      confidence: 90,
      names: [name, now].flatMap(wordsOf),
    });
  }
  return findings;
}
