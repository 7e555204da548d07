/** The code of tests: their files, the tests that stand between other code, and what all of it calls. */
import type { DatabaseSync } from "node:sqlite";
import { readShares, shareReader } from "#engine/scan/derive/kept-shares";
import { pathOf } from "#engine/scan/derive/symbols";
import type { Reach } from "./reach.ts";
import { decodeTestShare, type SharedSite, type TestRow, type TestShare } from "./test-share.ts";

/** A call in the code of tests as it counts: its callee is null unless it runs that. */
export type Site = Omit<SharedSite, "origin" | "isStub">;

export interface TestFile {
  readonly path: string;
  readonly language: string;
  readonly tests: readonly TestRow[];
  readonly sites: readonly Site[];
  readonly share: TestShare;
}

/** What pytest reads on the way up from a file, the nearest first. */
export function conftests(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  const ups = Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up));
  return ups.map((parts) => [...parts, "conftest.py"].join("/"));
}

export class TestCode {
  readonly #files = new Map<string, TestFile>();
  readonly #reach: Reach;
  readonly #calls = new Map<string, Site[]>();

  /** @param wanted files of which it is asked; those that these lead to come with them. None: all */
  constructor(db: DatabaseSync, reach: Reach, wanted?: ReadonlySet<string>) {
    this.#reach = reach;
    if (wanted) {
      const read = shareReader(db, "tests");
      const open = [...wanted];
      for (let path = open.pop(); path !== undefined; path = open.pop()) {
        if (this.#files.has(path)) continue;
        const share = read(path);
        if (share !== undefined) open.push(...this.#leads(this.#add(path, share)));
      }
      return;
    }
    for (const [path, share] of readShares(db, "tests")) this.#add(path, share);
  }

  get files(): Iterable<TestFile> {
    return this.#files.values();
  }

  #add(path: string, kept: string): TestFile {
    const share = decodeTestShare(path, kept);
    const sites = share.sites.map((site) => this.#site(site));
    for (const site of sites) {
      const listed = this.#calls.get(site.caller);
      if (listed) listed.push(site);
      else this.#calls.set(site.caller, [site]);
    }
    const language = this.#reach.files.get(path)?.language ?? "";
    const file = { path, language, tests: share.tests, sites, share };
    this.#files.set(path, file);
    return file;
  }

  #site({ line, caller, name, callee: led, confidence, meaning, origin, isStub }: SharedSite): Site {
    const callee = led !== null && !isStub && this.#reach.isRun(led, origin) ? led : null;
    return { line, caller, name, callee, confidence: callee === null ? 0 : confidence, meaning };
  }

  /** Files for tests without which it cannot be told what a file's tests cover. */
  #leads({ path, language, sites, share }: TestFile): string[] {
    const symbols = [...sites.flatMap(({ callee }) => callee ?? []), ...share.bases.map(([, base]) => base)];
    const files = symbols.filter((symbol) => this.isTest(symbol)).map(pathOf);
    return language === "python" ? [...files, ...conftests(path), ...share.stars] : files;
  }

  /** Whether a symbol is there for tests. */
  isTest(symbol: string): boolean {
    return this.#reach.isTest(symbol);
  }

  /** Whether code for other things than tests lies in a file of the repository. */
  isOtherFile(path: string): boolean {
    return this.#reach.isOtherFile(path);
  }

  /** The calls of a function for tests. */
  callsOf(symbol: string): readonly Site[] {
    return this.#calls.get(symbol) ?? [];
  }
}
