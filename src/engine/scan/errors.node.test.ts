/** Where errors are thrown and caught, in the languages that say so. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "./drift-folder.ts";
import { scan } from "./scan.ts";
import { TempFolder } from "./testing/temp-repository.ts";

/** `path:line kind error → declaration, in the code of symbol` */
async function sitesOf(files: Record<string, string>): Promise<string[]> {
  const folder = new TempFolder(files);
  await scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare("select * from error_sites order by path, line, kind, error")
      .all()
      .map(({ path, line, end_line, kind, error, target, symbol }) => {
        const lines = line === end_line ? line : `${line}-${end_line}`;
        return [`${path}:${lines}`, kind, error, target && `→ ${target}`, `in ${symbol}`].filter(Boolean).join(" ");
      });
  } finally {
    db.close();
  }
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
    "a.py:5-6 catch (KeyError, ValueError) in a.py#find",
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
