/** The framework of tests whose file imports none: what the manifest above depends on. */
import type { DatabaseSync } from "node:sqlite";
import { unknownFramework } from "#contract/fact-words";
import { frameworkOf } from "./test-rules.ts";

export class Frameworks {
  /** By the manifest's folder: the packages that it depends on. */
  readonly #byFolder = new Map<string, string[]>();
  readonly #languageOf: ReturnType<DatabaseSync["prepare"]>;

  constructor(db: DatabaseSync) {
    this.#languageOf = db.prepare("select language from files where path = ?");
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
    const language = String((this.#languageOf.get(path) as { language?: string } | undefined)?.language);
    const folders = path.split("/").slice(0, -1);
    for (let length = folders.length; length >= 0; length--) {
      const packages = this.#byFolder.get(folders.slice(0, length).join("/")) ?? [];
      const [only, ...more] = new Set(packages.flatMap((name) => frameworkOf(name, language) ?? []));
      if (only !== undefined) return more.length === 0 ? only : unknownFramework;
    }
    return unknownFramework;
  }
}
