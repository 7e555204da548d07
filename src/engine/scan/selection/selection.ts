/**
 * Which of a folder's files are read, by their paths alone. The first rule that speaks decides:
 *
 * 1. `exclude` of `drift.json` and `.driftignore` files. A pattern with `!` takes a file in whatever the rest says.
 * 2. `include` of `drift.json`.
 * 3. `linguist-vendored` and `linguist-generated` in `.gitattributes`; the former not of the repository's own packages.
 * 4. Others' code by convention (`vendored.ts`), and where packages are copied to (`copied-packages.ts`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import type { SkipReason } from "#engine/scan/skip-reason";
import { copiedInto } from "./copied-packages.ts";
import { ownerOf } from "./own-packages.ts";
import { isRulesFile, type ProjectFile } from "./project-file.ts";
import { vendoredPart } from "./vendored.ts";

/** Why a path is not read. */
export interface Exclusion {
  readonly reason: SkipReason;
  /** What is counted: the path, or a folder that it lies in (with a slash at its end). */
  readonly part: string;
  /** In words, for people. */
  readonly rule: string;
  /** `.gitattributes` calls it others' code. */
  readonly isMarked?: true;
}

interface Rules {
  /** The folder whose file says so, with a slash at its end; empty for the root. */
  readonly base: string;
  readonly source: string;
  readonly rules: Ignore;
}

/** A line of `.gitattributes` that sets one of linguist's attributes. */
interface Attribute {
  readonly base: string;
  readonly source: string;
  readonly line: number;
  readonly covers: (path: string) => boolean;
  readonly vendored?: boolean;
  readonly generated?: boolean;
}

/** What the attributes of a path say, and where. */
interface Said {
  vendored?: boolean;
  generated?: boolean;
  rule: string;
}

/**
 * What Rails dumps of the tables, which its new applications mark as generated: nothing else says what they are as a whole.
 * https://guides.rubyonrails.org/active_record_migrations.html#schema-dumping-and-you
 */
const ofTables = /(?:^|\/)db\/(?:\w+_)?(?:schema\.rb|structure\.sql)$/;

const baseOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

export class Selection {
  readonly #ignores: Rules[] = [];
  readonly #include: Ignore | undefined;
  readonly #attributes: Attribute[] = [];
  /** The files that the rules stand in, besides `drift.json`. */
  readonly sources: readonly string[];
  readonly #paths: readonly string[];
  #owners: ReadonlySet<string> | undefined;
  #copied: readonly string[] | undefined;

  /** @param paths of the folder; its `.driftignore` and `.gitattributes` files are read */
  constructor(folder: string, paths: Iterable<string>, project: ProjectFile) {
    this.#paths = [...paths];
    if (project.exclude?.length)
      this.#ignores.push({ base: "", source: "exclude in drift.json", rules: ignore().add(project.exclude) });
    if (project.include?.length) this.#include = ignore().add(project.include);
    const found = this.#paths.filter(isRulesFile);
    // A deeper file's rules come later, and so win.
    this.sources = found.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
    for (const path of this.sources) {
      const text = read(join(folder, path));
      if (text === undefined) continue;
      if (path.endsWith(".driftignore"))
        this.#ignores.push({ base: baseOf(path), source: path, rules: ignore().add(text) });
      else this.#attributes.push(...readAttributes(path, text));
    }
  }

  /** Undefined: the file is read, as far as its path tells. */
  exclusion(path: string): Exclusion | undefined {
    let excluded: string | undefined;
    let isWanted = false;
    for (const { base, source, rules } of this.#ignores) {
      if (!path.startsWith(base)) continue;
      const { ignored, unignored } = rules.test(path.slice(base.length));
      if (ignored) [excluded, isWanted] = [source, false];
      else if (unignored) [excluded, isWanted] = [undefined, true];
    }
    if (excluded !== undefined) return { reason: "excluded", part: path, rule: `${excluded} names it` };
    if (isWanted) return undefined;
    if (this.#include && !this.#include.ignores(path))
      return { reason: "excluded", part: path, rule: "no pattern of include in drift.json names it" };
    return this.#byConvention(path);
  }

  #byConvention(path: string): Exclusion | undefined {
    if (this.#attributes.length === 0) return byName(path) ?? this.#byPackages(path);
    const said = this.#said(path);
    if (said.generated && !ofTables.test(path)) return { reason: "generated", part: path, rule: said.rule };
    if (said.vendored && !this.#isOwn(path)) {
      const rule = `${said.rule}; "!${path}" in .driftignore takes it in`;
      return { reason: "vendored", part: path, rule, isMarked: true };
    }
    return said.vendored === false ? undefined : (byName(path) ?? this.#byPackages(path));
  }

  #byPackages(path: string): Exclusion | undefined {
    this.#copied ??= copiedInto(this.#paths);
    const part = this.#copied.find((folder) => path.startsWith(folder));
    if (part === undefined) return undefined;
    const rule = `packages of others are copied into ${part}; "!${part}" in .driftignore takes it in`;
    return { reason: "vendored", part, rule };
  }

  #said(path: string): Said {
    const said: Said = { rule: "" };
    for (const { base, source, line, covers, ...sets } of this.#attributes)
      if (path.startsWith(base) && covers(path.slice(base.length)))
        Object.assign(said, sets, { rule: `line ${line} of ${source} says so` });
    return said;
  }

  /** Whether a file lies in a package of files that nothing says others wrote. */
  #isOwn(path: string): boolean {
    const owner = ownerOf(path);
    if (owner === undefined) return false;
    this.#owners ??= this.#findOwners();
    return this.#owners.has(owner);
  }

  #findOwners(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const path of this.#paths) {
      const owner = ownerOf(path);
      if (owner === undefined || found.has(owner) || byName(path)) continue;
      if (!this.#said(path).vendored) found.add(owner);
    }
    return found;
  }
}

/** What a path's own names say. */
function byName(path: string): Exclusion | undefined {
  const part = vendoredPart(path);
  if (part === undefined) return undefined;
  return {
    reason: "vendored",
    part,
    rule: `${part} holds others' code by its name; "!${part}" in .driftignore takes it in`,
  };
}

const depth = (path: string): number => path.split("/").length;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Gone since it was listed, or unreadable: the listing tells.
    return undefined;
  }
}

function readAttributes(path: string, text: string): Attribute[] {
  if (!text.includes("linguist-")) return [];
  const found: Attribute[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [pattern, ...attributes] = line.trim().split(/\s+/);
    if (!pattern || pattern.startsWith("#")) continue;
    // `*.js linguist-vendored`, as Laravel's applications begin, keeps a language out of statistics: it says of no file whose it is.
    const vendored = /^\*\.\w+$/.test(pattern) ? undefined : setting(attributes, "linguist-vendored");
    const generated = setting(attributes, "linguist-generated");
    if (vendored === undefined && generated === undefined) continue;
    found.push({
      base: baseOf(path),
      source: path,
      line: at + 1,
      covers: coveredBy(pattern),
      ...(vendored !== undefined && { vendored }),
      ...(generated !== undefined && { generated }),
    });
  }
  return found;
}

/** Attributes go by a whole path: `frontend/*` are the files in that folder, and none below its folders. */
function coveredBy(pattern: string): (path: string) => boolean {
  const rules = ignore().add(pattern);
  const parts = pattern.replace(/^\//, "").split("/");
  const isLevel = parts.length > 1 && parts.at(-1)?.includes("*") && !pattern.includes("**");
  return (path) => (!isLevel || depth(path) === parts.length) && rules.ignores(path);
}

/** `name`, `name=true`, `-name`, `name=false`; undefined where it is not set. */
function setting(attributes: readonly string[], name: string): boolean | undefined {
  let value: boolean | undefined;
  for (const attribute of attributes) {
    if (attribute === name || attribute === `${name}=true`) value = true;
    else if (attribute === `-${name}` || attribute === `!${name}` || attribute === `${name}=false`) value = false;
  }
  return value;
}
