/** The framework of tests whose file imports none: what the manifest above depends on. */
import type { DatabaseSync } from "node:sqlite";
import { frameworksOf } from "./test-rules.ts";

/** Nothing in a file says whose its tests are. */
export const unknown = "unknown";

export class Frameworks {
  /** By the manifest's folder: the frameworks that it depends on. */
  readonly #byFolder = new Map<string, Set<string>>();

  constructor(db: DatabaseSync) {
    for (const { path, name } of db.prepare("select path, name from dependencies").all() as Record<string, string>[]) {
      const framework = frameworksOf.get(name ?? "");
      if (!framework || !path) continue;
      const folder = path.split("/").slice(0, -1).join("/");
      const listed = this.#byFolder.get(folder) ?? new Set();
      this.#byFolder.set(folder, listed.add(framework));
    }
  }

  /** `told`, or where that says nothing, the one framework of the nearest manifest that names any. */
  of(path: string, told: string): string {
    if (told !== unknown) return told;
    const folders = path.split("/").slice(0, -1);
    for (let length = folders.length; length >= 0; length--) {
      const [only, ...more] = this.#byFolder.get(folders.slice(0, length).join("/")) ?? [];
      if (only !== undefined) return more.length === 0 ? only : unknown;
    }
    return unknown;
  }
}
