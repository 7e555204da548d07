/** What files say of how things are done, as their shares keep it. */
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Unit } from "#contract/unit";
import { eachShare, readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { Frameworks, unknown } from "#engine/scan/derive/tests/frameworks";
import { factsOf } from "./file-facts.ts";
import { type FileObservations, Gathered, type Place, type Reach } from "./observation.ts";
import { testFramework } from "./observers/tests.ts";
import { observers } from "./observers.ts";

type Kept = readonly [string, string | null, string, number, number, string | null, string | null, number];

/** Shares that are read at a time before anything else has its turn. */
const aheadAtOnce = 100;
/** Where of more than this share it is known what they say, the others are looked up one by one. */
const mostKnown = 0.75;

/** What files said when the last scan ended, read while there is nothing else to do: of all of them or of some. */
export class SaidBefore {
  readonly files = new Map<string, FileObservations>();

  /** @param isOver whether there is something else to do again */
  async read(db: DatabaseSync, isOver: () => boolean): Promise<void> {
    for (const [path, said] of eachShare(db, "said")) {
      if (this.files.size % aheadAtOnce === 0) await setImmediate();
      if (isOver()) return;
      this.files.set(path, decode(path, said));
    }
  }
}

/**
 * What all files say, in the order of their paths.
 *
 * @param before what was read ahead, and the files that say other things since
 */
export function observe(
  db: DatabaseSync,
  before?: { readonly said: SaidBefore; readonly differing: ReadonlySet<string> },
): FileObservations[] {
  const frameworks = new Frameworks(db);
  return sharesBut(db, before?.said.files.size ?? 0).map(([path, share]) => {
    const known = before?.differing.has(path) ? undefined : before?.said.files.get(path);
    return framed(known ?? decode(path, share()), frameworks);
  });
}

/** All shares in the order of their paths, to be read where they are asked for: at once, unless most are known. */
function sharesBut(db: DatabaseSync, known: number): [path: string, share: () => string][] {
  const paths = db.prepare("select path from share_said order by path").all() as { path: string }[];
  if (known < paths.length * mostKnown) return readShares(db, "said").map(([path, share]) => [path, () => share]);
  const read = shareReader(db, "said");
  return paths.map(({ path }) => [path, () => read(path) ?? ""]);
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
  const internal = new Map<string, number>();
  const external = new Map<string, number>();
  for (const { resolved, external: name, line } of file.imports) {
    if (resolved !== null && !internal.has(resolved)) internal.set(resolved, line);
    else if (resolved === null && name !== null && !external.has(name)) external.set(name, line);
  }
  return JSON.stringify([file.family, file.isTest ? 1 : 0, kept, [...internal], [...external]]);
}

function decode(path: string, said: string): FileObservations {
  type Reached = [string, number][];
  const [family, isTest, kept, internal, external] = JSON.parse(said) as [string, number, Kept[], Reached, Reached];
  const reaches = (list: Reached): Reach[] => list.map(([to, line]) => ({ to, line }));
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
  const isOpen = ({ convention, variant }: Place): boolean => convention === testFramework && variant === unknown;
  if (!file.observations.some(isOpen)) return file;
  const variant = frameworks.of(file.path, unknown);
  const observations = file.observations.flatMap((one) =>
    !isOpen(one) ? [one] : variant === unknown ? [] : [{ ...one, variant }],
  );
  return { ...file, observations };
}
