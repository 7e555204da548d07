/** In which order who is registered on one thing asks. */
import type { Guard, GuardOn, Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of guards that ask before all that is on their owner, before what stands above alone, before all others. */
export const [throughout, outermost] = ["throughout", "outermost"];
/** Of guards before all that is on their owner but what is mounted in front of it: they ask behind those that are put around. */
export const inside = "inside";
/** The name of mounts to which requests come before what they are on: whoever is put around that behind them has not asked. */
export const inFront = "in front";
/** The name of guards that ask before all that is on their owner, and before what is mounted there behind them. */
const ownThroughout = "own throughout";
/** The name of guards that ask before all that is on their owner, and before nothing that is mounted there. */
const ownAlone = "own alone";
/** Several of the second kind that are put around something together, of which the first asks first. */
const [above, aboveTogether] = ["above", "above together"];

/** Whether a guard asks wherever what is on its owner stands. */
export const isThroughout = ({ name }: Pick<GuardOn, "name">): boolean =>
  name === throughout || name === inside || name === outermost;

/** Whether a guard asks before what stands above it alone. */
export const isAbove = ({ name }: Pick<GuardOn, "name">): boolean => name === above || name === aboveTogether;

/** The name of guards that ask before what the same call registers alone. */
export const here = "here";
/** The name of guards that a plugin lends where it is used. */
export const lent = "lent";

/** Whether a guard asks before something of the same file by where both stand. */
export function isInFront(guard: GuardOn, of: Registration): boolean {
  const { line } = guard.at ?? guard;
  if (guard.name === here) return line === of.line && of.kind === "endpoint";
  if ((guard.name === ownThroughout || guard.name === ownAlone) && of.kind === "endpoint") return true;
  // Of what one call of a function registers, the order in the function decides.
  if (line === of.line && guard.at && of.made) return guard.path !== of.made.path || guard.line < of.made.line;
  if (line !== of.line) return isAbove(guard) ? line > of.line : line < of.line;
  // Of one line the order of its calls decides; what decorates something asks before that.
  const isCalled =
    guard.at === undefined && (guard.name === null || guard.name === lent) && guard.symbol !== guard.owner;
  if (!isCalled || guard.fact === undefined || of.fact === undefined) return true;
  return guard.fact < of.fact || of.framework !== guard.framework;
}

/**
 * Whether what is reached by a mount was registered in a function of JavaScript before what is registered on what the function
 * gives back.
 */
const isRegisteredBefore = ({ kind, framework, owner, symbol, path }: Registration, one: GuardOn): boolean =>
  one.name === null &&
  kind === "mount" &&
  framework === null &&
  /\.[cm]?[jt]sx?$/.test(path) &&
  (owner?.startsWith(`${symbol}()`) ?? false) &&
  one.symbol !== symbol;

/** Whether a guard stands beside the way to something. */
export const isApart = (of: Registration, one: GuardOn): boolean =>
  isRegisteredBefore(of, one) || isOfOther(of, one) || isOfMounted(of, one) || isBehind(of, one);

/** Whether requests come to something that is mounted in front before a guard is asked. */
const isBehind = (of: Registration, one: GuardOn): boolean =>
  of.kind === "mount" &&
  of.name === inFront &&
  (one.name === inside || (one.name === throughout && one.path === of.path && one.line > of.line));

/** Whether what is mounted has other routes than those that a guard is about alone. */
const isOfMounted = ({ kind, framework }: Registration, { name }: GuardOn): boolean =>
  name === ownAlone && kind === "mount" && framework !== null;

/** Whether what is mounted is an application by itself, before whose routes no dependencies of FastAPI's are put together. */
const isOfOther = ({ kind, framework }: Registration, one: GuardOn): boolean =>
  kind === "mount" && framework === "Starlette" && one.framework === "FastAPI";

/**
 * Guards on one thing in the order in which they ask. What is put around it last asks first, both of what stands around
 * all and of what stands around what is above.
 */
export function inOrder(guards: readonly GuardOn[]): readonly GuardOn[] {
  // What a function puts around what it is given is put there where that is called.
  const lineOf = ({ at, line }: GuardOn) => at?.line ?? line;
  const outer = guards
    .filter(({ name }) => name === outermost)
    .toSorted((a, b) => lineOf(a) - lineOf(b) || a.line - b.line);
  const layers: GuardOn[][] = [];
  for (const one of guards.filter(isAbove)) {
    const last = layers.at(-1);
    const [first] = last ?? [];
    const isTogether = first?.name === aboveTogether && askedAt(first) === askedAt(one);
    if (one.name === aboveTogether && last && isTogether) last.push(one);
    else layers.push([one]);
  }
  const others = guards.filter((one) => one.name !== outermost && !isAbove(one));
  const isLast = ({ name }: GuardOn) => name === inside || name === here;
  const last = others.some(({ name }) => name === inside) ? others.filter(isLast) : [];
  const first = last.length > 0 ? others.filter((one) => !isLast(one)) : others;
  const late = [inside, here].flatMap((name) => last.filter((one) => one.name === name));
  return [...outer.toReversed(), ...layers.toReversed().flat(), ...byLines(first), ...late];
}

/**
 * What decorates hooks of a file of Python is told before what calls put among them, but asks in the order of the lines.
 * Those of one file keep the places that they have together.
 */
function byLines(guards: readonly GuardOn[]): readonly GuardOn[] {
  const isHook = (one: GuardOn) => one.name === throughout && one.path.endsWith(".py");
  const placeOf = ({ path, at }: GuardOn) => `${path} ${at?.path}:${at?.line}`;
  const sorted = Map.groupBy(guards.filter(isHook), placeOf);
  for (const [place, all] of sorted) {
    sorted.set(
      place,
      all.toSorted((a, b) => a.line - b.line),
    );
  }
  const next = new Map<string, number>();
  return guards.map((one) => {
    if (!isHook(one)) return one;
    const place = placeOf(one);
    const at = next.get(place) ?? 0;
    next.set(place, at + 1);
    return sorted.get(place)?.[at] ?? one;
  });
}

/** The place of the call that puts several around what is above it: what one call is given is together. */
const askedAt = ({ path, line }: GuardOn): string => `${path}:${line}`;

/** Where in a list of guards those of one stage ask; of all stages that have no place before. */
export const placeOfStage = (stage: string = every): Guard => ({ name: "", symbol: null, stage });
const every = "*";
const isPlace = ({ name, stage }: Guard): boolean => name === "" && stage !== undefined;

/** Guards with those that have a stage where its place is; of such places, one that takes all is the last. */
export function inStages(guards: readonly Guard[]): readonly Guard[] {
  if (!guards.some(isPlace)) return inPhases(guards);
  let staged = guards.filter((one) => one.stage !== undefined && !isPlace(one));
  const placed = guards.flatMap((one) => {
    if (!isPlace(one)) return one.stage === undefined ? [one] : [];
    const isHere = ({ stage }: Guard) => one.stage === every || one.stage === stage;
    const here = staged.filter(isHere);
    staged = staged.filter((it) => !isHere(it));
    return here;
  });
  return inPhases(placed);
}

/** The parts of Fastify's lifecycle in which something asks, in their order: all of one before any of the next. */
export const phases = ["onRequest", "preParsing", "preValidation", "preHandler"];
/** The stage of hooks that are asked when routes are registered, and may put others before their handlers. */
export const ofRoutes = "onRoute";

/** Guards by the phase in which they ask; one that has none stays behind what it stands behind. */
function inPhases(guards: readonly Guard[]): readonly Guard[] {
  let last = 0;
  const placed = guards.map((guard) => {
    // What it puts before handlers stands behind what these list.
    if (guard.stage === ofRoutes) return { guard, at: phases.length };
    const at = phases.indexOf(guard.stage ?? "");
    last = at < 0 ? last : at;
    return { guard, at: last };
  });
  return placed.toSorted((a, b) => a.at - b.at).map(({ guard }) => guard);
}
