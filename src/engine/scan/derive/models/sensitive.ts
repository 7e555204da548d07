/** Which fields of models are to be handled with care, by type, annotation and name. The words are `sensitive.json`. */
import type { Sensitivity } from "#contract/fact-words";
import vocabulary from "./sensitive.json" with { type: "json" };

export interface SensitiveField {
  readonly kind: Sensitivity;
  /** What speaks for it, as people are told. */
  readonly reason: string;
}

interface Asked {
  readonly name: string;
  readonly type: string | null;
  readonly key: string | null;
  /** The model's name. */
  readonly of?: string;
  /** As written, without what they are given. */
  readonly annotations: readonly string[];
}

const terms = Object.entries(vocabulary.terms).flatMap(([kind, list]) =>
  list.map((term) => ({ kind: kind as Sensitivity, term: term.split(" ") })),
);
/** Words that tell where nothing stands behind them. */
const last = Object.entries(vocabulary.last).flatMap(([kind, list]) =>
  list.map((term) => ({ kind: kind as Sensitivity, term: [term] })),
);
/** Models whose field of a name is what they are about: of API keys the `key`, of recovery codes the `code`. */
const subjects = new Map(
  Object.entries({ key: vocabulary.keyOf, code: vocabulary.codeOf }).map(
    ([field, models]) => [field, models.map((term) => term.split(" "))] as const,
  ),
);
/** Numbers, which tell how many or how often, and lists of such: what is named before other words is not in them. */
const numbers =
  /^(?:[iu](?:8|16|32|64|128|size)|(?:(?:big|small|medium|tiny|positive|auto)*int(?:eger)?|float|double|decimal|numeric|number|real|jsonb?)(?:field)?\d*(?:\(.*)?)$/;
const types = new Map(Object.entries(vocabulary.types)) as ReadonlyMap<string, Sensitivity>;
const annotations = new Map(Object.entries(vocabulary.annotations)) as ReadonlyMap<string, Sensitivity>;
/** What has a full name, and is nobody. */
const ofThings = new Set(vocabulary.ofThings);
/** What lies somewhere and is nobody: its phone is the code that is dialled, its postcode everybody's there. */
const ofPlaces = new Set(vocabulary.ofPlaces);
/** Whose address somebody came from: a machine of the program's own has one too. */
const ofVisits = new Set(vocabulary.ofVisits);
const fromWhere =
  /^(?:sign|login|client|remote|user|last|request|created|registered|registration|visitor|author|source)$/;
/** What runs somewhere: its `pwd` is where. */
const ofRuns = new Set(vocabulary.ofRuns);
const notBehind = new Set(vocabulary.notBehind);
const notBefore = new Set(vocabulary.notBefore);

export function sensitivityOf(asked: Asked): SensitiveField | undefined {
  for (const annotation of asked.annotations) {
    const kind = annotations.get(annotation.toLowerCase());
    // Of which kind it is, its name says better than a mark that all such fields have.
    if (kind) return { kind: byItself(asked)?.kind ?? kind, reason: `annotated ${annotation}` };
  }
  return byItself(asked);
}

function byItself({ name, type, key, of }: Asked): SensitiveField | undefined {
  // A key leads to what is sensitive, and is not it.
  if (key !== null) return undefined;
  const plain = (type ?? "").toLowerCase().replace(/[?\s]|\|.*$/g, "");
  const kind = types.get(plain);
  if (kind) return { kind, reason: `of type ${type}` };
  const words = wordsOf(name);
  const isSubject = words.length === 1 && isAbout(of, words[0] ?? "");
  const found = [
    ...terms.map(({ kind, term }) => ({ kind, term, at: find(words, term) })),
    ...last.map(({ kind, term }) => ({ kind, term, at: words.at(-1) === term[0] ? words.length - 1 : -1 })),
    { kind: "credential" as const, term: words, at: isSubject ? 0 : -1 },
  ]
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.at + b.term.length - (a.at + a.term.length) || b.term.length - a.term.length)[0];
  if (!found) return undefined;
  const { term, at } = found;
  const isBirth = term.some((word) => /birth|dob/.test(word));
  if (!isBirth && vocabulary.notTypes.some((one) => plain.startsWith(one) || plain.endsWith(`.${one}`)))
    return undefined;
  if (!isBirth && /date|time/.test(plain)) return undefined;
  if (at + term.length < words.length && numbers.test(plain.replace(/[_ ]/g, ""))) return undefined;
  // A number by which something is found again is no secret: `key_hash bigint`.
  if (term.at(-1) === "hash" && numbers.test(plain.replace(/[_ ]/g, ""))) return undefined;
  if (words.slice(0, at).some((word) => notBefore.has(word))) return undefined;
  const isFullName = /^full ?name$/.test(term.join(" "));
  if (isFullName && [...wordsOf(of ?? ""), ...words.slice(0, at)].some((word) => ofThings.has(word))) return undefined;
  if (found.kind === "pii" && ofPlaces.has(wordsOf(of ?? "").at(-1) ?? "")) return undefined;
  const isOfVisit = () =>
    words.some((word) => fromWhere.test(word)) || wordsOf(of ?? "").some((word) => ofVisits.has(word));
  if (term.join() === "ip" && !isOfVisit()) return undefined;
  if (term.join() === "pwd" && wordsOf(of ?? "").some((word) => ofRuns.has(word))) return undefined;
  if (words.slice(at + term.length).some((word) => notBehind.has(word))) return undefined;
  return { kind: found.kind, reason: `named ${term.join(" ")}` };
}

/** Whether a model is about a field of a name, by which somebody enters: by the end of the model's name. */
function isAbout(model = "", field: string): boolean {
  const words = wordsOf(model);
  const terms = subjects.get(field) ?? [];
  return terms.some((term) => term.every((word, at) => words[words.length - term.length + at] === word));
}

/** `passwordHash`, `password_hash`, `APIKey` as words in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z]+)([A-Z][a-z])/g, "$1$3 $2$4")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Where a term's words stand last in a row in a name's; -1 where they do not. */
function find(words: readonly string[], term: readonly string[]): number {
  for (let at = words.length - term.length; at >= 0; at--)
    if (term.every((word, offset) => words[at + offset] === word)) return at;
  return -1;
}
