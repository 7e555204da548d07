/** What of a function's parameters comes from outside when it is entered. The words are `requests.json`. */
import words from "./requests.json" with { type: "json" };

export interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly default?: string;
  /** It takes all that is left. */
  readonly rest?: boolean;
}

/** Hold a request wherever they stand. */
export const globals: ReadonlySet<string> = new Set(words.globals);
/** Those of scripts that are asked themselves. */
export const scriptGlobals: ReadonlySet<string> = new Set(words.globals.filter((name) => name.startsWith("$_")));
/** Hold it in handlers that are written in place. */
export const inline: readonly string[] = words.inline;
/** The methods by which a class handles. */
export const methods: readonly string[] = words.methods;

const notNames = new Set(words.notNames);
const notTypes = new Set(words.notTypes);
const plain = new Set(words.plain);

/**
 * The names of parameters that hold what was asked: not what is handed in to work with, nor to answer by.
 *
 * @param injecting of languages whose frameworks hand in what a handler names: types whose values were read from where
 *   data is kept, and whether the route has a place for texts; a text without one is a setting
 */
export function asked(
  parameters: readonly Parameter[],
  injecting?: { readonly stored: ReadonlySet<string>; readonly hasPlace: boolean },
): string[] {
  const stored = injecting?.stored;
  return parameters
    .filter(({ name, type, default: given }) => {
      if (notNames.has(bare(name)) || words.notDefaults.some((one) => given?.includes(one))) return false;
      const names = type?.match(/\w+/g) ?? [];
      if (injecting?.hasPlace === false && names.length === 1 && plain.has(String(names[0]))) return false;
      return !names.some(
        (one) => stored?.has(one) || notTypes.has(one) || words.notEndings.some((end) => one.endsWith(end)),
      );
    })
    .flatMap(({ name }) => namesOf(name));
}

/** How the second parameter of a resolver is called, which holds what was asked: `(parent, args, context)`. */
const ofArguments = /^(?:_*|_*(?:args?|arguments|input|params)|\{.*)$/s;

/** What a resolver takes without what the one above it gave, where its second parameter says that it takes that. */
export function withoutParent(parameters: readonly Parameter[]): readonly Parameter[] {
  const [, second] = parameters;
  return second && ofArguments.test(second.name) ? parameters.slice(1) : parameters;
}

/** The names that a parameter binds: its own, or those of the pattern that it is. */
export const namesOf = (name: string): string[] =>
  /^[{[(]/.test(name) ? (name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) : [name];

/** Without the marks of variables. */
export const bare = (name: string): string => name.replace(/^[$@&*.]+/, "");

/** Converters and constraints of routes of which values come that hold no text of others' choice. */
const harmless =
  /^(?:int|integer|long|float|decimal|double|bool|guid|uuid|slug|datetime|alpha)\b|^\^?(?:\\d|\[0-9\])[+*{\d,}]*\$?$/;
/** Those that take several segments. */
const several = /path|\.\*|\.\+/;

/**
 * The parameters of a handler that are single segments of its route's path: `segment`, which holds no slash, or `value`,
 * of which the route takes numbers and the like alone. `{name}`, `<name>`, `<int:name>`, `{name:int}`.
 */
export function segmentsOf(route: string | null): ReadonlyMap<string, "segment" | "value"> {
  const segments = new Map<string, "segment" | "value">();
  for (const [, before, angled, curly, constraint] of route?.matchAll(
    /<(?:([\w.()=,]+):)?(\w+)>|\{(\w+)\??(?::((?:[^{}]|\{[^{}]*\})*))?\}/g,
  ) ?? []) {
    const name = angled ?? curly;
    const kind = before ?? constraint ?? "";
    if (name === undefined || several.test(kind)) continue;
    segments.set(name, harmless.test(kind) ? "value" : "segment");
  }
  return segments;
}

/**
 * What a parameter of a handler is of its route's path; undefined: no segment. One that bears no segment's name, as an
 * annotation may say (`@PathParam("id") String fileId`), is the one that its name ends with, where it is the first such.
 */
export function segmentOf(
  name: string,
  all: readonly string[],
  segments: ReturnType<typeof segmentsOf>,
): "segment" | "value" | undefined {
  const own = segments.get(bare(name));
  if (own !== undefined) return own;
  const isNamed = (segment: string): boolean => all.some((one) => bare(one) === segment);
  const ends = (one: string, segment: string): boolean =>
    bare(one).endsWith(segment.charAt(0).toUpperCase() + segment.slice(1)) || bare(one).endsWith(`_${segment}`);
  const isMeant = (segment: string): boolean => !isNamed(segment) && all.find((one) => ends(one, segment)) === name;
  return [...segments].find(([segment]) => isMeant(segment))?.[1];
}
