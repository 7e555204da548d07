/** Lock files of Pipenv, Composer, NuGet, Swift, Bundler and Gradle. */
import type { Lock } from "#engine/scan/packages/manifest";
import { normalName } from "#engine/scan/packages/manifests/requirement";
import { only, record, text } from "./node.ts";

/** @throws SyntaxError */
export function readPipfileLock(source: string): Lock {
  const root = record(JSON.parse(source));
  const versions = new Map<string, Set<string>>();
  for (const section of Object.keys(root)) {
    if (section === "_meta") continue;
    for (const [name, entry] of Object.entries(record(root[section]))) {
      const version = text(record(entry).version)?.replace(/^==/, "");
      const key = normalName(name);
      if (version) versions.set(key, (versions.get(key) ?? new Set()).add(version));
    }
  }
  return { resolve: ({ name }) => only(versions.get(normalName(name))) };
}

/** @throws SyntaxError */
export function readComposerLock(source: string): Lock {
  const root = record(JSON.parse(source));
  const versions = new Map<string, string | null>();
  for (const list of [root.packages, root["packages-dev"]])
    for (const entry of Array.isArray(list) ? list : []) {
      const { name, version } = record(entry);
      if (text(name)) versions.set(String(name).toLowerCase(), text(version));
    }
  return { resolve: ({ name }) => versions.get(name.toLowerCase()) ?? null };
}

/** NuGet's `packages.lock.json`. @throws SyntaxError */
export function readNugetLock(source: string): Lock {
  const versions = new Map<string, Set<string>>();
  for (const framework of Object.values(record(record(JSON.parse(source)).dependencies)))
    for (const [name, entry] of Object.entries(record(framework))) {
      const version = text(record(entry).resolved);
      const key = name.toLowerCase();
      if (version) versions.set(key, (versions.get(key) ?? new Set()).add(version));
    }
  // Versions that differ by framework are not one.
  return { resolve: ({ name }) => only(versions.get(name.toLowerCase())) };
}

/** `https://github.com/a/b.git`, `git@github.com:a/b` → `github.com/a/b` */
const place = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^[a-z+]+:\/\/(?:[^@/]*@)?|^[^@/]*@/, "")
    .replace(":", "/")
    .replace(/\/$/, "")
    .replace(/\.git$/, "");

/** `Package.resolved` of version 1 to 3. @throws SyntaxError */
export function readSwiftResolved(source: string): Lock {
  const root = record(JSON.parse(source));
  const pins = root.pins ?? record(root.object).pins;
  const versions = new Map<string, string | null>();
  for (const entry of Array.isArray(pins) ? pins : []) {
    const { location, repositoryURL, identity, state } = record(entry);
    const version = text(record(state).version);
    const url = text(location) ?? text(repositoryURL);
    if (url) versions.set(place(url), version);
    if (text(identity)) versions.set(String(identity).toLowerCase(), version);
  }
  return {
    resolve: ({ name, target }) => versions.get(place(target ?? "")) ?? versions.get(name.toLowerCase()) ?? null,
  };
}

/** `Gemfile.lock`: the gems of its `GEM`, `GIT` and `PATH` sections stand four deep. */
export function readGemfileLock(source: string): Lock {
  const versions = new Map<string, Set<string>>();
  let isOwn = false;
  for (const line of source.split(/\r?\n/)) {
    if (/^[A-Z]/.test(line)) isOwn = line === "PATH";
    const [, name, version] = /^ {4}([^\s(]+) \(([^)]+)\)/.exec(line) ?? [];
    if (!name || !version || isOwn) continue;
    // `1.2.3-x86_64-linux` is 1.2.3 for a platform.
    const bare = version.replace(/-(?:java|ruby|(?:x86|x64|arm|aarch|universal|mingw|mswin|amd64).*)$/, "");
    versions.set(name, (versions.get(name) ?? new Set()).add(bare));
  }
  return { resolve: ({ name, local }) => (local === undefined ? only(versions.get(name)) : null) };
}

/** `gradle.lockfile`: `group:name:version=configurations` a line. */
export function readGradleLock(source: string): Lock {
  const versions = new Map<string, Set<string>>();
  for (const line of source.split(/\r?\n/)) {
    const [, name, version] = /^([^#:=\s]+:[^:=\s]+):([^=\s]+)=/.exec(line) ?? [];
    if (name && version) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return { resolve: ({ name }) => only(versions.get(name)) };
}

/** `go.sum` proves the versions that `go.mod` names. */
export function readGoSum(source: string): Lock {
  const sums = new Set<string>();
  for (const line of source.split("\n")) {
    const [module, version = ""] = line.split(" ");
    if (module) sums.add(`${module}@${version.replace(/\/go\.mod$/, "")}`);
  }
  return {
    resolve: ({ name, target, fixed }) =>
      fixed !== undefined && sums.has(`${target ?? name}@${fixed}`) ? fixed : null,
  };
}
