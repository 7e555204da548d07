/** The packages that manifests declare, by the languages whose code can use them. */
import type { DatabaseSync } from "node:sqlite";

const families: Readonly<Record<string, readonly string[]>> = {
  npm: ["js"],
  pip: ["python"],
  cargo: ["rust"],
  go: ["go"],
  maven: ["java", "kotlin"],
  nuget: ["csharp"],
  composer: ["php"],
  rubygems: ["ruby"],
};

export class DeclaredPackages {
  readonly #names = new Set<string>();

  constructor(db: DatabaseSync) {
    const rows = db.prepare(
      `select distinct ecosystem, name from dependencies join manifests using (path) where internal is null`,
    );
    for (const { ecosystem, name } of rows.all())
      for (const family of families[String(ecosystem)] ?? []) this.#names.add(keyOf(family, String(name)));
  }

  has(family: string, name: string): boolean {
    return this.#names.has(keyOf(family, name));
  }
}

/** Distributions of PyPI are the same however they are written. */
const keyOf = (family: string, name: string): string =>
  `${family} ${family === "python" ? name.toLowerCase().replace(/[._]/g, "-") : name}`;
