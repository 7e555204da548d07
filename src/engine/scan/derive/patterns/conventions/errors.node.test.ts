import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const summaries = (files: Record<string, string>): Promise<string[]> =>
  told(files, "select summary as told from patterns where category = 'errors' and confidence >= 50");

async function told(files: Record<string, string>, sql: string): Promise<string[]> {
  const folder = new TempFolder(files);
  await runScan(folder, { sourceMode: "none" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => String(row.told));
  } finally {
    db.close();
  }
}

const go = (other: (at: number) => string): Record<string, string> =>
  Object.fromEntries([
    ["go.mod", "module example.com/m\n"],
    [
      "store.go",
      'package m\n\nimport "errors"\n\nvar ErrNone = errors.New("none")\n\ntype ValidationError struct{ Text string }\n\nfunc (e *ValidationError) Error() string { return e.Text }\n',
    ],
    ...Array.from({ length: 12 }, (_, at) => [
      `f${at}.go`,
      `package m\n\nimport "fmt"\n\nfunc A${at}(n int) error {\n\tif n > 1 {\n\t\treturn ${other(at)}\n\t}\n\tfmt.Println(n)\n\treturn &ValidationError{Text: "x"}\n}\n`,
    ]),
  ]);

test("Go: errors that are made where they are given back are another answer than a type's", async () => {
  expect(await summaries(go(() => '&ValidationError{Text: "y"}'))).toContain("Errors are thrown as `ValidationError`.");
  expect(await summaries(go((at) => (at % 2 ? 'fmt.Errorf("no %d", n)' : "ErrNone")))).toEqual([]);
});

test("errors of libraries are thrown as often as they are, whatever they are called", async () => {
  const view = (at: number) =>
    `from django.core.exceptions import PermissionDenied\nfrom django.http import Http404\n\n\ndef view(n):\n    if n > 1:\n        raise PermissionDenied("no")\n    if n > 2:\n        raise ${at % 2 ? "Http404" : 'ValueError("n")'}\n    return n\n`;
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`shop/v${at}.py`, view(at)]));
  const sql = "select allele || ' ' || frequency as told from genes where gene like 'Type of thrown%' order by 1";
  expect(await told(files, sql)).toEqual(["Http404 25", "PermissionDenied 50", "ValueError 25"]);
});
