/** Decisions that only the message tells: a way taken instead of another, and why; what breaks; what was taken back. */
import type { Commit } from "#engine/scan/history/commit";
import { readConventional } from "#engine/scan/history/conventional";
import { shorten } from "#engine/scan/shorten";
import type { Decision } from "./finding.ts";
import { asSentence, isByBot, isRoutine, isSquashed, paragraphsOf, sentencesOf, titleOf } from "./message.ts";
import { joinReasons, proseOf, reasonInTitle, reasonsIn, tellsOfFault } from "./reasons.ts";

/** Paths that are shown as evidence. */
const shownPaths = 10;

const pathsOf = ({ files }: Commit): string[] => files.slice(0, shownPaths).map(({ path }) => path);

/** https://www.conventionalcommits.org/en/v1.0.0/#commit-message-with-both--and-breaking-change-footer */
export function findBreaking(commit: Commit): Decision[] {
  const { summary, body } = commit;
  const footer = /^(?:BREAKING[ -]CHANGES?)(?: \([^)]*\))?: *([\s\S]+)/m.exec(body)?.[1];
  const { isBreaking } = readConventional(summary);
  if (footer === undefined && !isBreaking) return [];
  const [first] = footer === undefined ? [] : paragraphsOf(footer);
  const told = first && first.text.length > 10 ? sentencesOf(first.text)[0] : undefined;
  const title = titleOf(summary);
  const more = told === undefined || told.startsWith(title) ? "" : ` (${shorten(told, 220).replace(/\.$/, "")})`;
  const text = asSentence(`Breaking: ${shorten(title, 150)}${more}`);
  const reasons = reasonsIn(proseOf(body)).map((one) => one.text);
  const reason = reasons.length > 0 ? joinReasons(reasons.slice(0, 2)) : null;
  return [{ kind: "breaking_change", subject: title, summary: text, reason, paths: pathsOf(commit), confidence: 95 }];
}

const reverts =
  /\bThis (?:partially )?reverts (?:commits? )?((?:[\w-]+\/[\w.-]+@)?[0-9a-f]{7,64})\b(?:,?\s+reversing\s+changes made to [0-9a-f]{7,64})?/i;

/** A commit that takes another back; whatever else it changed follows from that. */
export function findRevert(commit: Commit): Decision[] {
  const { summary, body } = commit;
  const title = titleOf(summary);
  const quoted = /^(?:Partial(?:ly)? )?(Revert|Reapply)(?:ed|ing|s)?:? ["“'](.+?)["”']?\s*$/i.exec(title);
  const named = /^Revert(?:ed|ing|s)?:? (?:to |the |back |commit |use of |usage of |change|PR |#\d|[0-9a-f]{7,})/i.test(
    title,
  );
  // Without the word in its title it does more, unless taking back is all that it tells of.
  const opening = quoted || named || !isSquashed(body) ? body : "";
  const hash = reverts.exec(opening)?.[1]?.replace(/^.*@/, "");
  if (hash === undefined && !quoted && !named) return [];
  // Words such as "fix" before it are the conventional type of the commit that came back.
  const written = quoted?.[2]
    ?.replace(/["”]+(?:\s*\(#\d+\))?$/, "")
    .replace(/\s*\(#\d*(?:\)|…)$/, "")
    .trim();
  // What stands behind the quoted title is not of it; a title within it is.
  const about =
    written !== undefined && !/^(?:Revert|Reapply) ["“]/i.test(written) ? written.split(/["”]/)[0]?.trim() : written;
  if (about !== undefined && isRoutine({ ...commit, summary: about })) return [];
  const isAgain = /^reapply$/i.test(quoted?.[1] ?? "");
  const again = /^(?:Revert|Reapply) ["“](.+)$/i.exec(about ?? "")?.[1];
  const text =
    about === undefined
      ? hash === undefined || /^revert/i.test(title)
        ? title
        : `Takes back ${hash.slice(0, 10)}: ${title}`
      : isAgain || again
        ? `Brings back “${again ?? about}”, which had been reverted`
        : `Reverts “${about}”`;
  const why = paragraphsOf(body)
    .flatMap((one) => sentencesOf(one.text.replace(reverts, "").replace(/^[,.;:\s]+/, "")))
    .filter((one) => one.split(" ").length >= 4 && !/^https?:|^reverts? (?:\S+#\d+|["“])/i.test(one));
  const reason = why.length > 0 ? joinReasons(why.slice(0, 3)) : null;
  const subject = hash ?? shorten(about ?? title, 200);
  const confidence = hash !== undefined || quoted ? 95 : 70;
  return [
    { kind: "reverted", subject, summary: asSentence(shorten(text, 390)), reason, paths: pathsOf(commit), confidence },
  ];
}

/** Types of commits that decide little, however well they say why. */
const lesser = new Set([
  "fix",
  "bugfix",
  "hotfix",
  "docs",
  "doc",
  "style",
  "test",
  "tests",
  "release",
  "deps",
  "security",
  "wip",
  "typo",
  "i18n",
]);
const isFix =
  /^(?:(?:bug|hot)?fix(?:e[sd]|ing)?|correct(?:s|ed)?|repair(?:s|ed)?|resolve[sd]?|address(?:es|ed)?|don['’]t (?:crash|fail|panic)|workaround|work around|attempt|try)\b/i;
/** What such a title tells is no choice, or none that a reader would know again. */
const isVague =
  /\b(?:minor|clean[- ]?ups?|clean up|tidy|nits?|small|tiny|a bit|a tad|various|misc|slightly|improvements?|tweaks?|polish)\b/i;
/** What there is from now on, or is better than before: of what else it could have been the title says nothing. */
const isFeature =
  /^(?:[\w./-]+: )?(?:add|giv|show|improv|support|implement|restor|escap|display|offer|let|turn)(?:e?s|e?d|ing|e)?\b/i;
const isComparing = /\b(?:instead of|rather than|in favou?r of|because|no longer)\b/i;
const isText =
  /\.(?:md|mdx|rst|txt|adoc|po|pot|html?|svg|png|jpe?g|gif)$|(?:^|\/)(?:docs?|examples?|translations?|locales?|CHANGELOG|LICENSE|NEWS|AUTHORS|\.gitignore|\.gitattributes)(?:\/|$)/i;

const isTest =
  /(?:^|\/)(?:tests?|__tests__|specs?|\.github)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+$|Tests?\.\w+$/;

/** What a title says by itself of a choice: both that could be taken, or what is taken from now on. */
const choice =
  /\bin favou?r of\b|^(?:switch|migrat|mov)\w* (?:\w+ ){0,3}from \S.* to \S|^(?:switch|migrat)\w* (?:over )?to .+ (?:as the default|instead of) \S/i;

/** A choice whose message says why. */
export function findStated(commit: Commit): Decision[] {
  const { summary, body, files } = commit;
  const title = titleOf(summary);
  const { type } = readConventional(summary);
  if (isByBot(commit) || files.length === 0 || files.every(({ path }) => isText.test(path) || isTest.test(path)))
    return [];
  if ((type !== null && lesser.has(type)) || isFix.test(title)) return [];
  if (title.split(" ").length < 3 || title.length > 120 || /[…?]$|\.\.\.$/.test(title)) return [];
  // Items of a list tell of parts of the commit, and later paragraphs of details.
  const opening = proseOf(body)
    .slice(0, 3)
    .filter(({ isItem }) => !isItem);
  const reasons = reasonsIn(opening)
    .filter(({ text }) => asSentence(text) !== asSentence(title))
    .filter(({ marker }) => marker === "purpose" || !tellsOfFault(title));
  const inTitle = reasonInTitle(title);
  const isChoice = choice.test(title);
  if (isFeature.test(title) && !isComparing.test(title) && !isChoice) return [];
  // Alone, a title that only says what it prevents tells of a repair.
  const isTold = inTitle !== undefined && (!/^to /i.test(inTitle) || /\b(?:instead of|rather than)\b/i.test(title));
  if ((reasons.length === 0 || isVague.test(title)) && !isTold && !isChoice) return [];
  if (reasons.length === 0 && tellsOfFault(title)) return [];
  // What the title gives as a reason stands in the summary.
  const reason = reasons.length > 0 ? joinReasons(reasons.slice(0, 2).map((one) => one.text)) : null;
  const confidence = reasons.some(({ marker }) => marker === "purpose") ? 75 : reasons.length > 0 ? 70 : 60;
  return [{ kind: "stated", subject: title, summary: asSentence(title), reason, paths: pathsOf(commit), confidence }];
}
