/** The fixtures of a test: by parameters as pytest gives them, by names as RSpec does, and the hooks around. */
import type { Layout, Setup, TestCase } from "./layout.ts";
import { conftests, type TestCode, type TestFile } from "./test-code.ts";
import { builtinFixtures } from "./test-rules.ts";

/** A fixture that asks for a fixture …: so many deep. */
const maxDepth = 6;

interface Asked {
  readonly params: readonly string[];
  readonly decorators: readonly string[];
}

interface PytestFixture extends Setup {
  readonly path: string;
  readonly params: readonly string[];
  readonly isAutomatic: boolean;
}

export class Fixtures {
  /** By file and name. */
  readonly #pytest = new Map<string, Map<string, PytestFixture>>();
  readonly #asked = new Map<string, Asked>();
  /** Hooks by the class that they stand in. */
  readonly #hooks = new Map<string, readonly Setup[]>();
  /** The same of Go, whose methods stand in any file of a package, by the package's folder and the type. */
  readonly #ofPackages = new Map<string, Setup[]>();
  /** Of files, those of which they import all names. */
  readonly #stars = new Map<string, readonly string[]>();
  /** The class for tests that a class for tests extends. */
  readonly #bases = new Map<string, string>();

  constructor(code: TestCode, layouts: ReadonlyMap<TestFile, Layout>) {
    for (const { path, share } of code.files) {
      if (share.stars.length > 0) this.#stars.set(path, share.stars);
      for (const [symbol, params, decorators] of share.asked) this.#asked.set(symbol, { params, decorators });
      for (const [type, base] of share.bases) if (code.isTest(type) && code.isTest(base)) this.#bases.set(type, base);
    }
    for (const [{ path, language }, { scopes }] of layouts)
      for (const { row, hooks, fixtures } of scopes) {
        if (row?.symbol) this.#hooks.set(row.symbol, hooks);
        else if (row === null) for (const hook of hooks) this.#keepOfClass(hook);
        if (language === "go") for (const hook of hooks) this.#keepOfPackage(hook);
        if (language !== "python") continue;
        for (const setup of fixtures.values()) this.#add(path, setup);
      }
  }

  /** A hook of a class that is no suite by itself: what others extend. */
  #keepOfClass(hook: Setup): void {
    const type = classOf(hook);
    if (type !== undefined) this.#hooks.set(type, [...(this.#hooks.get(type) ?? []), hook]);
  }

  #keepOfPackage(hook: Setup): void {
    const type = classOf(hook);
    if (type === undefined) return;
    const kept = this.#ofPackages.get(inPackage(type)) ?? [];
    this.#ofPackages.set(inPackage(type), kept);
    kept.push(hook);
  }

  #add(path: string, setup: Setup): void {
    const { params = [], decorators = [] } = (setup.symbol && this.#asked.get(setup.symbol)) || {};
    const written = decorators.find((one) => one.includes("fixture")) ?? "";
    const name = /\bname\s*=\s*["'](\w+)["']/.exec(written)?.[1] ?? setup.name;
    const listed = this.#pytest.get(path) ?? new Map<string, PytestFixture>();
    this.#pytest.set(path, listed);
    listed.set(name, { ...setup, name, path, params, isAutomatic: /\bautouse\s*=\s*True\b/.test(written) });
  }

  /** What is set up for a test, the nearest first. */
  of(file: TestFile, test: TestCase): readonly Setup[] {
    const found = new Map<string, Setup>();
    const add = (setup: Setup): boolean => {
      const key = `${setup.name} ${setup.symbol}`;
      if (found.has(key)) return false;
      found.set(key, setup);
      return true;
    };
    if (file.language === "python") this.#parameters(file.path, test, add);
    const named = new Set(test.sites.map(({ name }) => name));
    for (const { row, hooks, fixtures } of test.scopes) {
      hooks.filter((hook) => row !== null || isAround(hook, test)).forEach(add);
      this.#inherited(row?.symbol ?? null).forEach(add);
      for (const [name, setup] of fixtures) if (file.language === "ruby" && named.has(name)) add(setup);
    }
    for (const type of typesAround(test)) {
      if (file.language === "go") this.#ofPackages.get(inPackage(type))?.forEach(add);
      this.#inherited(type).forEach(add);
    }
    return [...found.values()];
  }

  #inherited(suite: string | null): readonly Setup[] {
    const found: Setup[] = [];
    let base = suite === null ? undefined : this.#bases.get(suite);
    for (let depth = 0; base !== undefined && depth < maxDepth; depth++) {
      found.push(...(this.#hooks.get(base) ?? []));
      base = this.#bases.get(base);
    }
    return found;
  }

  #parameters(path: string, test: TestCase, add: (setup: Setup) => boolean): void {
    const symbols = [test.row.symbol, ...test.scopes.map(({ row }) => row?.symbol ?? null)];
    const asked = symbols.flatMap((symbol) => (symbol && this.#asked.get(symbol)) || []);
    const used = asked.flatMap(({ decorators }) => decorators.flatMap(usedFixtures));
    // In the file, in what pytest reads on the way up, and in what these bring whole.
    const places = new Set<string>();
    const look = (place: string): void => {
      if (places.has(place)) return;
      places.add(place);
      this.#stars.get(place)?.forEach(look);
    };
    [path, ...conftests(path)].forEach(look);
    const automatic = [...places].flatMap((place) => [...(this.#pytest.get(place)?.values() ?? [])]);
    const names = [...(asked[0]?.params ?? []), ...used];
    const given = parametrized(asked.flatMap(({ decorators }) => decorators));
    const visit = (name: string, depth: number): void => {
      if (depth > maxDepth || given.has(name)) return;
      const fixture = [...places].map((place) => this.#pytest.get(place)?.get(name)).find(Boolean);
      if (!fixture) {
        if (builtinFixtures.has(name)) add({ name, symbol: null, sites: [] });
      } else if (add(fixture)) for (const one of fixture.params) visit(one, depth + 1);
    };
    for (const name of names) visit(name, 0);
    for (const { name, isAutomatic } of automatic) if (isAutomatic) visit(name, 0);
  }
}

/** The class that a hook stands in, as `a.kt#A` of `a.kt#A.Companion.setUp`. */
function classOf({ symbol }: Setup): string | undefined {
  const owner = symbol?.slice(0, Math.max(0, symbol.lastIndexOf("."))).replace(/\.Companion$/, "");
  return owner?.includes("#") ? owner : undefined;
}

/** `a/#Suite` of `a/b_test.go#Suite`. */
const inPackage = (type: string): string => type.replace(/[^/]*#/, "#");

/** Whether a hook of a file is one of a test: what stands in a class is of its tests alone. */
function isAround(hook: Setup, { row }: TestCase): boolean {
  const type = classOf(hook);
  return type === undefined || row.symbol === null || row.symbol.startsWith(`${type}.`);
}

/** The types that a test stands in, the innermost first. */
function typesAround({ row: { symbol } }: TestCase): string[] {
  if (symbol === null) return [];
  const ends = [...symbol.matchAll(/\./g)].map(({ index }) => index).filter((at) => at > symbol.indexOf("#"));
  return ends.map((at) => symbol.slice(0, at)).reverse();
}

/** `pytest.mark.usefixtures("a", "b")` */
const usedFixtures = (decorator: string): string[] =>
  /\busefixtures\s*\(/.test(decorator) ? [...decorator.matchAll(/["'](\w+)["']/g)].map(([, name]) => name ?? "") : [];

/** The parameters that values are listed for: `pytest.mark.parametrize("a,b", …)`. */
function parametrized(decorators: readonly string[]): ReadonlySet<string> {
  const lists = decorators.flatMap(
    (one) => /\bparametrize\s*\(\s*[([]?\s*((?:["'][\w\s,]*["']\s*,?\s*)+)/.exec(one)?.[1] ?? [],
  );
  return new Set(lists.flatMap((list) => list.match(/\w+/g) ?? []));
}
