/** Where something is done: the folder, or the folders of one name, that hold nearly all places of it. */
import { confidenceOf } from "./confidence.ts";
import { type Ages, commonFolder, countOf, type Pattern } from "./learn.ts";
import type { FileObservations, Place } from "./observation.ts";
import { fileOf, folderOf, isAside, lastOf, slug } from "./words.ts";

const leastShare = 0.85;
/** More of the repository's files than this is no place. */
const mostOfRepository = 0.5;

export interface Subject {
  readonly id: string;
  readonly category: Pattern["category"];
  /** "Data access" */
  readonly what: string;
  /** "is read and written" */
  readonly verb: string;
  readonly least: number;
}

const data: Subject = { id: "place", category: "data-access", what: "The database", verb: "is asked", least: 8 };
const environment: Subject = {
  id: "environment",
  category: "config",
  what: "The environment",
  verb: "is read",
  least: 5,
};

export function learnPlaces(files: readonly FileObservations[], ages: Ages): Pattern[] {
  const families = [...new Set(files.map(({ family }) => family))].sort();
  // A folder is a place among the files of its language: `web/` holds all TypeScript anyway.
  return families.flatMap((family) => {
    const own = files.filter((file) => file.family === family && !isAside(file.path));
    const code = own.filter(({ isTest }) => !isTest).map(({ path }) => path);
    const seen = (variant: string): Place[] =>
      own.flatMap(({ observations }) =>
        observations.filter((one) => one.convention === "place" && one.variant === variant),
      );
    return [data, environment].flatMap(
      (subject) => placed(subject, seen(subject.id === "place" ? "data" : "environment"), code, ages) ?? [],
    );
  });
}

interface Candidate {
  readonly said: string;
  readonly slug: string;
  readonly holds: (path: string) => boolean;
}

export function placed(
  subject: Subject,
  places: readonly Place[],
  code: readonly string[],
  ages: Ages,
): Pattern | undefined {
  const all = countOf(places);
  if (all < subject.least) return undefined;
  const candidates = [...folders(places), ...roles(places), ...endings(places)]
    .map((one) => ({
      one,
      share: countOf(places.filter(({ path }) => one.holds(path))) / all,
      size: code.filter(one.holds).length / Math.max(1, code.length),
    }))
    .filter(({ share, size }) => share >= leastShare && size <= mostOfRepository)
    .sort((a, b) => a.size - b.size || b.share - a.share || (a.one.slug < b.one.slug ? -1 : 1));
  const best = candidates[0]?.one;
  if (!best) return undefined;
  const held = places.filter(({ path }) => best.holds(path));
  const broken = places
    .filter(({ path }) => !best.holds(path))
    .map((place) => ({ place, reason: `stands outside of ${best.said}` }));
  const outliers = all - countOf(held);
  const times = held.flatMap(({ path }) => ages.first.get(path) ?? []);
  const age = times.length === 0 ? null : ages.now - Math.min(...times);
  // A single file is the narrowest of places, not a thin ground.
  const confidence = confidenceOf({ held: countOf(held), chances: all, files: Math.max(3, held.length), age });
  if (confidence < 50) return undefined;
  return {
    id: `${subject.category}/${subject.id}-${best.slug}`.slice(0, 200),
    category: subject.category,
    name: `${subject.what} ${subject.verb} in ${best.said}`.slice(0, 120),
    summary: `${subject.what} ${subject.verb} in ${best.said}${broken.length === 0 ? " only" : ""}.`.slice(0, 400),
    language: null,
    scope: commonFolder(held.map(({ path }) => path)) || null,
    part: null,
    confidence,
    occurrences: countOf(held),
    outliers,
    held,
    broken,
  };
}

/** Folders at the top that hold what an application is made of: that something is done there says nothing. */
const ofApplication = new Set(["app", "src", "lib", "source", "internal", "pkg"]);

/** Every folder above a place, and the file itself. */
function folders(places: readonly Place[]): Candidate[] {
  const found = new Set<string>();
  for (const { path } of places)
    for (let at = path; at !== ""; at = folderOf(at)) if (!ofApplication.has(at)) found.add(at);
  return [...found].map((at) => ({
    said: places.some(({ path }) => path === at) ? at : `${at}/`,
    slug: slug(lastOf(at)),
    holds: (path) => path === at || path.startsWith(`${at}/`),
  }));
}

/** Names of folders in which all code of a package lies. */
const ofAllCode = new Set(["", "src", "source", "main", "java", "kotlin"]);

/** Folders of one name, wherever they lie. */
function roles(places: readonly Place[]): Candidate[] {
  const names = new Set(places.map(({ path }) => lastOf(folderOf(path))));
  const several = [...names].filter(
    (name) =>
      !ofAllCode.has(name) &&
      new Set(places.filter(({ path }) => lastOf(folderOf(path)) === name).map(({ path }) => folderOf(path))).size > 1,
  );
  return several.map((name) => ({
    said: `folders named ${name}/`,
    slug: slug(name),
    holds: (path) => lastOf(folderOf(path)) === name,
  }));
}

/** Files of one ending: `*.repository.ts`, `*Repository.java`, `*_store.go`. */
function endings(places: readonly Place[]): Candidate[] {
  const names = new Map<string, Set<string>>();
  for (const { path } of places) {
    const found = /(?:[a-z0-9](?=[A-Z])|(?=[._]))((?:[A-Z][a-z]+|[._][a-z]+)\.[a-z]+)$/.exec(fileOf(path))?.[1];
    if (found) names.set(found, (names.get(found) ?? new Set()).add(path));
  }
  return [...names]
    .filter(([, paths]) => paths.size > 1)
    .map(([ending]) => ({
      said: `files named *${ending}`,
      slug: slug(ending),
      holds: (path) => path.endsWith(ending),
    }));
}
