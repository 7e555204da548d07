/** The framework of tests whose file imports none: what the manifest above depends on. */
import type { DatabaseSync } from "node:sqlite";
import { unknownFramework } from "#contract/fact-words";
import { FactRanges } from "#engine/scan/derive/fact-ranges";
import { frameworkOf } from "./test-rules.ts";

interface Package {
  readonly name: string;
  readonly isOfNpm: boolean;
}

const languagesOfNpm: ReadonlySet<string> = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);

export class Frameworks {
  /** By the manifest's folder: the packages that it depends on. */
  readonly #byFolder = new Map<string, Package[]>();
  readonly #languageOf: ReturnType<DatabaseSync["prepare"]>;
  readonly #ranges: FactRanges;
  /** By file: what its tests that name none are of. */
  readonly #known = new Map<string, string>();

  constructor(db: DatabaseSync) {
    this.#languageOf = db.prepare("select language from files where fact >= ? and fact < ?");
    this.#ranges = new FactRanges(db);
    // Packages of one name are another's in each ecosystem: Mocha is one of npm, and one of RubyGems.
    const rows = db.prepare("select path, name, ecosystem from dependencies left join manifests using (path)");
    for (const { path, name, ecosystem } of rows.all() as Record<string, string>[]) {
      if (!name || !path) continue;
      const folder = path.split("/").slice(0, -1).join("/");
      const listed = this.#byFolder.get(folder);
      const told = { name, isOfNpm: ecosystem === "npm" };
      if (listed) listed.push(told);
      else this.#byFolder.set(folder, [told]);
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
      const usable = packages.filter(({ isOfNpm }) => isOfNpm === languagesOfNpm.has(language));
      const [only, ...more] = new Set(usable.flatMap(({ name }) => frameworkOf(name, language) ?? []));
      if (only !== undefined) return more.length === 0 ? only : unknownFramework;
    }
    return unknownFramework;
  }
}
