/**
 * Whether two versions of a manifest plainly tell the same of what they depend on, as those of most commits do: to read
 * one costs far more than to see that. Where it is not plain, they are read.
 */
import { attempt } from "#engine/scan/packages/sources";

export function saysSame(path: string, was: string, is: string): boolean {
  const told = path.endsWith(".json") ? toldInJson : path.endsWith(".toml") ? toldInToml : undefined;
  const before = told?.(was);
  return before !== undefined && before === told?.(is);
}

/** Keys of a package that tell nothing of what it depends on. */
const tellNothing = new Set(
  (
    "version description keywords license author authors contributors homepage bugs repository documentation funding " +
    "scripts files main module types typings exports bin engines sideEffects readme"
  ).split(" "),
);

const toldInJson = (text: string): string | undefined =>
  attempt(() => JSON.stringify(Object.entries(JSON.parse(text)).filter(([key]) => !tellNothing.has(key))));

/** Of a tool's own settings only those of what installs packages name some. */
const asideInToml =
  /^\s*\[\[?\s*(?:tool\s*\.\s*(?!(?:poetry|uv|pdm|hatch|flit)\b)|profile\b|lints\b|workspace\s*\.\s*lints\b|badges\b)/;
const headOfTable = /^\s*\[\[?\s*[\w."'-]/;
const keyOnOneLine = /^\s*([\w-]+)\s*=\s*(?:"[^"\\]*"|'[^']*'|\[[^[\]]*\])\s*(?:#.*)?$/;

function toldInToml(text: string): string | undefined {
  // What stands in a text over several lines may look like anything.
  if (/"""|'''/.test(text)) return undefined;
  let isAside = false;
  let namesPackages = false;
  const kept = text.split(/\r?\n/).filter((line) => {
    if (headOfTable.test(line)) {
      isAside = asideInToml.test(line);
      namesPackages = /dependenc|group|extra|source/.test(line);
    }
    if (isAside || /^\s*(?:#|$)/.test(line)) return false;
    return namesPackages || !tellNothing.has(keyOnOneLine.exec(line)?.[1] ?? "");
  });
  return kept.join("\n");
}
