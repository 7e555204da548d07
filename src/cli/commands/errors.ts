/** `drift errors`: which errors there are, where they are thrown, handled, swallowed and kept from going further. */
import { type Command, InvalidArgumentError } from "commander";
import { findFolder } from "#cli/folder";
import { count, print, printJson } from "#cli/output";
import { table } from "#cli/table";
import { type ErrorSiteKind, errorSiteKinds } from "#contract/fact-words";
import { DriftDb } from "#engine/scan/drift-db";

interface Options {
  kind?: ErrorSiteKind;
  tests?: true;
  dir?: string;
  json?: true;
}

interface ErrorType {
  readonly symbol: string;
  readonly name: string;
  readonly base: string | null;
  readonly target: string | null;
  readonly root: string;
  readonly path: string;
  readonly line: number;
  readonly thrown: number;
  readonly caught: number;
}

interface Site {
  readonly kind: ErrorSiteKind;
  readonly error: string | null;
  readonly target: string | null;
  readonly symbol: string;
  readonly path: string;
  readonly line: number;
  readonly end_line: number;
}

/** Of these every place matters; of the others it is told how many there are, by error. */
const listed: readonly ErrorSiteKind[] = ["swallow", "unhandled", "boundary"];
/** So many lines of a part are told without `--kind`. */
const most = 25;

const titles: Record<ErrorSiteKind, string> = {
  throw: "thrown",
  rethrow: "thrown on",
  propagate: "handed on",
  panic: "where the program gives up",
  catch: "handlers",
  swallow: "swallowed",
  boundary: "boundaries",
  result: "functions that may give one back",
  unhandled: "not waited for",
};

const examples = `
Examples:
  $ drift errors                    error types, what is thrown, handlers, what is swallowed, boundaries
  $ drift errors NotFound           those whose error, symbol or file holds "NotFound"
  $ drift errors --kind swallow     every place where an error is dropped
  $ drift errors --json | jq -r '.sites[] | select(.kind == "swallow").path'`;

export function define(command: Command): void {
  command
    .argument("[text]", "only those whose error, symbol or file holds it")
    .option("--kind <kind>", errorSiteKinds.join(", "), kindOf)
    .option("--tests", "with what tests throw and catch")
    .option("--dir <dir>", "the folder that was scanned (default: the one you are in)")
    .option(
      "--json",
      "print {types: [{symbol, name, base, target, root, path, line, thrown, caught}], sites: [{kind, error, …}]}",
    )
    .addHelpText("after", examples)
    .action((text: string | undefined, { kind, tests, dir, json }: Options) => {
      const db = DriftDb.open(findFolder(dir));
      try {
        const types = typesOf(db, tests === true).filter((one) => !text || holds(text, one.name, one.path, one.root));
        const sites = sitesOf(db, tests === true).filter(
          (one) => (!kind || one.kind === kind) && (!text || holds(text, one.error, one.symbol)),
        );
        if (json)
          printJson({
            types: kind ? [] : types,
            sites: sites.map(({ end_line, ...one }) => ({ ...one, endLine: end_line })),
          });
        else print(tell(kind ? [] : types, sites, kind) || "No error is known here.");
      } finally {
        db.close();
      }
    });
}

function kindOf(value: string): ErrorSiteKind {
  const found = errorSiteKinds.find((kind) => kind === value);
  if (!found) throw new InvalidArgumentError(`One of ${errorSiteKinds.join(", ")}.`);
  return found;
}

const holds = (text: string, ...places: (string | null)[]): boolean =>
  places.some((place) => place?.toLowerCase().includes(text.toLowerCase()));

const typesOf = (db: DriftDb, tests: boolean): ErrorType[] =>
  db.all(
    `with sites as (select target, kind from error_sites where target is not null and kind in ('throw', 'catch', 'swallow'))
     select error_types.symbol, name, base, error_types.target, root, error_types.path, line,
       (select count(*) from sites where sites.target = error_types.symbol and kind = 'throw') as thrown,
       (select count(*) from sites where sites.target = error_types.symbol and kind <> 'throw') as caught
     from error_types join files on files.path = error_types.path where ?1 or not is_test
     order by error_types.path, line`,
    tests ? 1 : 0,
  ) as unknown as ErrorType[];

const sitesOf = (db: DriftDb, tests: boolean): Site[] =>
  db.all(
    `select kind, error, target, symbol, error_sites.path, line, end_line
     from error_sites join files on files.path = error_sites.path
     where ?1 or not (is_test or exists (select 1 from tests where tests.path = error_sites.path
       and error_sites.line between tests.line and tests.end_line))
     order by error_sites.path, line, kind`,
    tests ? 1 : 0,
  ) as unknown as Site[];

function tell(types: readonly ErrorType[], sites: readonly Site[], kind: ErrorSiteKind | undefined): string {
  const parts = types.length > 0 ? [`types ${count(types.length)}\n${cut(hierarchy(types))}`] : [];
  for (const one of errorSiteKinds) {
    const found = sites.filter((site) => site.kind === one);
    if (found.length === 0) continue;
    const places = kind !== undefined || listed.includes(one);
    const rows = places ? found.map(rowOf) : byError(found);
    parts.push(`${titles[one]} ${count(found.length)}\n${kind ? table(rows) : cut(rows)}`);
  }
  return parts.join("\n\n");
}

const cut = (rows: string[][]): string =>
  rows.length > most ? `${table(rows.slice(0, most))}\n… and ${count(rows.length - most)} more` : table(rows);

/** The types below what they extend, each once. */
function hierarchy(types: readonly ErrorType[]): string[][] {
  const known = new Set(types.map((one) => one.symbol));
  const below = Map.groupBy(types, (one) => (one.target !== null && known.has(one.target) ? one.target : ""));
  const rows: string[][] = [];
  const told = new Set<ErrorType>();
  const add = (list: readonly ErrorType[], depth: number) => {
    for (const one of list) {
      if (told.has(one)) continue;
      told.add(one);
      rows.push([
        `${"  ".repeat(Math.min(depth, 8))}${one.name}`,
        depth === 0 ? (one.base ?? one.root) : "",
        one.thrown > 0 ? `thrown ${count(one.thrown)}` : "",
        one.caught > 0 ? `caught ${count(one.caught)}` : "",
        `${one.path}:${one.line}`,
      ]);
      add(below.get(one.symbol) ?? [], depth + 1);
    }
  };
  add(below.get("") ?? [], 0);
  add(types, 0);
  return rows;
}

/** How often each error comes, the most frequent first, with one place. */
function byError(sites: readonly Site[]): string[][] {
  const groups = [...Map.groupBy(sites, (site) => site.error ?? "any")].sort((a, b) => b[1].length - a[1].length);
  return groups.map(([error, [first, ...more]]) => [clip(error), count(1 + more.length), placeOf(first as Site)]);
}

const rowOf = (site: Site): string[] => [
  clip(site.error ?? "any"),
  clip(site.symbol.split("#")[1] ?? ""),
  placeOf(site),
];
const placeOf = ({ path, line }: Site): string => `${path}:${line}`;
const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
