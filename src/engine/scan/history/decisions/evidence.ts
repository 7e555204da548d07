/**
 * What commits decided by what they changed: dependencies, tools, folders of sources, decision records.
 *
 * Two rounds for any number of commits: first each says what it has to know of its tree and its parent's, then git is
 * asked for all of it at once.
 */

import type { Commit } from "#engine/scan/history/commit";
import type { Contents } from "#engine/scan/history/contents";
import { changedDependencies, ManifestReader, manifestsOf, manifestsThatMoved } from "./dependencies.ts";
import type { Finding } from "./finding.ts";
import { isByBot, isRoutine } from "./message.ts";
import { foldersInQuestion, movedFolders } from "./modules.ts";
import { findRecords, recordsOf } from "./records.ts";
import { changedTools, manifestsThatName, nestedManifests, toolsInQuestion } from "./tools.ts";
import type { Trees } from "./trees.ts";

/** @returns by commit; a commit that decided nothing, or has no parent, is left out */
export async function findEvidence(contents: Contents, commits: readonly Commit[]): Promise<Map<string, Finding[]>> {
  const judged = commits.filter((commit) => !isRoutine(commit));
  if (judged.length === 0) return new Map();
  const prefix = await contents.prefix();
  const name = (commit: Commit, when: "before" | "after", path: string): string =>
    `${commit.hash}${when === "before" ? "^" : ""}:${prefix}${path}`;

  const asked = judged.map((commit) => {
    const names = [`${commit.hash}^`];
    const texts: string[] = [];
    const both = [...(isByBot(commit) ? [] : [...foldersInQuestion(commit), ...toolsInQuestion(commit)])];
    for (const path of both) names.push(name(commit, "before", path), name(commit, "after", path));
    const named = toolsInQuestion(commit).length > 0 ? [...manifestsThatName, ...nestedManifests(commit)] : [];
    for (const path of named) texts.push(name(commit, "before", path), name(commit, "after", path));
    const changed = manifestsOf(commit);
    const manifests = changed.length > 0 ? [...changed, ...manifestsThatMoved(commit)] : [];
    const hashes = [...manifests.flatMap(({ before, after }) => [before, after]), ...recordsOf(commit)];
    return { commit, names, texts, hashes: hashes.filter((hash) => hash !== null) };
  });
  const objects = await contents.find(asked.flatMap(({ names, texts }) => [...names, ...texts]));
  const blobs = await contents.read([
    ...asked.flatMap(({ hashes }) => hashes),
    ...asked.flatMap(({ texts }) => texts.flatMap((one) => objects.get(one) ?? [])),
  ]);

  const found = new Map<string, Finding[]>();
  const manifests = new ManifestReader();
  for (const { commit } of asked) {
    // A first commit decided everything and hence nothing.
    if (!objects.has(`${commit.hash}^`)) continue;
    const trees: Trees = {
      has: (when, path) => objects.has(name(commit, when, path)),
      text: (when, path) => blobs.get(objects.get(name(commit, when, path)) ?? ""),
      content: (hash) => (hash === null ? undefined : blobs.get(hash)),
    };
    const findings = judge(commit, trees, manifests);
    if (findings.length > 0) found.set(commit.hash, findings);
  }
  return found;
}

function judge(commit: Commit, trees: Trees, manifests: ManifestReader): Finding[] {
  const dependencies = changedDependencies(commit, trees, manifests);
  if (isByBot(commit)) return dependencies.filter(({ kind }) => kind === "dependency_upgraded");
  const tools = changedTools(commit, trees);
  // A tool's packages come and go with its configuration: that is one decision.
  const named = new Set(tools.flatMap(({ names }) => names));
  const others = dependencies.filter(({ names }) => !names.some((one) => named.has(one)));
  return [...findRecords(commit, trees), ...tools, ...others, ...movedFolders(commit, trees)];
}
