/** What files say of how things are done, as their shares keep it: `crates/shares/src/said` writes it. */
import type { DatabaseSync } from "node:sqlite";
import { unknownFramework } from "#contract/fact-words";
import type { Ahead } from "#engine/scan/ahead";
import { Frameworks } from "#engine/scan/derive/tests/frameworks";
import { testFramework } from "./conventions/tests.ts";
import { readSaid } from "./kept-said.ts";
import type { FileObservations, Place, Reach } from "./observation.ts";

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
