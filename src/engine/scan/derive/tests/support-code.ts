/** Code that is there for tests by what it is, in files that are named for nothing of the kind. */
import type { Unit } from "#contract/unit";
import { columnsAt, rawRows, rowsOf, tuplesOf } from "#engine/scan/derive/unit-rows";
import type { TestRow } from "./test-share.ts";

const symbol = columnsAt("symbols", "id", "name", "parent", "params", "decorators");

/** What stands in front of a test in names of things that are tested for users, not by them: `ab-test`, `speed_test`. */
const ofUsers = "(?:ab|a-b|split|speed|load|stress|self|drive|pen)";

const folders: readonly RegExp[] = [
  // `tests/app.go`, `api_tests/src/shared.ts`, `testing_support/`, `src/testlib/`
  /^(?:[\w-]+[-_])?(?:tests|specs|e2e)\/|(?:^|\/)(?:testing|tests?)[-_]?(?:support|utils?|helpers?|lib)\//,
  // Source sets of Maven's and Gradle's: `src/it/java/`, `src/integrationTest/kotlin/`, `src/testFixtures/java/`
  /(?:^|\/)src\/(?:it|integration-?tests?|integrationTest|functionalTest|testFixtures)\/(?:java|kotlin|groovy|scala)\//,
  // Modules of Gradle's and Maven's that others' tests are made with: `shop-core-test/src/main/kotlin/`, `testing/src/main/`
  new RegExp(
    `(?:^|/)(?!${ofUsers}[-_]test/)(?:[\\w-]+-)?(?:test|testing|test-?(?:utils?|support|fixtures|kit|helpers?))/src/main/(?:java|kotlin|groovy|scala)/`,
  ),
  // Projects of .NET: `Shop.Core.Tests/Fakes/Clock.cs`, `Shop.IntegrationTests/`
  /(?:^|\/)(?:\w+\.)+\w*Tests?\//,
  // Packages of a workspace: `libs/api-test/`, `packages/e2e_tests/`, `php-packages/testing/`
  new RegExp(
    `(?:^|/)(?:[\\w-]+-)?(?:packages|libs|crates)/(?:(?!${ofUsers}[-_]tests?/)[\\w-]+[-_])?(?:tests?|testing|e2e)(?:[-_](?:utils?|helpers?|support))?/`,
  ),
];

/** Whether a file that need hold no tests lies where only they need it. */
export const isSupport = (path: string): boolean => folders.some((one) => one.test(path));

/** Go's folders for what tests of several packages share. */
const isGoSupport = (path: string): boolean => /(?:^|\/)\w*tests?\/[^/]+$/.test(path);

/** Go's folder beside a module's code for what its tests are made with: `test/fake/user.go`, `internal/testutil/`. */
const isBesideModule = (path: string): boolean => /^(?:internal\/|pkg\/)?test(?:ing|utils?|helpers?)?\//.test(path);

/** What counterfeiter makes of interfaces: `storefakes/fake_store.go`. */
const isFakeOfGo = (path: string): boolean => /(?:^|\/)\w*fakes\/fake_\w+\.go$/.test(path);

/** Go's files for what tests share, which a name that ends in `_test.go` would hide from other packages. */
const isNamedForTests = (path: string): boolean =>
  /(?:^|\/)(?:testing|test_?(?:ing|utils?|helpers?|fixtures?|setup)|(?:\w+_)?(?:setup|init)_?tests?)\.go$/.test(path);

/** The same of Rust's, which other crates' tests need too: `pub mod test_utils;` */
const isRustSupport = (path: string): boolean =>
  /(?:^|\/)(?:testing|test_?(?:ing|utils?|helpers?|fixtures?|support))(?:\/mod)?\.rs$/.test(path);

/** Modules that are there for tests alone: code that runs otherwise cannot import them. */
const ofFrameworks =
  /^(?:(?:vitest|@jest\/globals|@playwright\/test|bun:test|node:test)$|(?:Xunit|NUnit\.Framework|NSubstitute|Moq|FakeItEasy|Microsoft\.VisualStudio\.TestTools\.UnitTesting)(?:\.|$)|(?:org\.(?:junit|testng|mockito)|io\.mockk)\.)/;

/** Libraries of Go that only tests assert by, and that doubles are made with, by hand or by a generator. */
const ofTestsInGo =
  /^(?:github\.com\/(?:stretchr\/testify\/(?:assert|mock|require|suite)|golang\/mock\/gomock|magiconair\/properties\/assert|onsi\/(?:gomega|ginkgo(?:\/v2)?))|gopkg\.in\/check\.v1|go\.uber\.org\/mock\/gomock)$/;

/** `SetForTests`, `resetForTesting`, `clear_for_tests`, `InitTests`: a function says whom it is for. */
const isForTests = (name: string): boolean =>
  /[a-z\d](?:ForTests?|ForTesting)$|_for_tests?$|_for_testing$|^(?:[Ii]nit|[Ss]et[Uu]p|[Tt]ear[Dd]own)Tests$/.test(
    name,
  );

/** What extends these is a test, or what tests extend: `TestCase`, `django.test.TestCase`, `Minitest::Test`. */
const isOfTests = (base: string): boolean =>
  /(?:TestCase|\bMinitest(?:::|\.)Test)$/.test(base.replace(/[[(<].*$/s, ""));

/** Compiled into tests alone: `cfg(test)`, `cfg(all(test, …))`. */
const isCompiledForTests = (decorator: string): boolean => /^cfg\(\s*(?:all\(\s*)?test\s*[,)]/.test(decorator);

/** What a test of Go is given, so what takes it is called by tests. */
const takesTest = (params: string): boolean => /"type":"(?:\*testing\.[TBF]|testing\.TB)"/.test(params);

/** Methods that Python's unittest calls around tests, those of what a class for tests extends too. */
const isHook = (name: string): boolean => /^(?:async)?(?:setUp|tearDown)(?:Class|TestData)?$/i.test(name);

/** The hooks among symbols for tests, as rows of tests: no test stands beside them that would tell of them. */
export function hooksIn(unit: Unit, language: string, support: ReadonlySet<string>): TestRow[] {
  if (language !== "python" || support.size === 0) return [];
  type Declared = Pick<TestRow, "name" | "line" | "end_line"> & { readonly id: string; readonly kind: string };
  return rowsOf<Declared>(unit, "symbols", ["id", "name", "kind", "line", "end_line"]).flatMap(
    ({ id, name, kind, line, end_line }): TestRow[] =>
      kind === "method" && support.has(id) && isHook(name)
        ? [{ kind: "hook", name, framework: "unittest", symbol: id, line, end_line }]
        : [],
  );
}

/** Symbols for tests of a file, by what they are: each with all that stands in it; `all`: it is there for nothing else. */
export function supportIn(unit: Unit, language: string): ReadonlySet<string> | "all" {
  const found = byWhatItIs(unit, language);
  if (found === "all") return found;
  const named = within(unit, (row) => isForTests(String(row[symbol.name])));
  return named.size === 0 ? found : new Set([...found, ...named]);
}

function byWhatItIs(unit: Unit, language: string): ReadonlySet<string> | "all" {
  switch (language) {
    case "rust":
      if (isRustSupport(unit.path)) return "all";
      return within(unit, (row) => listed(row[symbol.decorators]).some(isCompiledForTests));
    case "go": {
      if (isNamedForTests(unit.path) || isFakeOfGo(unit.path) || isBesideModule(unit.path)) return "all";
      const imports = tuplesOf<readonly [string]>(unit, "imports", ["specifier"]).map(([one]) => one);
      if (imports.some((one) => ofTestsInGo.test(one))) return "all";
      if (!imports.includes("testing")) return none;
      const found = within(unit, (row) => takesTest(String(row[symbol.params] ?? "")));
      return found.size > 0 && isGoSupport(unit.path) ? "all" : found;
    }
    case "python":
    case "ruby":
    case "php": {
      const types = typesForTests(unit);
      return types.size === 0 ? none : within(unit, (row) => types.has(String(row[symbol.id])));
    }
    case "typescript":
    case "tsx":
    case "javascript":
    case "csharp":
    case "java":
    case "kotlin": {
      type Import = readonly [specifier: string, typeOnly: number, resolved: string | null];
      const imports = tuplesOf<Import>(unit, "imports", ["specifier", "type_only", "resolved"]);
      const isOfFramework = ([one, isType, own]: Import) => !isType && own === null && ofFrameworks.test(one);
      return imports.some(isOfFramework) ? "all" : none;
    }
    default:
      return none;
  }
}

const none: ReadonlySet<string> = new Set();

const listed = (cell: unknown): string[] => (cell === null ? [] : (JSON.parse(String(cell)) as string[]));

/** The symbols that fit, and those that stand in them. Rows name what is around before what is in it. */
function within(unit: Unit, fits: (row: readonly unknown[]) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  for (const row of rawRows(unit, "symbols")) {
    const parent = row[symbol.parent] as string | null;
    if ((parent !== null && found.has(parent)) || fits(row)) found.add(String(row[symbol.id]));
  }
  return found;
}

/** Types of a file that extend what a framework runs tests of, themselves or by each other. */
function typesForTests(unit: Unit): ReadonlySet<string> {
  type Relation = readonly [type: string, relation: string, name: string, target: string | null];
  const rows = tuplesOf<Relation>(unit, "type_relations", ["type", "relation", "name", "target"]);
  const bases = rows.filter(([, relation]) => relation === "extends");
  const found = new Set(bases.flatMap(([type, , name, base]) => (base === null && isOfTests(name) ? [type] : [])));
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [type, , , base] of bases) if (base !== null && found.has(base)) found.add(type);
  }
  return found;
}
