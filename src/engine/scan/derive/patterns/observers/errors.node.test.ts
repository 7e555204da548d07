import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { scan } from "#engine/scan/scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

async function summaries(files: Record<string, string>): Promise<string[]> {
  const folder = new TempFolder(files);
  await scan({ folder: folder.path, sourceMode: "none", generated: false, scanner: "test", workers: 1 });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    const rows = db.prepare("select summary from patterns where category = 'errors' and confidence >= 50").all();
    return rows.map(({ summary }) => String(summary));
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
