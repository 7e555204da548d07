/** How a symbol is asked for by name, and what is said when there is none. */
import { DriftError } from "#contract/errors";
import type { Counts } from "#contract/push";
import type { ProjectDb } from "#db/project-db";
import { and, type Condition, endsWith, eq, or, search } from "#db/query";
import { symbols } from "#db/schema/facts";
import { blindSpots } from "./blind-spots.ts";

export interface SymbolName {
  /** The last part. */
  name: string;
  /** All of it, where it has an owner: `OrderService.create`. */
  qualified?: string;
  /** Where the name was an id. */
  path?: string;
}

/**
 * Reads `create`, `create()`, `OrderService.create`, `OrderService#create`, `(*Memory).Take`, `Memory::take` and the
 * id `src/a.ts#OrderService.create`.
 */
export function parseName(text: string): SymbolName {
  const hash = text.lastIndexOf("#");
  const before = hash < 0 ? "" : text.slice(0, hash);
  const isId = before.includes("/") || /\.\w+$/.test(before);
  const written = isId ? text.slice(hash + 1) : text;
  const qualified = written
    .replace(/\(\*?(\w+)\)\./, "$1.")
    .replace(/\(.*$/, "")
    .replaceAll(/#|::|->/g, ".")
    .replace(/^\.+|\.+$/g, "");
  const name = (qualified.split(".").at(-1) ?? qualified).replace(/~\d+$/, "");
  return { name: name || written, ...(qualified.includes(".") && { qualified }), ...(isId && { path: before }) };
}

/** Symbols of that name, in `file` (a path or its end) where one is given. */
export function isNamed({ name, qualified, path }: SymbolName, file?: string): Condition {
  const inFile = path ?? file;
  return and(
    eq(symbols.name, name),
    qualified === undefined
      ? undefined
      : or(eq(symbols.qualified, qualified), endsWith(symbols.qualified, `.${qualified}`)),
    inFile === undefined ? undefined : or(eq(symbols.path, inFile), endsWith(symbols.path, `/${inFile}`)),
  );
}

/** The refusal for a name that no symbol has, with those that come near. Asks the database once more. */
export async function noSuchSymbol(
  { db, head }: { db: ProjectDb; head: { counts: Counts } },
  asked: string,
  file?: string,
): Promise<DriftError> {
  const { name } = parseName(asked);
  const near = await db.all(
    search(name, ["name"]).limit(12).select({ name: symbols.name, qualified: symbols.qualified, path: symbols.path }),
  );
  near.sort((a, b) => Number(b.name === name) - Number(a.name === name));
  const same = near.some((symbol) => symbol.name === name);
  const blind = blindSpots(head.counts).map((said) => ` ${said}`);
  return new DriftError("SYMBOL_NOT_FOUND", `No symbol "${asked}"${file ? ` in ${file}` : ""} in this snapshot.`, {
    hint: same
      ? "There are symbols of that name elsewhere: leave out `file`, or use one of `similar` as it is."
      : near.length > 0
        ? `Use one of \`similar\`, or describe what you look for to drift_similar.${blind}`
        : `Check the spelling, describe what you look for to drift_similar, or scan and push if it is new.${blind}`,
    ...(near.length > 0 && {
      similar: [...new Set(near.map(({ path, qualified }) => `${path}#${qualified}`))].slice(0, 5),
    }),
    alternativeTools: ["drift_similar", "drift_context"],
  });
}
