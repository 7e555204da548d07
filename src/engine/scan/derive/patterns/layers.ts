/** Constraints that the imports of all files show: which folders never import which, and who alone imports a package. */
import { isBuiltin } from "node:module";
import { wilson } from "./confidence.ts";
import type { Constraint, Witness } from "./constraint.ts";
import { commonFolder } from "./learn.ts";
import type { FileObservations } from "./observation.ts";
import type { Parts } from "./parts.ts";
import pythonModules from "./python-modules.json" with { type: "json" };
import { folderOf, isAside, lastOf, slug } from "./words.ts";

/** Files of a folder that import others of the repository, below which it says nothing. */
const leastImporters = 8;
/** Files of the other folder that import this one: the two know each other. */
const leastTraffic = 4;
const mostForbidden = 6;
const mostConfined = 8;
/** Files that import a package, below which it may stand in one folder by chance. */
const leastUsers = 6;
/** Files elsewhere that could have imported it. */
const leastOthers = 15;

/**
 * @param parts within each of them its own folders are compared; of who alone imports what from outside, only packages
 *   are wholes
 * @param own their names: what imports them says nothing of what lies outside
 */
export function learnLayers(files: readonly FileObservations[], parts: Parts, own: ReadonlySet<string>): Constraint[] {
  const isCode = ({ isTest, path }: FileObservations): boolean => !isTest && !isAside(path) && !testing.test(path);
  const code = files.filter(isCode);
  const tested = usersOf(files.filter((file) => !isCode(file)));
  const byPart = groupByPart(code, parts.folders);
  const byPackage = parts.arePackages ? byPart : groupByPart(code, []);
  const wholes = byPart.size > 1 ? [...byPart.values(), code] : [...byPart.values()];
  const found = [
    ...wholes.flatMap(oneWay),
    ...[...byPackage].flatMap(([part, of]) => confined(of, byPackage.size > 1 ? part : "", code, own, tested)),
  ];
  const ids = new Set<string>();
  return found.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Files by the innermost of the folders that they lie in; outside of all: under the empty name. */
function groupByPart(files: readonly FileObservations[], folders: readonly string[]): Map<string, FileObservations[]> {
  const deepest = [...folders].sort((a, b) => b.length - a.length);
  return Map.groupBy(files, ({ path }) => deepest.find((one) => path.startsWith(`${one}/`)) ?? "");
}

/** Which files import each package, by family and name. */
function usersOf(files: readonly FileObservations[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { path, external, family } of files)
    for (const { to } of external) {
      const known = users.get(`${family}\n${to}`) ?? [];
      users.set(`${family}\n${to}`, known);
      known.push(path);
    }
  return users;
}

/** Languages where what one file requires every file has. */
const requiredOnce = new Set(["ruby"]);
const testing = /(?:^|\/)(?:t|tests?|specs?|e2e)\//;

class Modules {
  readonly #root: string;

  constructor(files: readonly FileObservations[]) {
    this.#root = commonFolder(files.map(({ path }) => path));
  }

  /** The folder right below what all share; undefined of what lies at its top or elsewhere. */
  of(path: string): string | undefined {
    const from = this.#root === "" ? 0 : this.#root.length + 1;
    if (this.#root !== "" && !path.startsWith(`${this.#root}/`)) return undefined;
    const end = path.indexOf("/", from);
    // An import of Go leads to a folder.
    if (end < 0) return /\.[a-z0-9]+$/i.test(path) ? undefined : path;
    return path.slice(0, end);
  }
}

interface Edge {
  readonly files: Witness[];
  /** Of the languages of these files. */
  readonly families: Set<string>;
}

function oneWay(files: readonly FileObservations[]): Constraint[] {
  const modules = new Modules(files);
  const edges = new Map<string, Map<string, Edge>>();
  /** By folder and family, how many files import others of the repository. */
  const importers = new Map<string, Map<string, number>>();
  /** What is imported from elsewhere: of anything else it goes without saying that it is not. */
  const imported = new Set<string>();
  for (const { path, internal, family } of files) {
    const from = modules.of(path);
    const seen = new Set<string>();
    for (const { to, line } of internal) {
      const target = modules.of(to);
      if (target === undefined || target === from || seen.has(target)) continue;
      seen.add(target);
      imported.add(target);
      if (from === undefined) continue;
      const out = edges.get(from) ?? new Map<string, Edge>();
      edges.set(from, out);
      const edge = out.get(target) ?? { files: [], families: new Set() };
      out.set(target, edge);
      edge.files.push({ path, line });
      edge.families.add(family);
    }
    if (from === undefined || internal.length === 0) continue;
    const counted = importers.get(from) ?? new Map<string, number>();
    importers.set(from, counted);
    counted.set(family, (counted.get(family) ?? 0) + 1);
  }
  // What holds most of the code is imported by the little that lies around it: nothing is learnt from that.
  const most = files.length * 0.7;
  return [...importers].flatMap(([from, counted]) => {
    const all = [...counted.values()].reduce((sum, count) => sum + count, 0);
    return all > most ? [] : (never(from, counted, edges, imported) ?? []);
  });
}

/**
 * What a folder never imports though it is imported by it.
 *
 * @param counted its files that import others of the repository, by family
 */
function never(
  from: string,
  counted: ReadonlyMap<string, number>,
  edges: ReadonlyMap<string, ReadonlyMap<string, Edge>>,
  imported: ReadonlySet<string>,
): Constraint | undefined {
  // What lies around the sources imports them: that is no layer.
  if (/^(?:src|lib|source)$/.test(from)) return undefined;
  const own = edges.get(from);
  const families = new Set([...edges.values()].flatMap((out) => [...(out.get(from)?.families ?? [])]));
  // Files of another language could not import what imports these.
  const chances = [...families].reduce((sum, family) => sum + (counted.get(family) ?? 0), 0);
  if (chances < leastImporters) return undefined;
  const users = [...edges]
    .flatMap(([user, out]) => {
      const uses = imported.has(user) ? (out.get(from)?.files ?? []) : [];
      const back = own?.get(user)?.files ?? [];
      return uses.length >= leastTraffic && back.length <= chances * 0.02 && back.length * 10 <= uses.length
        ? [{ user, uses, back }]
        : [];
    })
    .sort((a, b) => b.uses.length - a.uses.length || (a.user < b.user ? -1 : 1))
    .slice(0, mostForbidden);
  if (users.length === 0) return undefined;
  const exceptions = users.flatMap(({ back }) => back);
  const importing = new Set(exceptions.map(({ path }) => path)).size;
  const confidence = Math.round(100 * wilson(chances - importing, chances));
  if (confidence < 50) return undefined;
  const others = users.map(({ user }) => user);
  const uses = users.flatMap((one) => one.uses.slice(0, 2));
  return {
    id: `structural/${slug(`layer ${lastOf(from)} below ${others.slice(0, 3).map(lastOf).join(" ")}`)}`.slice(0, 200),
    category: "structural",
    condition: `${
      importing === 0
        ? `${from}/ never imports`
        : `${importing} of ${chances} files of ${from}/ that import others ${importing > 1 ? "import" : "imports"}`
    } ${list(others)}, which ${others.length > 1 ? "import" : "imports"} it.`,
    guidance: `Keep imports of ${list(others)} out of ${from}/: what both need belongs below both.`,
    scope: from,
    chances,
    confidence,
    evidence: uses,
    exceptions,
  };
}

const isWithin = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`);

const list = (folders: readonly string[]): string => {
  const named = folders.map((one) => `${one}/`);
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} or ${named.at(-1)}` : (named[0] ?? "");
};

/** What a language brings along is no package: PHP's own classes, which stand in no namespace, Node's and Python's modules. */
function isBuiltIn(family: string, name: string): boolean {
  const [first = ""] = name.split(/[./:]/);
  // What reaches out of the program, by way of Go's own packages, is worth one place all the same.
  if (family === "go") return !name.split("/")[0]?.includes(".") && !reachingOut.test(name);
  if (family === "rust") return /^(?:std|core|alloc)$/.test(first);
  if (family === "java" || family === "kotlin") return /^(?:java|kotlin)$/.test(first) && !/^java\.sql\b/.test(name);
  if (family === "php") return !name.includes("\\");
  if (family === "python") return ofPython.has(first);
  return family === "js" && isBuiltin(name);
}

const reachingOut = /^(?:database\/sql|net\/(?:http|smtp|rpc)|os\/exec|plugin|syscall)$/;
const ofPython: ReadonlySet<string> = new Set(pythonModules.names);

/**
 * Packages that one folder alone imports.
 * @param part of the repository, outside of which nothing is said; empty: all that `everywhere` holds
 * @param tested which tests and scripts import each package: what more of them than of others do is a library for tests
 */
function confined(
  files: readonly FileObservations[],
  part: string,
  everywhere: readonly FileObservations[],
  own: ReadonlySet<string>,
  tested: ReadonlyMap<string, readonly string[]>,
): Constraint[] {
  const root = commonFolder(files.map(({ path }) => path));
  const users = new Map<string, (Witness & { family: string })[]>();
  const run = new Set<string>();
  for (const { path, external, family } of files)
    for (const { to, line, isOfTypes } of external) {
      if (!isOfTypes) run.add(`${family}\n${to}`);
      if (to.startsWith("_") || own.has(to) || isBuiltIn(family, to)) continue;
      const key = `${family}\n${to}`;
      const known = users.get(key) ?? [];
      users.set(key, known);
      known.push({ path, line, family });
    }
  const found = [...users].flatMap(([key, all]) => {
    // What lends types alone, as comments name them, is used nowhere.
    if ((tested.get(key)?.length ?? 0) > all.length || !run.has(key)) return [];
    if (all.length < leastUsers || requiredOnce.has(all[0]?.family ?? "")) return [];
    const folder = commonFolder(all.map(({ path }) => path));
    if (folder === "" || folder === root || root.startsWith(`${folder}/`)) return [];
    // What a package has beside its sources is what surrounds them.
    if (/^(?:src|lib|source)$/.test(lastOf(folder)) && folderOf(folder) === part) return [];
    const family = all[0]?.family ?? "";
    const alike = files.filter((one) => one.family === family);
    const inside = alike.filter(({ path }) => path.startsWith(`${folder}/`)).length;
    const outside = alike.length - inside;
    const share = inside / alike.length;
    if (outside < leastOthers || share > 0.4) return [];
    const name = key.slice(key.indexOf("\n") + 1);
    const isElsewhere = ({ path, external }: FileObservations): boolean =>
      !path.startsWith(`${folder}/`) && external.some(({ to }) => to === name);
    if (part === "" && everywhere.some(isElsewhere)) return [];
    // A part of the package is the package to whoever reads this.
    const isPart = (other: string): boolean => other.startsWith(key) && /^[.\\/:]/.test(other.slice(key.length));
    const isOutside = ({ path }: Witness): boolean => !path.startsWith(`${folder}/`);
    if ([...users].some(([other, by]) => isPart(other) && by.some(isOutside))) return [];
    // Of a vendor's namespaces each is a part of what it offers: one in a folder alone is how a framework is laid out.
    const vendor = family === "php" ? `${key.split("\\")[0]}\\` : undefined;
    if (vendor !== undefined && [...users].some(([other, by]) => other.startsWith(vendor) && by.some(isOutside)))
      return [];
    // How little of it chance explains: that so many files all lie in a folder of this size.
    const confidence = Math.round(100 * (1 - share ** all.length) * wilson(all.length, all.length));
    if (confidence < 50) return [];
    // Said of all files where it holds of all.
    const isAlone = (tested.get(key) ?? []).every((path) => path.startsWith(`${folder}/`) || !isWithin(path, part));
    return [{ name, folder, all, outside, confidence, isAlone }];
  });
  const ranked = found.sort((a, b) => b.all.length - a.all.length || (a.name < b.name ? -1 : 1));
  const vendorOf = ({ name, folder }: (typeof ranked)[number]) => `${name.split("\\")[0]} ${folder}`;
  return ranked
    .filter(
      (one, at) => !one.name.includes("\\") || ranked.findIndex((other) => vendorOf(other) === vendorOf(one)) === at,
    )
    .slice(0, mostConfined)
    .map(({ name, folder, all, confidence, isAlone }) => ({
      id: `structural/${slug(`${name} in ${lastOf(folder)} only`)}`.slice(0, 200),
      category: "structural" as const,
      condition: `${part === "" ? "" : `Of ${part}/, `}${folder}/ alone imports ${name}${isAlone ? "" : ", but for tests and scripts"}.`,
      guidance: `Use ${name} through what ${folder}/ offers; import it nowhere else${part === "" ? "" : ` in ${part}/`}.`,
      scope: folder,
      chances: all.length,
      confidence,
      evidence: all.map(({ path, line }) => ({ path, line })),
      exceptions: [],
    }));
}
