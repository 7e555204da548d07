/** The framework of tests whose file imports none: what the manifest above depends on. */
import type { DatabaseSync } from "node:sqlite";
import { unknownFramework } from "#contract/fact-words";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { frameworkOf } from "./test-rules.ts";

export class Frameworks {
  /** By the manifest's folder: the packages that it depends on. */
  readonly #byFolder = new Map<string, string[]>();
  readonly #languageOf: ReturnType<DatabaseSync["prepare"]>;
  readonly #ranges: FactRanges;
  /** By file: what its tests that name none are of. */
  readonly #known = new Map<string, string>();

  constructor(db: DatabaseSync) {
    this.#languageOf = db.prepare("select language from files where fact >= ? and fact < ?");
    this.#ranges = new FactRanges(db);
    for (const { path, name } of db.prepare("select path, name from dependencies").all() as Record<string, string>[]) {
      if (!name || !path) continue;
      const folder = path.split("/").slice(0, -1).join("/");
      const listed = this.#byFolder.get(folder);
      if (listed) listed.push(name);
      else this.#byFolder.set(folder, [name]);
    }
  }

  /** `told`, or where that says nothing, the one framework of the language that the nearest manifest names any of. */
  of(path: string, told: string): string {
    if (told !== unknownFramework) return told;
    const known = this.#known.get(path) ?? this.#find(path);
    this.#known.set(path, known);
    return known;
  }

  #find(path: string): string {
    const language = String(
      (this.#languageOf.get(...this.#ranges.of(path)) as { language?: string } | undefined)?.language,
    );
    const folders = path.split("/").slice(0, -1);
    for (let length = folders.length; length >= 0; length--) {
      const packages = this.#byFolder.get(folders.slice(0, length).join("/")) ?? [];
      const [only, ...more] = new Set(packages.flatMap((name) => frameworkOf(name, language) ?? []));
      if (only !== undefined) return more.length === 0 ? only : unknownFramework;
    }
    return unknownFramework;
  }
}
