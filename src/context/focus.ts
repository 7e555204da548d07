/** What a focus names: paths, identifiers, or words. */

export interface Focus {
  text: string;
  /** Paths written in it, normalised; exact ones or folders. */
  paths: string[];
  /** Words that may be a symbol's name as written. */
  identifiers: string[];
  /** Names that code gives what is written with a hyphen: `signIn`, `SignIn` and `sign_in` of `sign-in`. */
  joined: string[];
}

/** Words of a task that say what to do and not where. */
const stop = new Set(
  (
    "a an and are as at be by can do does for from get has have how i if in into is it its make me my new not of on or our " +
    "should so that the their then there this to use used using was we what when where which why will with would you " +
    "add adds added allow change changes create fix fixes fixed handle implement improve let make need needs refactor " +
    "remove rename support update want bug issue error feature task code function class method file module"
  ).split(" "),
);

export function readFocus(focus: string): Focus {
  const written = focus.trim();
  const paths = [...written.matchAll(/[\w@.~-]*(?:\/[\w@.~-]+)+|[\w@-]+\.[a-z]{1,4}\b/g)].map(([path]) =>
    path.replace(/^\.?\/+/, "").replace(/[./]+$/, ""),
  );
  const words = [...written.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].map(([word]) => word);
  const named = words.filter((word) => words.length === 1 || isCompound(word) || !stop.has(word.toLowerCase()));
  const kept = words.filter((word) => !stop.has(word.toLowerCase()));
  const hyphened = [...written.matchAll(/(?<![\w/.-])\p{L}+(?:-\p{L}+)+(?![\w/.-])/gu)].map(([word]) => joined(word));
  return {
    text: (kept.length > 0 ? kept : words).join(" "),
    paths: [...new Set(paths.length > 0 ? paths : words.length === 1 ? words : [])],
    identifiers: [...new Set(named)].slice(0, 24),
    joined: [...new Set(hyphened.flat())].slice(0, 12),
  };
}

function joined(word: string): string[] {
  const parts = word.toLowerCase().split("-");
  const capital = (part: string): string => `${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  const pascal = parts.map(capital).join("");
  return [`${parts[0]}${parts.slice(1).map(capital).join("")}`, pascal, parts.join("_")];
}

/** Written as only identifiers are: `getUser`, `get_user`, `HTTPError`. */
export const isCompound = (word: string): boolean => /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|^[A-Z]{2,}[a-z]/.test(word);
