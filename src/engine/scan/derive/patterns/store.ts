/** What files say of how things are done, as their shares keep it. */
import type { DatabaseSync } from "node:sqlite";
import { unknownFramework } from "#contract/fact-words";
import type { Unit } from "#contract/unit";
import type { Ahead } from "#engine/scan/ahead";
import { Frameworks } from "#engine/scan/derive/tests/frameworks";
import { factsOf } from "./file-facts.ts";
import { readSaid } from "./kept-said.ts";
import { type FileObservations, Gathered, type Place, type Reach } from "./observation.ts";
import { testFramework } from "./observers/tests.ts";
import { observers } from "./observers.ts";

type Reached = [to: string, line: number, isOfTypes: number];
type Kept = readonly [string, string | null, string, number, number, string | null, string | null, number];

/**
 * What all files say, in the order of their paths.
 *
 * @param kept what was kept of it, where that was read ahead
 */
export function observe(db: DatabaseSync, kept?: Ahead<FileObservations[] | undefined>): FileObservations[] {
  const frameworks = new Frameworks(db);
  return readSaid(db, decode, kept).map((file) => framed(file, frameworks));
}

/** What a file says, to be kept; null where nothing is learnt from it. */
export function said(unit: Unit): string | null {
  const file = factsOf(unit);
  if (!file) return null;
  const gathered = new Gathered();
  for (const { observe: look } of observers) look(file, gathered);
  const kept = gathered
    .all()
    .map(
      ({ convention, group, variant, line, endLine, symbol, quote, count }): Kept => [
        convention,
        group,
        variant,
        line,
        endLine,
        symbol,
        quote,
        count,
      ],
    );
  const reached = { internal: new Map<string, Reach>(), external: new Map<string, Reach>() };
  for (const { resolved, external, line, type_only } of file.imports) {
    const to = resolved ?? external;
    if (to === null) continue;
    const into = resolved === null ? reached.external : reached.internal;
    const known = into.get(to);
    into.set(to, { to, line: known?.line ?? line, isOfTypes: type_only === 1 && known?.isOfTypes !== false });
  }
  const pairs = (all: ReadonlyMap<string, Reach>): Reached[] =>
    [...all.values()].map(({ to, line, isOfTypes }) => [to, line, isOfTypes ? 1 : 0]);
  return JSON.stringify([file.family, file.isTest ? 1 : 0, kept, pairs(reached.internal), pairs(reached.external)]);
}

function decode(path: string, said: string): FileObservations {
  const [family, isTest, kept, internal, external] = JSON.parse(said) as [string, number, Kept[], Reached[], Reached[]];
  const reaches = (list: readonly Reached[]): Reach[] =>
    list.map(([to, line, ofTypes]) => ({ to, line, isOfTypes: ofTypes === 1 }));
  const observations = kept.map(
    ([convention, group, variant, line, endLine, symbol, quote, count]): Place => ({
      convention,
      group,
      variant,
      line,
      endLine,
      symbol,
      quote,
      count,
      path,
    }),
  );
  return { path, family, isTest: isTest === 1, observations, internal: reaches(internal), external: reaches(external) };
}

/** With whose tests a file's are, which the manifests say where it does not. */
function framed(file: FileObservations, frameworks: Frameworks): FileObservations {
  const isOpen = ({ convention, variant }: Place): boolean =>
    convention === testFramework && variant === unknownFramework;
  if (!file.observations.some(isOpen)) return file;
  const variant = frameworks.of(file.path, unknownFramework);
  const observations = file.observations.flatMap((one) =>
    !isOpen(one) ? [one] : variant === unknownFramework ? [] : [{ ...one, variant }],
  );
  return { ...file, observations };
}
