import { expect, test } from "vitest";
import * as db from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const names = ["Cart", "Order", "Price", "Stock", "Store", "Buyer", "Offer", "Parcel", "Refund", "Voucher"];

/** A file for each name. */
const each = (path: string, code: (name: string) => string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [path.replace("*", name).replace("%", name.toLowerCase()), code(name)]));

/** What is told of the files' declarations: the patterns' names, and why other places stand out. */
async function told(files: Record<string, string>, about: string): Promise<{ patterns: string[]; reasons: string[] }> {
  const folder = new TempFolder(files);
  await runScan(folder);
  const list = (sql: string) => db.query(folder, sql).map((row) => String(Object.values(row)[0]));
  const ids = about
    .split(" ")
    .map((id) => `id like '%-${id}-%'`)
    .join(" or ");
  return {
    patterns: list(`select name from patterns where ${ids} order by name`),
    reasons: list(
      `select distinct path || ': ' || reason from pattern_locations where reason is not null
        and pattern in (select id from patterns where ${ids}) order by 1`,
    ),
  };
}

test("Go: what constructors give, how tests run, and the package that they are of", async () => {
  const code = (name: string) =>
    `package ${name.toLowerCase()}\n\nimport "fmt"\n\ntype ${name} struct{ n int }\n\nfunc New${name}() *${name} { return &${name}{} }\n\nfunc New${name}With(n int) (*${name}, error) {\n\tif err := check(n); err != nil {\n\t\treturn nil, fmt.Errorf("making ${name}: %w", err)\n\t}\n\tif err := check(n + 1); err != nil {\n\t\treturn nil, fmt.Errorf("making more: %w", err)\n\t}\n\treturn &${name}{n: n}, nil\n}\n`;
  const tests = (name: string) =>
    `package ${name.toLowerCase()}_test\n\nimport (\n\t"testing"\n\n\t"example.com/shop/${name.toLowerCase()}"\n)\n\nfunc TestNew(t *testing.T) {\n\tt.Parallel()\n\t${name.toLowerCase()}.New${name}()\n}\n`;
  const files = {
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    ...each("%/%.go".replace("%/%", "%/code"), code),
    ...each("%/code_test.go", tests),
    "late/late.go":
      "package late\n\ntype Late struct{}\n\nfunc NewLate() Late { return Late{} }\n\nfunc read() error {\n\tif err := check(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
    "late/late_test.go": 'package late\n\nimport "testing"\n\nfunc TestNew(t *testing.T) { NewLate() }\n',
  };
  expect(await told(files, "constructor-results error-wrapping parallel-tests test-package")).toEqual({
    patterns: [
      "Constructors give a pointer",
      "Errors are passed on with what fmt.Errorf adds",
      "Tests run in parallel",
      "Tests stand in packages of their own",
    ],
    reasons: [
      "late/late.go: gives a value",
      "late/late.go: passes the error on as it is",
      "late/late_test.go: does not call t.Parallel()",
      "late/late_test.go: stands in the package that they test",
    ],
  });
});

test("Rust: files of modules with a folder, what `new` says that it gives, and types that derive Debug", async () => {
  const files = (where: string) => ({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
    "src/lib.rs": names.map((name) => `pub mod ${name.toLowerCase()};\n`).join(""),
    ...each(
      `src/%${where}`,
      (name) =>
        `mod inner;\n#[derive(Debug)]\npub struct ${name}(u8);\nimpl ${name} {\n    pub fn new() -> Self { ${name}(1) }\n    pub fn twice() -> u8 { 2 }\n}\n#[derive(Clone, Debug)]\npub enum ${name}Kind { One }\nimpl ${name}Kind {\n    pub fn new() -> Self { ${name}Kind::One }\n}\n`,
    ),
    ...each("src/%/inner.rs", () => "pub(crate) struct Hidden;\n"),
    "src/late.rs": "pub struct Late;\nimpl Late {\n    pub fn new() -> Late { Late }\n}\n",
  });
  const about = "module-files constructor-results type-derives";
  const common = ["src/late.rs: cannot be printed for debugging", "src/late.rs: gives the type's name"];
  expect(await told(files("/mod.rs"), about)).toEqual({
    patterns: ["Constructors give Self", "Modules with a folder in mod.rs", "Public types derive Debug"],
    reasons: common,
  });
  expect(await told(files(".rs"), about)).toEqual({
    patterns: ["Constructors give Self", "Modules with a folder beside it", "Public types derive Debug"],
    reasons: common,
  });
});

test("C#: fields set once, closed classes, records, names of asynchronous methods and of loggers", async () => {
  const files = {
    ...each(
      "src/*Service.cs",
      (name) =>
        `namespace Shop;\npublic sealed class ${name}Service {\n  private readonly ILogger<${name}Service> _logger;\n  private readonly int _count;\n  private int _other;\n  public ${name}Service(ILogger<${name}Service> logger, int count) {\n    _logger = logger;\n    _count = count;\n  }\n  public async Task<int> ReadAsync() => 1;\n  public Task SaveAsync() => Task.CompletedTask;\n  public int Count() => _count;\n}\n`,
    ),
    ...each("src/Dtos/*Dto.cs", (name) => `namespace Shop.Dtos;\npublic record ${name}Dto(int Id);\n`),
    "src/LateService.cs":
      "namespace Shop;\npublic class LateService {\n  private ILogger<LateService> _log;\n  public LateService(ILogger<LateService> log) { _log = log; }\n  public async Task<int> Read() => 1;\n}\n",
    "src/Dtos/LateDto.cs": "namespace Shop.Dtos;\npublic sealed class LateDto { public int Id { get; set; } }\n",
    "src/LateController.cs":
      "namespace Shop;\npublic sealed class LateController {\n  public async Task<int> Index() => 1;\n}\n",
  };
  expect(await told(files, "closed-classes value-classes final-fields async-names logger-names")).toEqual({
    patterns: [
      "Asynchronous methods end in Async",
      "Classes are sealed",
      "Loggers are named _logger",
      "Values are carried by records",
      "What constructors keep is readonly",
    ],
    reasons: [
      "src/Dtos/LateDto.cs: is one of the classes",
      "src/LateService.cs: does not end in Async",
      "src/LateService.cs: is left open",
      "src/LateService.cs: is named `_log`",
      "src/LateService.cs: may be set again",
    ],
  });
});

test("Java: names of loggers, fields set once, imports by wildcards, test methods without public", async () => {
  const files = {
    ...each(
      "src/main/java/shop/*Service.java",
      (name) =>
        `package shop;\nimport java.util.*;\nimport java.io.*;\nclass ${name}Service {\n  private static final Logger LOG = LoggerFactory.getLogger(${name}Service.class);\n  private final List<String> a;\n  private final int b;\n  private int c;\n  ${name}Service(List<String> a, int b) {\n    this.a = a;\n    this.b = b;\n  }\n}\n`,
    ),
    ...each(
      "src/test/java/shop/*ServiceTest.java",
      (name) =>
        `package shop;\nimport org.junit.jupiter.api.Test;\nclass ${name}ServiceTest {\n  @Test void one() { assertTrue(true); }\n  @Test void two() { assertTrue(true); }\n}\n`,
    ),
    "src/main/java/shop/Late.java":
      "package shop;\nimport java.util.List;\nimport java.util.Map;\nimport java.util.Set;\nclass Late {\n  private static final Logger log = LoggerFactory.getLogger(Late.class);\n  private int a;\n  Late(int a) { this.a = a; }\n}\n",
    "src/test/java/shop/LateTest.java":
      "package shop;\nimport org.junit.jupiter.api.Test;\nclass LateTest {\n  @Test public void one() { assertTrue(true); }\n}\n",
  };
  expect(await told(files, "logger-names final-fields wildcard-imports test-visibility")).toEqual({
    patterns: [
      "Imports by wildcards",
      "Loggers are named LOG",
      "Test methods are package-private",
      "What constructors keep is final",
    ],
    reasons: [
      "src/main/java/shop/Late.java: imports name by name",
      "src/main/java/shop/Late.java: is named `log`",
      "src/main/java/shop/Late.java: may be set again",
      "src/test/java/shop/LateTest.java: is public",
    ],
  });
});

test("Kotlin: data classes, sealed interfaces, what is internal, and tests named as sentences", async () => {
  const files = {
    ...each(
      "src/main/kotlin/shop/*.kt",
      (name) =>
        `package shop\ninternal data class ${name}Request(val id: Int)\ninternal sealed interface ${name}State\ninternal class ${name}(id: Int) {\n`,
    ),
    ...each(
      "src/test/kotlin/shop/*Test.kt",
      (name) =>
        `package shop\nimport org.junit.jupiter.api.Test\nclass ${name}Test {\n  @Test fun \`${name.toLowerCase()} can be read\`() { check(true) }\n}\n`,
    ),
    "src/main/kotlin/shop/Late.kt":
      "package shop\nclass LateRequest(val id: Int)\nsealed class LateState\nclass Late {\n  private var a = 1\n}\n",
  };
  const { patterns, reasons } = await told(files, "value-classes closed-hierarchies declared-visibility test-names");
  expect(patterns).toEqual([
    "Closed hierarchies as sealed interfaces",
    "Declarations at the top level are internal",
    "Test cases are named as sentences in backticks",
    "Values are carried by data classes",
  ]);
  expect(reasons).toEqual([
    "src/main/kotlin/shop/Late.kt: is one of the classes",
    "src/main/kotlin/shop/Late.kt: is one of the sealed classes",
    "src/main/kotlin/shop/Late.kt: is public",
  ]);
});

test("Swift: structs, conformances in extensions, completion handlers, final classes", async () => {
  const files = {
    ...each(
      "Sources/Shop/*.swift",
      (name) =>
        `struct ${name} { let id: Int }\nstruct ${name}Item: Equatable { let id: Int }\nextension ${name}: CustomStringConvertible {\n  var description: String { "x" }\n}\nextension ${name}Item: Store {}\nfunc load${name}(completion: @escaping (Int) -> Void) { completion(1) }\n`,
    ),
    ...each("Sources/Shop/Views/*View.swift", (name) => `final class ${name}View {}\n`),
    ...each("Sources/Shop/More/*Row.swift", (name) => `struct ${name}Row {}\nstruct ${name}Cell {}\n`),
    "Sources/Shop/Late.swift":
      'class Late {}\nstruct Later: CustomStringConvertible {\n  var description: String { "x" }\n}\nfunc loadLate() async -> Int { 1 }\n',
  };
  const { patterns, reasons } = await told(files, "type-kinds conformances async-code closed-classes");
  expect(patterns).toEqual([
    "Classes are final",
    "Completion handlers",
    "Protocols are conformed to in extensions",
    "Types are structs",
  ]);
  expect(reasons.filter((one) => one.startsWith("Sources/Shop/Late.swift"))).toEqual([
    "Sources/Shop/Late.swift: conforms where the type is declared",
    "Sources/Shop/Late.swift: is an async function",
    "Sources/Shop/Late.swift: is left open",
    "Sources/Shop/Late.swift: is one of the classes",
  ]);
});

test("PHP: promoted parameters, final classes, complete type hints", async () => {
  const files = {
    ...each(
      "src/*.php",
      (name) =>
        `<?php\nnamespace Shop;\nfinal class ${name}\n{\n    public function __construct(private readonly int $id) {}\n    public function scaled(int $by): int { return $by; }\n    public function named(string $name): string { return $name; }\n}\n`,
    ),
    "src/Late.php":
      "<?php\nnamespace Shop;\nclass Late\n{\n    private int $id;\n    public function __construct(int $id) { $this->id = $id; }\n    public function scaled($by) { return $by; }\n}\n",
  };
  expect(await told(files, "promoted-parameters closed-classes type-hints")).toEqual({
    patterns: ["Classes are final", "Constructors promote their parameters", "Functions with complete type hints"],
    reasons: [
      "src/Late.php: has no type hints",
      "src/Late.php: is declared as a property and assigned",
      "src/Late.php: is left open",
    ],
  });
});

test("C++: marks of private members, paths of headers, endings of files, casing of enumerators", async () => {
  const files = {
    ...each(
      "src/core/*.hh",
      (name) =>
        `class ${name} {\npublic:\n  int count() const;\nprivate:\n  int count_;\n  int size_;\n};\nenum ${name}Kind { KIND_${name.toUpperCase()}_ONE, KIND_${name.toUpperCase()}_TWO };\n`,
    ),
    ...each(
      "src/shop/*.cc",
      (name) =>
        `#include "core/${name}.hh"\n#include "core/Cart.hh"\nint ${name.toLowerCase()}Count(const ${name}& it) { return it.count(); }\n`,
    ),
    "src/shop/Late.cc": '#include "../core/Cart.hh"\nclass Late {\nprivate:\n  int m_count;\n};\n',
  };
  expect(await told(files, "header-paths file-endings enum-casing casing-private")).toEqual({
    patterns: [
      "Cases of enums in UPPER_CASE",
      "Headers end in .hh",
      "Headers of other folders by paths from a root",
      "Private members with a trailing _",
      "Sources end in .cc",
    ],
    reasons: ["src/shop/Late.cc: includes by relative paths", "src/shop/Late.cc: is named with a leading m_"],
  });
});

test("Python: annotations that are evaluated later, and the name of loggers", async () => {
  const files = {
    ...each(
      "shop/%.py",
      (name) =>
        `from __future__ import annotations\n\nimport logging\n\nlogger = logging.getLogger(__name__)\n\n\ndef read(x: ${name}) -> int:\n    logger.info("x")\n    return 1\n`,
    ),
    "shop/late.py": "import logging\n\nLOG = logging.getLogger(__name__)\n\n\ndef read(x: int) -> int:\n    return x\n",
  };
  expect(await told(files, "postponed-annotations logger-names")).toEqual({
    patterns: ["Annotations are postponed", "Loggers are named logger"],
    reasons: ["shop/late.py: does not postpone its annotations", "shop/late.py: is named `LOG`"],
  });
});
