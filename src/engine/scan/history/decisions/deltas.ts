/** What changed in a commit's manifests: dependencies that came, went, or are taken in another version. */

export interface Delta {
  readonly name: string;
  readonly ecosystem: string;
  readonly isForWork: boolean;
  readonly paths: string[];
  /** Of what is gone: what its line in the manifest said of why it was there. */
  readonly said?: string | undefined;
}

export interface Upgrade extends Delta {
  /** The least version that is taken is another: which one was, and is, the range does not tell. */
  readonly isBound: boolean;
  readonly from: string;
  readonly to: string;
}

export interface Deltas {
  readonly added: Map<string, Delta>;
  readonly removed: Map<string, Delta>;
  readonly upgraded: Map<string, Upgrade>;
}

/** The words by which a message calls a dependency. */
export const wordsOf = (name: string): string[] => {
  const last = name.toLowerCase().replace(/^.*[/:]/, "");
  return [...new Set([name.toLowerCase(), ...(last.length > 2 ? [last] : [])])];
};

/** Those that come from one hand, by the first part of their names. */
export const familyOf = ({ name, ecosystem }: Delta): string => {
  if (ecosystem === "nuget") return name.split(".").slice(0, 2).join(".");
  if (name.startsWith("@")) return name.slice(1, name.indexOf("/"));
  if (ecosystem === "composer" || ecosystem === "maven") return /^[^/:]+/.exec(name)?.[0] ?? name;
  if (ecosystem === "go") return name.split("/").slice(0, 3).join("/");
  return /^[^-_./:]{3,}/.exec(name)?.[0] ?? name;
};
