/** What a file of tests is about where calls do not tell: what it imports, and what it is named after. */

import { pathOf } from "#engine/scan/derive/symbols";
import type { Reach } from "./reach.ts";
import type { TestCode, TestFile } from "./test-code.ts";

export interface Imported {
  /** Null: the file as a whole. */
  readonly symbol: string | null;
  readonly target: string;
}

/** The imports of a file of tests that lead to other code. */
export function importsOf(code: TestCode, { share }: TestFile): Imported[] {
  return share.imports.flatMap(([symbol, resolved]) => {
    if (!code.isOtherFile(resolved) || (symbol !== null && code.isTest(symbol))) return [];
    return [{ symbol, target: symbol === null ? resolved : pathOf(symbol) }];
  });
}

/** What files of tests have in front of or behind the name of what they test. */
const marks =
  /^(?:test_|spec_)|(?:[._-](?:test|tests|spec|specs|e2e-spec|e2e|it|cy)|_test|_spec|Tests?|Spec|IT|TestCase)$/;

/** Folders of tests of a whole application, which are named after what people see there. */
const ofWhole = /(?:^|\/)(?:e2e|cypress|playwright|acceptance)\//i;

/** The name of what a file of tests is named after. */
export function testedName(path: string): string | undefined {
  const stem = stemOf(path);
  const name = stem.replace(marks, "");
  return name === stem || name === "" || ofWhole.test(path) ? undefined : name;
}

/** Finds the one file that a file of tests is named after: the nearest of its name in the language. */
export class Namesakes {
  readonly #byName = new Map<string, string[]>();

  constructor(reach: Reach) {
    for (const { path, language, isWhole, isGenerated } of reach.files.values()) {
      if (isWhole || isGenerated) continue;
      const key = `${family(language)} ${stemOf(path)}`;
      const listed = this.#byName.get(key);
      if (listed) listed.push(path);
      else this.#byName.set(key, [path]);
    }
  }

  of({ path, language }: TestFile): string | undefined {
    const name = testedName(path);
    if (name === undefined) return undefined;
    const parts = path.split("/").slice(0, -1);
    const folder = parts.join("/");
    const named = this.#byName.get(`${family(language)} ${name}`) ?? [];
    // Go's tests are of their own folder's package.
    const found = language === "go" ? named.filter((one) => one.split("/").slice(0, -1).join("/") === folder) : named;
    const ranked = found.map((one) => ({ one, shared: shared(parts, one.split("/").slice(0, -1)) }));
    const most = Math.max(0, ...ranked.map(({ shared }) => shared));
    const nearest = ranked.filter((it) => it.shared === most);
    return nearest.length === 1 ? nearest[0]?.one : undefined;
  }
}

/** Folders that two places have in common, whatever their order: `src/test/java/a` and `src/main/java/a` have three. */
function shared(one: readonly string[], other: readonly string[]): number {
  const rest = [...other];
  return one.filter((part) => {
    const at = rest.indexOf(part);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  }).length;
}

/** A file's name without its ending. */
export const stemOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");

/** Languages that test each other. */
const families: Readonly<Record<string, string>> = { tsx: "typescript", javascript: "typescript", vue: "typescript" };
const family = (language: string): string => families[language] ?? language;
