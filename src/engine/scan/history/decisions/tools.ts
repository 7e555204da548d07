/** Tools adopted, dropped and replaced: their configuration came or went. */
import type { Commit } from "#engine/scan/history/commit";
import type { Finding } from "./finding.ts";
import { type Tool, tools } from "./tool-files.ts";
import type { Trees } from "./trees.ts";

/** Where a tool is named that has no file of its own. */
export const manifestsThatName = ["package.json", "pyproject.toml", "setup.cfg", "composer.json", "Gemfile"];

/** The manifests of folders that a commit changed: what was set up at the top may be set up there from now on. */
export const nestedManifests = ({ files }: Commit): string[] =>
  files.flatMap(({ path, change }) =>
    change !== "deleted" && path.includes("/") && manifestsThatName.includes(path.slice(path.lastIndexOf("/") + 1))
      ? [path]
      : [],
  );

const byFile = new Map(tools.flatMap((tool) => tool.files.map((file) => [file, tool] as const)));

/** The tool of a path: its file, or a folder of which all is its. */
function toolOf(path: string): Tool | undefined {
  const [first = "", second = ""] = path.split("/");
  return byFile.get(path) ?? byFile.get(`${first}/${second}`) ?? byFile.get(first);
}

/** Tools of which a file came or went. */
function touched({ files }: Commit): Set<Tool> {
  const found = files.flatMap(({ path, change, moved }) => {
    // What was only renamed or moved elsewhere is used as before.
    const tool = change === "modified" || moved !== undefined ? undefined : toolOf(path);
    return tool ? [tool] : [];
  });
  return new Set(found);
}

/** Paths that must be looked for before and after the commit. */
export const toolsInQuestion = (commit: Commit): string[] => [...touched(commit)].flatMap(({ files }) => files);

export function changedTools(commit: Commit, trees: Trees): Finding[] {
  const adopted: Tool[] = [];
  const dropped: Tool[] = [];
  for (const tool of touched(commit)) {
    const before = isUsed(tool, "before", trees);
    const after = isUsed(tool, "after", trees);
    if (!before.byFile && after.byFile && !before.byManifest) adopted.push(tool);
    const isMoved = before.byFile && !after.byFile && isNamedIn(tool, nestedManifests(commit), "after", trees);
    if (before.byFile && !after.byFile && !after.byManifest && !isMoved) dropped.push(tool);
  }
  const findings: Finding[] = [];
  // Lock files come and go by accident; one for another is a choice.
  const isAccident = ({ role }: Tool, others: readonly Tool[]): boolean =>
    role === "package manager" && !others.some((one) => one.role === role);
  for (const tool of adopted.filter((one) => !isAccident(one, dropped))) {
    const replaced = dropped.filter(({ role }) => role === tool.role);
    const paths = pathsOf(commit, [tool, ...replaced]);
    const names = [tool, ...replaced].flatMap(namesOf);
    if (replaced.length > 0) {
      const old = replaced.map(({ name }) => name).join(" and ");
      const summary = `Replaces ${old} with ${tool.name} as the ${tool.role}.`;
      findings.push({ kind: "tool_replaced", subject: tool.name, summary, paths, confidence: 90, reason: null, names });
    } else {
      const summary = `Adopts ${tool.name} (${tool.role}).`;
      findings.push({ kind: "tool_adopted", subject: tool.name, summary, paths, confidence: 85, reason: null, names });
    }
  }
  for (const tool of dropped.filter(
    (one) => !isAccident(one, adopted) && !adopted.some(({ role }) => role === one.role),
  )) {
    const summary = `Drops ${tool.name} (${tool.role}).`;
    const paths = pathsOf(commit, [tool]);
    const names = namesOf(tool);
    findings.push({ kind: "tool_dropped", subject: tool.name, summary, paths, confidence: 85, reason: null, names });
  }
  return findings;
}

function isUsed(tool: Tool, when: "before" | "after", trees: Trees): { byFile: boolean; byManifest: boolean } {
  const byManifest = isNamedIn(tool, manifestsThatName, when, trees);
  return { byFile: tool.files.some((file) => trees.has(when, file)), byManifest };
}

const isNamedIn = ({ packages }: Tool, paths: readonly string[], when: "before" | "after", trees: Trees): boolean =>
  paths.some((path) => {
    const text = trees.text(when, path);
    return text !== undefined && packages.some((name) => mentions(text, name));
  });

/** Whether the name stands in the text by itself: `jest`, and not the one in `jest-diff`. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + name.length] ?? " "}`;
    if (!/[\w@/-]/.test(around)) return true;
  }
  return false;
}

const namesOf = ({ name, packages }: Tool): string[] => [name.toLowerCase(), ...packages];

const pathsOf = ({ files }: Commit, wanted: readonly Tool[]): string[] =>
  files.filter(({ path }) => wanted.some((tool) => toolOf(path) === tool)).map(({ path }) => path);
