/** Where errors are thrown and caught, in the languages that say so. */
import { expect, test } from "vitest";
import { rowsOf } from "./testing/scanned-rows.ts";

/** `path:line kind error → declaration, in the code of symbol` */
async function sitesOf(files: Record<string, string>): Promise<string[]> {
  const rows = await rowsOf(files, "select * from error_sites order by path, line, kind, error");
  return rows.map(({ path, line, end_line, kind, error, target, symbol }) => {
    const lines = line === end_line ? line : `${line}-${end_line}`;
    return [`${path}:${lines}`, kind, error, target && `→ ${target}`, `in ${symbol}`].filter(Boolean).join(" ");
  });
}

test("TypeScript: what is thrown, thrown on, caught and swallowed", async () => {
  const sites = await sitesOf({
    "errors.ts": "export class NotFound extends Error {\n  constructor() { super(); }\n}\n",
    "a.ts": [
      'import { NotFound } from "./errors";',
      "export function find(x: number) {",
      "  if (x) throw new NotFound();",
      '  if (x > 1) throw "text";',
      "  try { find(x); } catch (error) { throw error; }",
      "  try { find(x); } catch {",
      "    // nobody looks",
      "  }",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toEqual([
    "a.ts:3 throw NotFound → errors.ts#NotFound in a.ts#find",
    "a.ts:4 throw in a.ts#find",
    "a.ts:5 catch in a.ts#find",
    "a.ts:5 rethrow in a.ts#find",
    "a.ts:6-8 swallow in a.ts#find",
  ]);
});

test("Python: raise, raise from, bare raise, handlers that pass", async () => {
  const sites = await sitesOf({
    "errors.py": "class NotFound(Exception):\n    pass\n",
    "a.py": [
      "from errors import NotFound",
      "def find(x):",
      "    try:",
      "        raise NotFound(x)",
      "    except (KeyError, ValueError) as e:",
      "        raise RuntimeError('x') from e",
      "    except NotFound:",
      "        raise",
      "    except Exception:",
      "        pass",
      "",
    ].join("\n"),
  });
  expect(sites).toEqual([
    "a.py:4 throw NotFound → errors.py#NotFound in a.py#find",
    "a.py:5-6 catch KeyError in a.py#find",
    "a.py:5-6 catch ValueError in a.py#find",
    "a.py:6 throw RuntimeError in a.py#find",
    "a.py:7-8 catch NotFound → errors.py#NotFound in a.py#find",
    "a.py:8 rethrow in a.py#find",
    "a.py:9-10 swallow Exception in a.py#find",
  ]);
});

test("Java: throw, multi-catch, empty handlers", async () => {
  const sites = await sitesOf({
    "p/Missing.java": "package p;\npublic class Missing extends RuntimeException {}\n",
    "p/A.java": [
      "package p;",
      "class A {",
      "  void find() {",
      "    try { throw new Missing(); }",
      "    catch (Missing | IllegalStateException e) { throw e; }",
      "    catch (RuntimeException e) { }",
      "  }",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toEqual([
    "p/A.java:4 throw Missing → p/Missing.java#Missing in p/A.java#A.find",
    "p/A.java:5 catch IllegalStateException in p/A.java#A.find",
    "p/A.java:5 catch Missing → p/Missing.java#Missing in p/A.java#A.find",
    "p/A.java:5 rethrow in p/A.java#A.find",
    "p/A.java:6 swallow RuntimeException in p/A.java#A.find",
  ]);
});

test("C#: throw, when, filters of types, rethrow, empty handlers, tasks that nobody takes", async () => {
  const sites = await sitesOf({
    "A.cs": [
      "using System; using System.Threading.Tasks;",
      "public class Missing : Exception {}",
      "public class A {",
      "  public void Find(int x) {",
      "    try { throw new Missing(); }",
      "    catch (Missing e) when (x > 1) { throw; }",
      "    catch (InvalidOperationException) { }",
      "    catch { Console.WriteLine(1); }",
      "    finally { }",
      "  }",
      "  public async Task Save() { await Task.Delay(1); }",
      "  public async Task All() { Save(); await Save(); _ = Save(); }",
      "  public int Take(int? x) => x ?? throw new ArgumentException();",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "A.cs:5 throw Missing → A.cs#Missing in A.cs#A.Find",
      "A.cs:6 catch Missing → A.cs#Missing in A.cs#A.Find",
      "A.cs:6 rethrow in A.cs#A.Find",
      "A.cs:7 swallow InvalidOperationException in A.cs#A.Find",
      "A.cs:8 catch in A.cs#A.Find",
      "A.cs:12 unhandled → A.cs#A.Save in A.cs#A.All",
      "A.cs:13 throw ArgumentException in A.cs#A.Take",
    ]
  `);
});

test("PHP: throw, several types, static makers, @, rethrow", async () => {
  const sites = await sitesOf({
    "A.php": [
      "<?php",
      "class Missing extends \\RuntimeException { static function of(): static { return new static(); } }",
      "class A {",
      "  function find($x) {",
      "    try { throw new Missing('x'); }",
      "    catch (Missing | \\LogicException $e) { throw $e; }",
      "    catch (\\Throwable) { /* nobody */ }",
      "    @unlink($x);",
      "    throw Missing::of();",
      "  }",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "A.php:5 throw Missing → A.php#Missing in A.php#A.find",
      "A.php:6 catch Missing → A.php#Missing in A.php#A.find",
      "A.php:6 catch \\LogicException in A.php#A.find",
      "A.php:6 rethrow in A.php#A.find",
      "A.php:7 swallow \\Throwable in A.php#A.find",
      "A.php:8 swallow @ in A.php#A.find",
      "A.php:9 throw Missing → A.php#Missing in A.php#A.find",
    ]
  `);
});

test("Ruby: raise in its forms, rescue, modifiers, ensure, retry", async () => {
  const sites = await sitesOf({
    "a.rb": [
      "class Missing < StandardError; end",
      "class A",
      "  def find(x)",
      "    raise Missing, 'x'",
      "    raise Missing.new('y')",
      "    raise 'text'",
      "  rescue Missing, KeyError => e",
      "    raise",
      "  rescue ArgumentError",
      "  rescue => e",
      "    retry",
      "  ensure",
      "    x.close",
      "  end",
      "  def quick(x) = (x.go rescue nil)",
      "end",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "a.rb:4 throw Missing → a.rb#Missing in a.rb#A.find",
      "a.rb:5 throw Missing → a.rb#Missing in a.rb#A.find",
      "a.rb:6 throw RuntimeError in a.rb#A.find",
      "a.rb:7-8 catch KeyError in a.rb#A.find",
      "a.rb:7-8 catch Missing → a.rb#Missing in a.rb#A.find",
      "a.rb:8 rethrow in a.rb#A.find",
      "a.rb:9 swallow ArgumentError in a.rb#A.find",
      "a.rb:10-11 catch in a.rb#A.find",
      "a.rb:15 swallow StandardError in a.rb#A.quick",
    ]
  `);
});

test("Kotlin: throw, catch, rethrow, results", async () => {
  const sites = await sitesOf({
    "A.kt": [
      "class Missing(m: String) : RuntimeException(m)",
      "fun find(x: Int): Int {",
      "  try {",
      '    throw Missing("x")',
      "  } catch (e: Missing) {",
      "    throw e",
      "  } catch (e: IllegalStateException) {",
      "  } finally {",
      "  }",
      "  return x",
      "}",
      "fun safe(x: Int): Result<Int> = runCatching { find(x) }",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "A.kt:4 throw Missing → A.kt#Missing in A.kt#find",
      "A.kt:5-7 catch Missing → A.kt#Missing in A.kt#find",
      "A.kt:6 rethrow in A.kt#find",
      "A.kt:7-8 swallow IllegalStateException in A.kt#find",
      "A.kt:12 result in A.kt#safe",
    ]
  `);
});

test("Go: errors made, wrapped, given back, looked at, dropped; panics", async () => {
  const sites = await sitesOf({
    "go.mod": "module app\n",
    "a.go": [
      "package app",
      'import ("errors"; "fmt"; "io")',
      'var ErrNone = errors.New("none")',
      "type Bad struct{}",
      'func (b *Bad) Error() string { return "" }',
      "func find(x int) (int, error) {",
      "\tif x == 1 { return 0, ErrNone }",
      "\tif x == 2 { return 0, &Bad{} }",
      '\tif x == 3 { return 0, fmt.Errorf("x") }',
      "\tif x == 4 { return 0, io.EOF }",
      "\ty, err := find(x)",
      '\tif err != nil { return 0, fmt.Errorf("y: %w", err) }',
      "\treturn y, nil",
      "}",
      "func use() {",
      "\t_, err := find(1)",
      "\tif err != nil { fmt.Println(err) }",
      "\tx, _ := find(2)",
      "\tfind(x)",
      "\tdefer func() { recover() }()",
      '\tpanic("no")',
      "}",
      "type logs interface { Error(code int) error }",
      "type hook struct { log logs }",
      "func (h *hook) fire() error {",
      "\treturn h.log.Error(300)",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "a.go:6 result error in a.go#find",
      "a.go:7 throw ErrNone → a.go#ErrNone in a.go#find",
      "a.go:8 throw Bad → a.go#Bad in a.go#find",
      "a.go:9 throw fmt.Errorf in a.go#find",
      "a.go:10 throw io.EOF in a.go#find",
      "a.go:12 propagate fmt.Errorf in a.go#find",
      "a.go:17 catch in a.go#use",
      "a.go:18 swallow error in a.go#use",
      "a.go:19 swallow error in a.go#use",
      "a.go:20 boundary in a.go#use",
      "a.go:21 panic panic in a.go#use",
      "a.go:23 result error in a.go#logs.Error",
      "a.go:25 result error in a.go#hook.fire",
    ]
  `);
});

test("Rust: errors made, handed on, looked at, dropped; panics", async () => {
  const sites = await sitesOf({
    "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
    "src/lib.rs": [
      "pub enum Error { None, Bad(u32) }",
      "impl std::error::Error for Error {}",
      "type Result<T> = std::result::Result<T, Error>;",
      "pub fn find(x: u32) -> Result<u32> {",
      "    if x == 1 { return Err(Error::None); }",
      "    let y = find(x)?;",
      "    match find(y) {",
      "        Ok(z) => Ok(z),",
      "        Err(Error::None) => Ok(1),",
      "        Err(e) => Err(e),",
      "    }",
      "}",
      "pub fn run() {",
      "    let _ = find(1);",
      "    find(2).ok();",
      "    if let Err(_) = find(3) {}",
      "    find(4).unwrap();",
      "    assert!(find(5) == Err(Error::Bad(1)));",
      '    find(6).inspect_err(|e| eprintln!("{e}")).ok();',
      "}",
      "#[cfg(test)]",
      "mod tests { fn t() { super::find(1).unwrap(); } }",
      "pub fn first(all: &[u32]) -> Option<u32> {",
      "    let one = all.first()?;",
      "    let two = all.iter().find_map(|it| Some(it.checked_add(*one)?))?;",
      "    let close = || -> Result<u32> { find(two) };",
      "    let three = all.iter().map(|it| Ok(find(*it)?)).collect::<Result<Vec<_>>>();",
      "    let four = vec![all.last()?];",
      "    three.ok()?.first().copied().or(four.first().copied().copied())",
      "}",
      "pub fn sums(all: &[u32]) -> Result<u32> {",
      "    let all: Vec<u32> = all.iter().filter_map(|it| Some(it.checked_add(1)?)).collect();",
      "    find(all[0])?;",
      "    let one = all.iter().map(|it| -> Option<u32> { it.checked_add(1)?.checked_add(2) }).next();",
      "    Ok(one.unwrap_or_default())",
      "}",
      "pub fn says(all: &[u32]) -> bool {",
      "    let one = || all.first()?.checked_add(1);",
      "    one().is_some()",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "src/lib.rs:4 result Error → src/lib.rs#Error in src/lib.rs#find",
      "src/lib.rs:5 throw Error::None → src/lib.rs#Error in src/lib.rs#find",
      "src/lib.rs:6 propagate in src/lib.rs#find",
      "src/lib.rs:9 catch Error::None → src/lib.rs#Error in src/lib.rs#find",
      "src/lib.rs:10 propagate in src/lib.rs#find",
      "src/lib.rs:14 swallow Error → src/lib.rs#Error in src/lib.rs#run",
      "src/lib.rs:15 swallow in src/lib.rs#run",
      "src/lib.rs:16 swallow in src/lib.rs#run",
      "src/lib.rs:17 panic unwrap in src/lib.rs#run",
      "src/lib.rs:19 catch in src/lib.rs#run",
      "src/lib.rs:27 propagate in src/lib.rs#first",
      "src/lib.rs:31 result Error → src/lib.rs#Error in src/lib.rs#sums",
      "src/lib.rs:33 propagate in src/lib.rs#sums",
    ]
  `);
});

test("promises and coroutines that nobody takes", async () => {
  const sites = await sitesOf({
    "a.ts": [
      "export async function save(): Promise<void> {}",
      "export function plain() {}",
      "export async function all() {",
      "  save();",
      "  await save();",
      "  void save();",
      "  save().catch(() => {});",
      "  const later = save();",
      "  plain();",
      "  return later;",
      "}",
      "",
    ].join("\n"),
    "a.py": ["async def save(): pass", "async def all():", "    save()", "    await save()", "    x = save()", ""].join(
      "\n",
    ),
  });
  expect(sites).toMatchInlineSnapshot(`
    [
      "a.py:3 unhandled → a.py#save in a.py#all",
      "a.ts:4 unhandled → a.ts#save in a.ts#all",
      "a.ts:7 swallow in a.ts#all",
    ]
  `);
});

test("a function that handles the errors of all that it waits for is left alone", async () => {
  const sites = await sitesOf({
    "a.ts": [
      "declare function fetchAll(): Promise<number>;",
      "declare function show(error: unknown): void;",
      "export const track = (one: Promise<number>): Promise<void> => one.then(() => show(1), (error) => show(error));",
      "export async function load(quiet: boolean): Promise<number | undefined> {",
      "  show(quiet);",
      "  if (quiet) return;",
      "  try { return await fetchAll(); } catch (error) { show(error); }",
      "}",
      "export async function later(): Promise<void> { await fetchAll().then(show).catch((error) => show(error)).finally(() => {}); }",
      "export async function half(): Promise<void> { const all = await fetchAll(); try { await fetchAll(); } catch (error) { show(error); } show(all); }",
      "export const open = (one: Promise<number>): Promise<void> => one.then(show);",
      "export function all() {",
      "  track(fetchAll());",
      "  load(true);",
      "  later();",
      "  half();",
      "  open(fetchAll());",
      "}",
      "",
    ].join("\n"),
  });
  expect(sites.filter((site) => site.includes("unhandled"))).toEqual([
    "a.ts:16 unhandled → a.ts#half in a.ts#all",
    "a.ts:17 unhandled → a.ts#open in a.ts#all",
  ]);
});
