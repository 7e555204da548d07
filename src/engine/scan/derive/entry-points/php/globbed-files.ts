/**
 * Files of PHP that are taken in by what their paths look like: `foreach (glob(__DIR__.'/api/*.php') as $file) { require $file; }`,
 * `foreach (File::allFiles(base_path('routes/api')) as $file) { Route::prefix('api')->group($file->getPathname()); }`.
 */
import type { DatabaseSync } from "node:sqlite";
import { literally } from "#engine/literally";
import { FactRanges } from "#engine/scan/derive/fact-ranges";

export interface Taken {
  readonly path: string;
  readonly line: number;
  readonly resolved: string;
  /** The line of the call that is given the file, where it is not required in place. */
  readonly given?: number;
}

const looking =
  /\b(glob|allFiles|files)\(\s*(?:(__DIR__|dirname\(\s*__FILE__\s*\)|base_path\(\s*\))\s*\.\s*|(base|app)_path\(\s*)(["'])\/?([^"'$]+)\4/;
/** The variable of a loop over what is found. */
const each = /\bas\s+\$(\w+)\s*\)/;
/** Below the application's own folder. */
const ofApplication = /(?:^|\/)(?:app|bootstrap|config|public|routes|src)\/(?:.*\/)?[^/]*$/;
/** So many lines below a loop's head stands what is done each time. */
const maxLines = 12;
const sign = /[.+^${}()|[\]\\]/g;

/**
 * The files that are found so.
 *
 * @param known those that something is registered in
 */
export function globbed(db: DatabaseSync, known: Iterable<string>): readonly Taken[] {
  const rows = db
    .prepare(
      `select distinct path, line, quote from calls
       where callee_name in ('glob', 'allFiles', 'files') and path glob '*.php' and quote is not null
       and path not in (select path from files where is_test)`,
    )
    .all() as unknown as { path: string; line: number; quote: string }[];
  if (rows.length === 0) return [];
  const files = [...known];
  const ranges = new FactRanges(db);
  const groups = db.prepare(
    `select line, quote from calls
     where fact >= ? and fact < ? and line >= ? and line <= ? and callee_name = 'group' and quote is not null`,
  );
  return rows.flatMap(({ path, line, quote }) => {
    const pattern = patternOf(path, quote);
    if (pattern === undefined) return [];
    const variable = each.exec(quote)?.[1];
    const handed =
      variable === undefined
        ? undefined
        : groups
            .all(...ranges.of(path), line, line + maxLines)
            .find((one) => new RegExp(`\\bgroup\\([^;{]*\\$${literally(variable)}\\b`).test(String(one.quote)));
    const given = handed === undefined ? {} : { given: Number(handed.line) };
    return files
      .filter((one) => one !== path && pattern.test(one))
      .map((resolved) => ({ path, line, resolved, ...given }));
  });
}

/** What the paths look like that a call finds. */
function patternOf(path: string, quote: string): RegExp | undefined {
  const [, how, here, folder, , written = ""] = looking.exec(quote) ?? [];
  const root = path.slice(0, ofApplication.exec(path)?.index ?? 0);
  const base = here !== undefined && !here.startsWith("base") ? path.replace(/[^/]*$/, "") : withSlash(root);
  if (how === undefined) return undefined;
  const whole = `${base}${folder === "app" ? "app/" : ""}${written}`;
  const plain = whole.replace(sign, "\\$&").replaceAll("*", "[^/]*");
  if (how === "glob") return whole.endsWith(".php") ? new RegExp(`^${plain}$`) : undefined;
  return new RegExp(`^${plain.replace(/\/*$/, "")}/${how === "files" ? "[^/]*" : ".*"}\\.php$`);
}

const withSlash = (folder: string): string => (folder === "" || folder.endsWith("/") ? folder : `${folder}/`);
