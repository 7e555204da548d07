/** Why: the sentences of a message that give a reason. */
import { shorten } from "#engine/scan/shorten";
import { asSentence, isSquashed, type Paragraph, paragraphsOf, sentencesOf } from "./message.ts";

/** Characters of a reason. */
const longest = 600;

/** A purpose, or a cause: a cause alone is often that of a fault. */
type Marker = "purpose" | "cause";

const markers: readonly (readonly [kind: Marker, pattern: RegExp])[] = [
  [
    "purpose",
    /\bwe(?:'ve| have)? (?:decided|chose|opted|prefer)\b|\b(?:decided|chose|opted) (?:to|for|against|not)\b|\bso that\b|\bin order to\b/i,
  ],
  [
    "purpose",
    /(?<!\b(?:how|ways?|able|unable|need\w*|try\w*|tries|tried|wants?|hard|possible|impossible|best|supposed|used|care|careful|fails?|failed|workaround) )\bto (?:avoid|prevent|reduce|make it (?:easier|possible|clear)|simplify|speed up|ensure)\b/i,
  ],
  [
    "cause",
    /\bbecause\b(?! of)|\bthe (?:main |only )?(?:reason|motivation|rationale) (?:\w+ ){0,6}is\b|\bno longer (?:needed|necessary|required|used|maintained|supported)\b|\b(?:is|are|was|were|been) (?:deprecated|unmaintained|abandoned|archived|end[- ]of[- ]life)\b/i,
  ],
];

export interface Reason {
  readonly text: string;
  readonly marker: Marker;
}

/** What tells of a fault rather than of a choice. */
const isFault =
  /\b(?:crash\w*|fail(?:s|ed|ing|ure|ures)?|errors?|broke|broken|breaks|bugs?|panic\w*|wrong|wrongly|incorrect\w*|regress\w*|didn't|did not|doesn't work|isn't|wasn't|weren't|couldn't|missing|invalid|unexpected\w*|mistaken\w*|accidental\w*|forgot\w*|leaks?|leaked|flaky|hang|hangs|hung|deadlock\w*|race|typo|abort\w*|malformed|corrupt\w*|stuck|fix(?:e[sd])?|issues?|problems?|twice)\b/i;
/** What a reader cannot rely on. */
const isLoose =
  /\?$|^(?:no |not |it (?:went|had been|has been|used to) |there (?:is|are|was) no |this (?:does|did|is|should)(?:n't| not) |safe |it(?:'s| is) safe )|\b(?:review|please|less likely|more likely|also|still|todo|fixme|maybe|perhaps|not sure|i think|i guess|i believe|probably|hopefully|wip)\b|^(?:note|see|cf|nb)\b/i;

function judge(sentence: string): Reason | undefined {
  if (sentence.length < 30 || sentence.length > 500 || sentence.split(" ").length < 6 || isLoose.test(sentence))
    return undefined;
  // What looks like a log, a path list or code is no prose.
  if ((sentence.match(/[{}<>|=;\\]/g) ?? []).length > 6) return undefined;
  const found = markers.find(([, pattern]) => pattern.test(sentence));
  if (!found || (found[0] === "cause" ? isFault : isPast).test(sentence)) return undefined;
  return { text: sentence, marker: found[0] };
}

/** What was so before: a purpose there is not this commit's. */
const isPast =
  /\b(?:previous(?:ly)?|formerly|used to|currently|until now|before this|was|were|had|the old|lacked|forced|forcing|originally|initially)\b/i;

/** The body's prose, without what tools and squashing put there. */
export const proseOf = (body: string): readonly Paragraph[] => (isSquashed(body) ? [] : paragraphsOf(body));

/** Reasons that the prose gives, as they stand. */
export const reasonsIn = (paragraphs: readonly Paragraph[]): Reason[] =>
  paragraphs.flatMap(({ text }) => {
    const sentences = sentencesOf(text);
    return sentences.flatMap((sentence, at) => {
      const before = at > 0 && pointing.test(sentence) ? `${sentences[at - 1]} ` : "";
      return judge(sentence) && before !== "" ? (judge(before + sentence) ?? []) : (judge(sentence) ?? []);
    });
  });

/** What begins so speaks of the sentence before it. */
const pointing = /^(?:That|Those|They|It)\b/;

/** Whether a text tells of a fault. */
export const tellsOfFault = (text: string): boolean => isFault.test(text);

/** What a summary itself gives as a reason: the part from `because`, `so that`, `to avoid` on. */
export function reasonInTitle(title: string): string | undefined {
  const found =
    /\b(?:because|so that|in order to|to (?:avoid|prevent|reduce|simplify|speed up|ensure)|since (?:it|they|we|this|that|the)) .{8,}$/i.exec(
      title,
    );
  return found && found.index > 8 && !/[.)]\s|:$/.test(found[0]) ? found[0] : undefined;
}

/** Sentences as one reason. */
export const joinReasons = (texts: readonly string[]): string => shorten(texts.map(asSentence).join(" "), longest);
