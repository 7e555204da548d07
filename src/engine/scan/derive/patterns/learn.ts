/** Learns patterns from what all files say: the answer that most give to a question, and who gives another. */
import type { PatternCategory } from "#contract/fact-words";
import { confidenceOf } from "./confidence.ts";
import { type Convention, total } from "./convention.ts";
import type { DeclaredPackages } from "./declared-packages.ts";
import type { Kinship } from "./kinship.ts";
import type { FileObservations, Place } from "./observation.ts";
import { folderOf, lastOf, slug } from "./words.ts";

export interface Pattern {
  readonly id: string;
  readonly category: PatternCategory;
  readonly name: string;
  readonly summary: string;
  readonly language: string | null;
  readonly scope: string | null;
  /** The part of the repository of which alone it is told, where the whole is at odds. */
  readonly part: string | null;
  readonly confidence: number;
  readonly occurrences: number;
  readonly outliers: number;
  readonly held: readonly Place[];
  readonly broken: readonly { readonly place: Place; readonly reason: string }[];
}

/** When files came, and when the newest commit was made. */
export interface Ages {
  readonly first: ReadonlyMap<string, number>;
  readonly now: number;
}

/** Of one file no more places than this count for how sure a pattern is: no single file decides. */
const mostOfFile = 5;
const leastShare = 0.7;
/** Where fewer give an answer, no more is asked: what they extend cannot be so many. */
const leastToAsk = 0.5;
/** In a part of the repository, where the whole is at odds. */
const leastShareOfPart = 0.8;
const mostParts = 3;
const leastPlaces = 5;

/** All answers to one question of one thing, in one family of languages. */
export interface Asked {
  readonly convention: Convention;
  readonly family: string;
  readonly group: string | null;
  readonly answers: ReadonlyMap<string, readonly Place[]>;
}

export function gather(files: readonly FileObservations[], conventions: ReadonlyMap<string, Convention>): Asked[] {
  type Gathered = Omit<Asked, "answers"> & { readonly answers: Map<string, Place[]> };
  const asked: Gathered[] = [];
  const families = new Map<string, Map<Convention, Map<string | null, Gathered>>>();
  for (const { family, observations } of files) {
    const own = families.get(family) ?? new Map<Convention, Map<string | null, Gathered>>();
    families.set(family, own);
    for (const one of observations) {
      const convention = conventions.get(one.convention);
      if (!convention) continue;
      const groups = own.get(convention) ?? new Map<string | null, Gathered>();
      own.set(convention, groups);
      let known = groups.get(one.group);
      if (!known) {
        known = { convention, family, group: one.group, answers: new Map() };
        groups.set(one.group, known);
        asked.push(known);
      }
      const places = known.answers.get(one.variant);
      if (places) places.push(one);
      else known.answers.set(one.variant, [one]);
    }
  }
  return asked.map((one) => ({ ...one, answers: one.convention.weigh?.(one.answers) ?? one.answers }));
}

/** What learning goes by besides answers. */
export interface Known {
  /** Folders of the repository's packages, or what divides it at its top. */
  readonly parts: readonly string[];
  readonly ages: Ages;
  readonly kinship: Kinship;
  readonly declared: DeclaredPackages;
}

export function learn(asked: readonly Asked[], { parts, ages, kinship, declared }: Known): Pattern[] {
  return asked.flatMap((one) => {
    if (one.convention.isUnseen?.((name) => declared.has(one.family, name), one.answers)) return [];
    if (one.convention.isOpen) return open(one, ages, kinship);
    const whole = closed(withoutBases(one, kinship), ages, leastShare, null);
    if (whole) return [whole];
    const most = Math.max(...[...one.answers.values()].map(countOf));
    if (most < (one.convention.minimum ?? leastPlaces) * 2) return [];
    const found = parts.flatMap((part) => closed(within(one, part), ages, leastShareOfPart, part) ?? []);
    const ranked = found.sort((a, b) => b.held.length - a.held.length || (a.id < b.id ? -1 : 1));
    // A package inside of another that says the same adds nothing.
    const widest = ranked.filter(({ scope }) => !ranked.some((other) => scope?.startsWith(`${other.scope}/`)));
    return widest.slice(0, mostParts);
  });
}

/** The answer that most give, where enough do and it is worth telling. */
function closed(
  { convention, family, group, answers }: Asked,
  ages: Ages,
  least: number,
  part: string | null,
): Pattern | undefined {
  const ranked = [...answers]
    .map(([answer, places]) => ({ answer, places, count: countOf(places) }))
    .sort((a, b) => b.count - a.count || (a.answer < b.answer ? -1 : 1));
  const [first, ...rest] = ranked;
  if (!first) return undefined;
  const { answer: variant, places: held } = first;
  if (convention.isSilent?.(variant, group ?? "")) return undefined;
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  // Most questions have no answer that prevails: nothing more is asked of them.
  if (first.count / (first.count + others) < least) return undefined;
  const broken = rest.flatMap(({ answer, places }) => {
    const reason = convention.reason(answer, group ?? "");
    return places.map((place) => ({ place, reason }));
  });
  return told({ convention, family, group, variant, held, broken, others }, ages, least, part);
}

/** Answers without those of what the classes extend that give the most frequent one. */
function withoutBases(asked: Asked, kinship: Kinship): Asked {
  const [first, ...rest] = [...asked.answers].sort(([, a], [, b]) => countOf(b) - countOf(a));
  if (!asked.convention.isOfClasses || !first || rest.length === 0) return asked;
  const held = new Set(first[1].map(({ symbol }) => symbol));
  const kept = rest.map(([variant, places]) => [variant, places.filter((it) => !kinship.isBaseOf(it, held))] as const);
  return { ...asked, answers: new Map([first, ...kept.filter(([, places]) => places.length > 0)]) };
}

function open({ convention, family, group, answers }: Asked, ages: Ages, kinship: Kinship): Pattern[] {
  const all = answers.get(total) ?? [];
  const countAll = countOf(all);
  return [...answers].flatMap(([variant, own]) => {
    if (variant === total || convention.isSilent?.(variant, group ?? "")) return [];
    if (countOf(own) < Math.max(convention.minimum ?? leastPlaces, countAll * leastToAsk)) return [];
    const following = new Set(own.map(({ path }) => path));
    const symbols = new Set(own.map(({ symbol }) => symbol));
    const apart = all.filter(({ path }) => !following.has(path));
    const isOfClasses = convention.isOfClasses === true;
    const indirect = isOfClasses ? apart.filter((one) => kinship.followsByBase(one, variant)) : [];
    const left = apart.filter((one) => !indirect.includes(one));
    const broken = left.filter((one) => !isOfClasses || !kinship.isBaseOf(one, symbols));
    const held = [...own, ...indirect];
    const chances = countAll - (countOf(left) - countOf(broken));
    // Who does so by what it extends makes no convention, and breaks none.
    if (countOf(own) < chances * leastShare) return [];
    const others = chances - countOf(held);
    const reason = convention.reason(variant, group ?? "");
    const said = broken.map((place) => ({ place, reason }));
    return told({ convention, family, group, variant, held, broken: said, others }, ages, leastShare, null) ?? [];
  });
}

interface Found {
  readonly convention: Convention;
  readonly family: string;
  readonly group: string | null;
  readonly variant: string;
  readonly held: readonly Place[];
  readonly broken: Pattern["broken"];
  readonly others: number;
}

function told(
  { convention, family, group, variant, held, broken, others }: Found,
  ages: Ages,
  least: number,
  part: string | null,
): Pattern | undefined {
  const occurrences = countOf(held);
  const { minimum = leastPlaces, minimumFiles = 3 } = convention;
  if (occurrences < minimum * (part === null ? 1 : 2) || held.length < minimumFiles) return undefined;
  // That what lies in `e2e_tests/` lies in `e2e_tests/` says nothing.
  const folder = /^in (\S+) folders$/.exec(variant)?.[1];
  if (part !== null && folder !== undefined && `/${part}/`.includes(`/${folder}`)) return undefined;
  if (occurrences / (occurrences + others) < least) return undefined;
  const chosen = capped(held);
  const against = Math.min(capped(broken.map(({ place }) => place)) || others, others);
  if (chosen / (chosen + against) < least) return undefined;
  const confidence = confidenceOf({
    held: chosen,
    chances: chosen + against,
    files: held.length,
    age: ageOf(held, ages),
  });
  if (confidence < 50) return undefined;
  const about = convention.id === convention.category ? "" : `${convention.id} `;
  const scope = part ?? commonFolder([...held, ...broken.map(({ place }) => place)].map(({ path }) => path));
  return {
    id: idOf(`${family} ${about}${group ?? ""} ${variant}`, convention, part),
    category: convention.category,
    name: `${convention.name(variant, group ?? "")}${part === null ? "" : ` in ${lastOf(part)}`}`.slice(0, 120),
    summary: within400(convention.summary(variant, group ?? ""), part),
    language: family,
    scope: scope || null,
    part,
    confidence,
    occurrences,
    outliers: others,
    held,
    broken,
  };
}

const idOf = (said: string, { category }: Convention, part: string | null): string =>
  `${category}/${slug(said)}${part === null ? "" : `-in-${slug(lastOf(part), 50)}`}`;

const within400 = (summary: string, part: string | null): string => withinPart(summary, part).slice(0, 400);

/** A sentence about the whole repository, told of a part of it. */
export const withinPart = (sentence: string, part: string | null): string =>
  part === null ? sentence : `In ${part}/: ${sentence.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}`;

export const countOf = (places: readonly Place[]): number => places.reduce((sum, { count }) => sum + count, 0);

const capped = (places: readonly Place[]): number =>
  places.reduce((sum, { count }) => sum + Math.min(count, mostOfFile), 0);

const within = (asked: Asked, part: string): Asked => ({
  ...asked,
  answers: new Map(
    [...asked.answers]
      .map(([variant, places]) => [variant, places.filter(({ path }) => path.startsWith(`${part}/`))] as const)
      .filter(([, places]) => places.length > 0),
  ),
});

function ageOf(places: readonly Place[], { first, now }: Ages): number | null {
  const times = places.flatMap(({ path }) => first.get(path) ?? []);
  return times.length === 0 ? null : now - Math.min(...times);
}

/** The deepest folder that holds all paths; empty at the root. */
export function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? "");
  for (const path of paths) while (common !== "" && !path.startsWith(`${common}/`)) common = folderOf(common);
  return common;
}
