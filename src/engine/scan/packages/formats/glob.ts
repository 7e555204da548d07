/** The patterns of workspaces. Matching takes at most the product of the lengths: no pattern makes it take forever. */

/** `{a,b}` written out; more than so many are no folders'. */
const maxAlternatives = 64;

function alternatives(pattern: string): string[] {
  const found: string[] = [];
  const open = [pattern.slice(0, 500)];
  while (open.length > 0 && found.length + open.length <= maxAlternatives) {
    const one = open.pop() ?? "";
    const braces = /\{([^{}]*)\}/.exec(one);
    if (!braces) found.push(one);
    else for (const part of (braces[1] ?? "").split(",")) open.push(one.replace(braces[0], () => part));
  }
  return found;
}

/** Whether the parts of a path match the parts of a pattern, of which `**` stands for any number. */
function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  // For each number of parts: whether the pattern so far matches them.
  let reached = parts.map(() => false);
  reached.unshift(true);
  for (const one of pattern) {
    const next = reached.map(() => false);
    for (let at = 0; at <= parts.length; at++) {
      if (one === "**") next[at] = reached[at] === true || (at > 0 && next[at - 1] === true);
      else if (at > 0) next[at] = reached[at - 1] === true && matchesPart(one, parts[at - 1] ?? "");
    }
    reached = next;
  }
  return reached[parts.length] === true;
}

/** `*` and `?` within a part: after a mismatch, the last star takes one more. */
function matchesPart(pattern: string, part: string): boolean {
  let at = 0;
  let star = -1;
  let starAt = 0;
  for (let i = 0; i < part.length; ) {
    if (pattern[at] === "*") {
      star = at++;
      starAt = i;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === part[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++starAt;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");

/**
 * Whether a folder is one of those that patterns, relative to `root`, name; the last that speaks decides, and `!`
 * excludes. The root itself is one.
 */
export function holdsFolder(root: string, patterns: readonly string[]): (folder: string) => boolean {
  const rules = patterns.map((pattern) => ({
    excludes: pattern.startsWith("!"),
    globs: alternatives(pattern.replace(/^!/, "")).map(partsOf),
  }));
  const known = new Map<string, boolean>([[root, true]]);
  return (folder) => {
    let holds = known.get(folder);
    if (holds === undefined) {
      const parts = partsOf(folder.slice(root.length));
      const last = rules.findLast(({ globs }) => globs.some((glob) => matches(glob, parts)));
      holds = folder.startsWith(root) && last !== undefined && !last.excludes;
      known.set(folder, holds);
    }
    return holds;
  };
}
