/** Lists of middleware that Laravel's settings hold, `config/admin.php`: `return ['middleware' => ['web', 'auth']];`. */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "#engine/scan/schemas/registration";
import { type Held, type Item, PhpArray, readPhpArray } from "./php-arrays.ts";

export const isLaravelConfig = (path: string): boolean => /(?:^|\/)config\/[\w-]+\.php$/.test(path);

/** What stands before the name of a setting in the name of a row that tells it. */
export const asSetting = "setting ";

const ofMiddleware = /(?:^|_)(?:middlewares?|mw)$/i;
const maxDepth = 4;

export function readLaravelConfig(path: string, text: string): FactRow[] {
  if (!/middleware|\bmw\b/i.test(text)) return [];
  const file =
    path
      .split("/")
      .at(-1)
      ?.replace(/\.php$/, "") ?? "";
  const rows: FactRow[] = [];
  const add = (items: readonly Item[], around: string, depth: number): void => {
    for (const { key, held, line } of items) {
      if (key === null) continue;
      const name = `${around}.${key}`;
      const told = ofMiddleware.test(key) ? texts(held) : undefined;
      if (told !== undefined) {
        const guards = told.map((one) => ({ name: one, symbol: null }));
        rows.push(
          rowOfRegistration(path, { kind: "prefix", framework: "Laravel", name: asSetting + name, guards, line }),
        );
      } else if (held instanceof PhpArray && depth < maxDepth) add(held.items, name, depth + 1);
    }
  };
  add(readPhpArray(text)?.items ?? [], file, 0);
  return rows;
}

/** The texts of a list, or a text; undefined where one of them is computed. */
function texts(held: Held): string[] | undefined {
  if (typeof held === "string") return [held];
  if (!(held instanceof PhpArray) || held.items.some(({ held: one, key }) => typeof one !== "string" || key !== null))
    return undefined;
  return held.items.flatMap(({ held: one }) => (typeof one === "string" ? [one] : []));
}
