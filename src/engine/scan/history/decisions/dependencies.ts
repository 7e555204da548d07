/** Dependencies that a commit added, removed, replaced, or took to another major version. */
import type { Commit, FileChange } from "#engine/scan/history/commit";
import { readerOf } from "#engine/scan/packages/formats";
import type { Dependency, Manifest } from "#engine/scan/packages/manifest";
import { attempt, Sources } from "#engine/scan/packages/sources";
import { type Delta, type Deltas, familyOf, type Upgrade, wordsOf } from "./deltas.ts";
import type { Finding } from "./finding.ts";
import { isByBot } from "./message.ts";
import { pairUp, replacedByKept } from "./replacements.ts";
import { isWorkTool } from "./roles.ts";
import { saysSame } from "./says-same.ts";
import type { Trees } from "./trees.ts";
import { endsBeyond, isHigher, majorOf } from "./versions.ts";

/** Manifests of a commit that are read. */
const mostManifests = 40;
/** Of more decisions of one kind, one tells of all. */
const mostApart = 3;
/** Manifests there say nothing of what the repository itself is made with. */
const aside =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|examples?|samples?|demos?|docs?|website|site|benchmarks?|benches|bench|playgrounds?|e2e|templates?|node_modules|vendor|third[-_]party|fuzz)\//i;

const isManifest = ({ path }: FileChange): boolean => readerOf(path) !== undefined && !aside.test(path);

/** The manifests that were changed: one that came or went tells of a package, not of its dependencies. */
export const manifestsOf = ({ files }: Commit): FileChange[] =>
  files.filter((file) => file.before !== null && file.after !== null && isManifest(file)).slice(0, mostManifests);

/** Those that came or went: what these name was moved from the others, or to them. */
export const manifestsThatMoved = ({ files }: Commit): FileChange[] =>
  files.filter((file) => (file.before === null) !== (file.after === null) && isManifest(file)).slice(0, mostManifests);

interface Use {
  readonly name: string;
  readonly range: string;
  readonly isForWork: boolean;
  readonly isPeer: boolean;
  /** Of the manifest, from 1. */
  readonly line: number;
  /** Of Go, whose names hold it. */
  readonly major: string | undefined;
}

export function changedDependencies(commit: Commit, trees: Trees, manifests: ManifestReader): Finding[] {
  const deltas: Deltas = { added: new Map(), removed: new Map(), upgraded: new Map() };
  const [old, now] = [new Map<string, string>(), new Map<string, string>()];
  for (const { path, before, after } of manifestsOf(commit)) {
    const [was, is] = [trees.content(before), trees.content(after)];
    // Under the path that it has now, so that both are of one manifest.
    if (was === undefined || is === undefined || isPinned(was) || isPinned(is)) continue;
    if (saysSame(path, was, is)) continue;
    old.set(path, was);
    now.set(path, is);
  }
  const before = new Map(manifests.read(old).map((manifest) => [manifest.path, manifest]));
  const after = manifests.read(now);
  for (const is of after) {
    const was = before.get(is.path);
    if (was) compare(was, is, deltas, old.get(is.path) ?? "");
  }
  // What went from one manifest to another was moved.
  for (const key of deltas.added.keys()) if (deltas.removed.delete(key)) deltas.added.delete(key);
  for (const key of namedIn(commit, trees, "after", manifests)) deltas.removed.delete(key);
  for (const key of namedIn(commit, trees, "before", manifests)) deltas.added.delete(key);
  const replaced = [...pairUp(commit, deltas), ...replacedByKept(commit, deltas, after)];
  const upgraded = tellUpgrades([...deltas.upgraded.values()], isByBot(commit));
  return [
    ...replaced,
    ...tell("dependency_added", [...deltas.added.values()]),
    ...tell("dependency_removed", [...deltas.removed.values()]),
    ...upgraded,
  ];
}

/** What manifests name that came with a commit (`after`), or went. */
function namedIn(commit: Commit, trees: Trees, when: "before" | "after", manifests: ManifestReader): string[] {
  const files = manifestsThatMoved(commit).filter((file) => file[when] !== null);
  const texts = files.flatMap((file) => {
    const text = trees.content(file[when]);
    return text === undefined || isPinned(text) ? [] : [[file.path, text] as const];
  });
  return manifests
    .read(new Map(texts))
    .flatMap(({ ecosystem, dependencies }) =>
      dependencies.map(({ name, target }) => `${ecosystem} ${keyOf(ecosystem, target ?? name)}`),
    );
}

/** What manifests say. Of neighbouring commits one ends with the text that another begins with: it is read once. */
export class ManifestReader {
  readonly #alone = new Map<string, Map<string, Manifest[]>>();

  /** With those at hand that others inherit from; one that cannot be read is left out. */
  read(texts: ReadonlyMap<string, string>): Manifest[] {
    const [first, ...others] = texts;
    if (!first || others.length > 0) return this.#readAll(texts);
    const [path, text] = first;
    const read = this.#alone.get(path) ?? new Map<string, Manifest[]>();
    this.#alone.set(path, read);
    const known = read.get(text) ?? this.#readAll(texts);
    read.set(text, known);
    return known;
  }

  #readAll(texts: ReadonlyMap<string, string>): Manifest[] {
    const sources = new Sources(texts);
    return [...texts].flatMap(([path, text]) => attempt(() => readerOf(path)?.(path, text, sources)) ?? []);
  }
}

/** Whether a tool wrote it: it lists what others require. */
const isPinned = (text: string): boolean => /^\s*# +via\b|--hash=sha256:|autogenerated by pip-compile/m.test(text);

/** @param text of the manifest as it was */
function compare(was: Manifest, is: Manifest, { added, removed, upgraded }: Deltas, text: string): void {
  const { ecosystem, path } = is;
  const [before, after] = [usesOf(was), usesOf(is)];
  const put = <T extends Delta>(into: Map<string, T>, delta: T): void => {
    const key = `${ecosystem} ${keyOf(ecosystem, delta.name)}`;
    const known = into.get(key);
    if (known) known.paths.push(path);
    else into.set(key, delta);
  };
  for (const [key, use] of after) {
    const { name, isForWork, isPeer } = use;
    const old = before.get(key);
    if (!old) {
      if (!isPeer) put(added, { name, ecosystem, isForWork, paths: [path] });
      continue;
    }
    const [from, to] = [old.major ?? majorOf(old.range, ecosystem), use.major ?? majorOf(use.range, ecosystem)];
    if (from !== undefined && to !== undefined && from !== to && !isPeer)
      put(upgraded, { name, ecosystem, isForWork, paths: [path], from, to, isBound: isTakenAlready(old, use, to) });
  }
  for (const [key, { name, isForWork, isPeer, line }] of before)
    if (!after.has(key) && !isPeer)
      put(removed, { name, ecosystem, isForWork, paths: [path], said: saidAt(text, line) });
}

/** What a remark behind a dependency says of why it is there: `# required by typhoeus`. */
function saidAt(text: string, line: number): string | undefined {
  const written = text.split(/\r?\n/, line)[line - 1] ?? "";
  const remark = /(?:\s#|\/\/|<!--)\s*([^#]{8,200}?)\s*(?:-->)?\s*$/.exec(written)?.[1];
  if (remark === undefined || !/\b(?:required|needed|used|only|because|until|for|by)\b/i.test(remark)) return undefined;
  return `Its manifest said of it: “${remark.replace(/\.$/, "")}”.`;
}

/** Whether what is asked for now could be taken before: only what is older cannot be any more. */
const isTakenAlready = (old: Use, use: Use, major: string): boolean =>
  isOpen(old) ? isOpen(use) : endsBeyond(old.range, major);

/** Whether a range takes everything from a version on: `>=3.0`. */
const isOpen = ({ range }: Use): boolean => /^>=?[^<~^=|,>]*$/.test(range.trim());

function usesOf(manifest: Manifest): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const dependency of manifest.dependencies) {
    const { name: alias, target, range, kind, line } = dependency;
    const name = target ?? alias;
    if (isInternal(manifest, dependency) || isMinor.test(name)) continue;
    const key = keyOf(manifest.ecosystem, name);
    const isForWork = kind === "development" || kind === "build" || isWorkTool(name);
    const isPeer = kind === "peer" || (kind === "optional" && manifest.ecosystem === "npm");
    const known = uses.get(key);
    // What a package asks for both as a peer and for work on it is a peer's.
    if (known && !known.isForWork) continue;
    const major = manifest.ecosystem === "go" ? goMajorOf(name, range) : undefined;
    uses.set(key, { name: manifest.ecosystem === "go" ? key : name, range, isForWork, isPeer, line, major });
  }
  return uses;
}

/** A module's major version: its name holds it, but for those from before modules, `v3.21.11+incompatible`. */
const goMajorOf = (name: string, range: string): string =>
  (/[/.]v(\d+)$/.exec(name) ?? /^v(\d+)\..*\+incompatible$/.exec(range))?.[1] ?? "1";

/** Names that are written differently and mean the same. */
function keyOf(ecosystem: string, name: string): string {
  if (ecosystem === "go") return name.replace(/[/.]v\d+$/, "");
  return ecosystem === "pip" || ecosystem === "nuget" ? name.toLowerCase().replace(/[_.]+/g, "-") : name;
}

/** Declarations of types, platforms and the like: they follow from what else is used. */
const isMinor = /^@types\/|^types-|-stubs$|^(?:php|ext-.*|lib-.*|composer-.*|python|ruby|tslib)$/;

/** Whether the package is of this repository, as far as its manifest tells. */
function isInternal({ name: own, ecosystem }: Manifest, { name, range, local }: Dependency): boolean {
  if (local !== undefined || /^(?:workspace|file|link|portal):|^\.{0,2}\//.test(range)) return true;
  if (own === null) return false;
  if (name === own) return true;
  const head = (one: string): string => /^@?([^/:]+)/.exec(one)?.[1] ?? "";
  if (ecosystem === "npm")
    return name.startsWith("@") && (head(name) === head(own) || head(name) === own.replace(/^@.*\//, ""));
  if (ecosystem === "go") return commonParts(own, name) >= 3;
  if (ecosystem === "cargo") return name.startsWith(`${own}-`) || name.startsWith(`${own}_`);
  if (!own.includes("/") && !own.includes(":")) return false;
  const [theirs, ours] = [`${head(name)}.`, `${head(own)}.`];
  return theirs.startsWith(ours) || (ecosystem === "maven" && ours.startsWith(theirs));
}

function commonParts(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count++;
  return count;
}

const listOf = (names: readonly string[]): string => {
  if (names.length <= 1) return names[0] ?? "";
  if (names.length <= 4) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.slice(0, 3).join(", ")} and ${names.length - 3} others`;
};

const groupBy = <T>(list: readonly T[], key: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups.values()];
};

const pathsOf = (list: readonly Delta[]): string[] => [...new Set(list.flatMap(({ paths }) => paths))];

/** Manifests that stand in a folder of the package that they are of. */
const ofFolderAbove = /(?:^|\/)(?:config(?=\/importmap\.rb$)|gradle(?=\/[\w.-]+\.toml$))/;

/** The folder of the only manifest, where it is not the repository's own. */
function whereOf([path = "", ...others]: readonly string[], word: "of" | "in"): string {
  const only = path.replace(ofFolderAbove, "").replace(/^\//, "");
  return others.length === 0 && only.includes("/") ? ` ${word} ${only.slice(0, only.lastIndexOf("/"))}` : "";
}

/** Maven's and Gradle's plugins. */
const buildPlugin = /:(?:maven-[\w-]+-plugin|[\w-]+-(?:maven|gradle)-plugin|[\w.-]+\.gradle\.plugin)$/;

function tell(kind: "dependency_added" | "dependency_removed", deltas: readonly Delta[]): Finding[] {
  const groups = groupBy(deltas, (delta) => `${delta.isForWork} ${familyOf(delta)}`);
  const shown = groups.length > mostApart ? groupBy(deltas, ({ isForWork }) => String(isForWork)) : groups;
  return shown.map((group) => {
    const names = group.map(({ name }) => name);
    const isForWork = group.every((one) => one.isForWork);
    const verb = kind === "dependency_added" ? "Adds" : "Removes";
    const arePlugins = isForWork && names.every((name) => buildPlugin.test(name));
    const how = arePlugins
      ? ` as ${group.length > 1 ? "build plugins" : "a build plugin"}`
      : isForWork
        ? ` as ${group.length > 1 ? "development dependencies" : "a development dependency"}`
        : ` as ${group.length > 1 ? "dependencies" : "a dependency"}`;
    const paths = pathsOf(group);
    const where = whereOf(paths, "of");
    return {
      kind,
      subject: names[0] ?? "",
      summary: `${verb} ${listOf(names)}${how}${where}.`,
      reason: null,
      said: group.length === 1 ? (group[0]?.said ?? null) : null,
      paths,
      confidence: isForWork ? 70 : 85,
      names: names.flatMap(wordsOf),
    };
  });
}

const verbOf = (upgrades: readonly Upgrade[]): string => {
  const isUp = upgrades.every(({ from, to }) => isHigher(from, to));
  if (upgrades.every(({ isBound }) => isBound)) return `${isUp ? "Raises" : "Changes"} the least version of`;
  return isUp ? "Upgrades" : "Takes";
};

function tellUpgrades(deltas: readonly Upgrade[], isBot: boolean): Finding[] {
  const groups = groupBy(deltas, (delta) => `${familyOf(delta)} ${delta.from} ${delta.to} ${delta.isBound}`);
  const confidence = (group: readonly Delta[]): number => {
    const isForWork = group.every((one) => one.isForWork);
    if (isBot) return isForWork ? 0 : 55;
    return isForWork ? 65 : 85;
  };
  if (groups.length > mostApart) {
    const isOfBounds = deltas.every(({ isBound }) => isBound);
    const names = deltas.map(({ name, from, to }) => `${name} (${from} to ${to})`);
    return [
      {
        kind: "dependency_upgraded",
        subject: deltas[0]?.name ?? "",
        summary: `${verbOf(deltas)} ${deltas.length} dependencies${isOfBounds ? "" : " to other major versions"}: ${listOf(names)}.`,
        reason: null,
        paths: pathsOf(deltas),
        confidence: confidence(deltas),
        names: deltas.flatMap(({ name }) => wordsOf(name)),
      },
    ];
  }
  return groups.flatMap((group): Finding[] => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        kind: "dependency_upgraded",
        subject: first.name,
        summary: `${verbOf(group)} ${listOf(group.map(({ name }) => name))} from ${first.from} to ${first.to}${whereOf(pathsOf(group), "in")}.`,
        reason: null,
        paths: pathsOf(group),
        confidence: confidence(group),
        names: group.flatMap(({ name }) => wordsOf(name)),
      },
    ];
  });
}
