/**
 * Files of Laravel's routes that a loop takes in of which each goes by a variable's name: `Route::prefix($area)->group(
 * base_path("routes/{$area}.php"))`. They are the files of that form that nothing else takes in, and the variable is their
 * name; that the loop comes to all of them is not sure.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

const written =
  /["']\/?((?:[\w.-]+\/)*)(?:\{\$(\w+)\}|\$(\w+)|["']\s*\.\s*\$(\w+)\s*\.\s*["'])((?:\/[\w-]+)*\.php)["']/;
const unsure = "unsure";

export function withNamedFiles(all: readonly Registration[], db: DatabaseSync): readonly Registration[] {
  const ours = all.filter(({ framework, kind }) => framework === "Laravel" && kind === "mount");
  if (ours.length === 0) return all;
  const taken = new Set(all.map(({ kind, mounted }) => (kind === "mount" ? (mounted ?? "").replace(/^~\//, "") : "")));
  const isTaken = (path: string) =>
    [...taken].some((one) => one === `${path}#<module>` || `/${path}#<module>`.endsWith(`/${one}`));
  const open = [...new Set(ours.map(({ path }) => path))].filter(
    (path) => !/\/(?:web|api|console|channels)\.php$/.test(path) && !isTaken(path),
  );
  const calls = db
    .prepare(
      "select distinct path, line, quote from calls where callee_name in ('group', 'loadRoutesFrom') and quote glob '*$*.php*'",
    )
    .all() as unknown as { path: string; line: number; quote: string }[];
  const made = calls.flatMap(({ path, line, quote }) => {
    const [, folder = "", braced, plain, joined, end = ""] = written.exec(quote) ?? [];
    const variable = braced ?? plain ?? joined;
    if (variable === undefined || folder === "") return [];
    const lines = ({ line: first, end_line = first }: Registration) => end_line - first;
    const around = ours.filter(
      ({ path: own, line: first, end_line = first, mounted }) =>
        own === path && first <= line && line <= end_line && mounted !== null && !mounted.startsWith("~"),
    );
    const [row] = around.toSorted((one, other) => lines(other) - lines(one));
    if (row?.mounted == null) return [];
    return open.flatMap((file) => {
      const at = `/${file}`.indexOf(`/${folder}`);
      const name = at < 0 || !file.endsWith(end) ? "" : file.slice(at + folder.length, -end.length);
      return /^[\w-]+$/.test(name) ? rowsOf(all, row, { file, name, variable, line }) : [];
    });
  });
  return made.length === 0 ? all : [...all, ...made];
}

/** The row once more for a file, with its name in the place of the variable. */
function rowsOf(
  all: readonly Registration[],
  { mounted: row }: Registration,
  { file, name, variable, line }: { file: string; name: string; variable: string; line: number },
): readonly Registration[] {
  const owner = `${row}~${file}`;
  const said = all.filter((one) => (one.kind === "prefix" || one.kind === "guard") && one.owner === row);
  const on = all.filter((one) => one.kind === "mount" && one.mounted === row && one.owner !== row);
  const [first] = on;
  if (first === undefined) return [];
  // It stands behind what is said of the group.
  const fact = Math.max(...[...said, first].map((one) => one.fact ?? 0)) + 0.5;
  const mounted = `${file}#<module>`;
  const link: Registration = { ...first, name: unsure, route: "", guards: null, owner, mounted, line, fact };
  return [
    ...said.map((one) => ({ ...one, owner, route: one.route?.replaceAll(`\${$${variable}}`, name) ?? null })),
    ...on.map((one) => ({ ...one, mounted: owner })),
    link,
  ];
}
