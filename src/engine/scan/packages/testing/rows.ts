import { expect } from "vitest";
import { unitProblem } from "#contract/unit";
import { isLock } from "#engine/scan/packages/names";
import { encodePackages } from "#engine/scan/packages/read-packages";

type Cell = string | number | null;

/**
 * The rows that files yield, lock files among them, as lines:
 * `manifest: name version manager [private] [in workspace] [by lock]` and
 * `manifest:line name range kind [= resolved] [→ internal]`.
 */
export function rows(files: Record<string, string>) {
  const all = Object.entries(files);
  const texts = new Map(all.filter(([path]) => !isLock(path)));
  const paths = all.map(([path]) => path).filter(isLock);
  const { units, unread } = encodePackages(texts, { paths, text: (path) => files[path] });
  const read = units.map(({ line }) => JSON.parse(line));
  expect(read.map(unitProblem).filter(Boolean)).toEqual([]);
  const packages = read
    .flatMap(({ rows }) => rows.packages ?? [])
    .map(([name, path, manager, version, isPrivate, workspace, lock]: Cell[]) =>
      [
        `${path}: ${name} ${version ?? "-"} ${manager}`,
        ...(isPrivate ? ["private"] : []),
        ...(workspace ? [`in ${workspace}`] : []),
        ...(lock ? [`by ${lock}`] : []),
      ].join(" "),
    );
  const dependencies = read
    .flatMap(({ rows }) => rows.dependencies ?? [])
    .map(([path, line, name, range, kind, internal, resolved]: Cell[]) =>
      [
        `${path}:${line}`,
        ...[name, range, kind].filter((part) => part !== ""),
        ...(resolved ? [`= ${resolved}`] : []),
        ...(internal ? [`→ ${internal}`] : []),
      ].join(" "),
    );
  return { packages, dependencies, unread };
}

export const json = (value: unknown): string => JSON.stringify(value, null, 1);
