/** Python's dependency specifiers, and what all its manifests share. */
import { type Dependency, type DependencyKind, joinFolder } from "#engine/scan/packages/manifest";

/** Names of groups that serve work on the package, not its use. */
export const forWork =
  /^(?:dev|devel|develop|development|test|tests|testing|lint|linting|typing|types?|mypy|docs?|readthedocs|ci|tox|nox|pre-commit|bench|benchmark|coverage)s?$/i;

/** Python's packages are the same whatever stands between the words of their names (PEP 503). */
export const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");

/** A specifier: `name[extra] >= 1 ; marker`, `name @ url` (PEP 508). None where the text is none. */
export function readRequirement(
  written: string,
  kind: DependencyKind,
  line: number,
  folder = "",
): Dependency | undefined {
  const found = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?([^;]*)/.exec(written.slice(0, 2_000));
  if (!found?.[1]) return undefined;
  const rest = (found[2] ?? "").trim();
  if (rest !== "" && !/^[(<>=!~@]/.test(rest)) return undefined;
  const range = rest
    .replace(/^\((.*)\)$/, "$1")
    .replace(/^@\s*/, "")
    .trim();
  const base = { name: found[1], range, kind, line };
  if (!rest.startsWith("@")) return base;
  const path = /^(?:file:)?(\.{1,2}\/.*|file:\/\/\.\/.*)$/.exec(range)?.[1];
  const local = path === undefined ? undefined : joinFolder(folder, path);
  return local === undefined ? { ...base, isForeign: true } : { ...base, local };
}
