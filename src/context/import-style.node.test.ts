import { expect, test } from "vitest";
import { type ImportRow, learnImports, specifierFor } from "./import-style.ts";
import { relativePath } from "./paths.ts";

const row = (path: string, specifier: string, resolved: string, more: Partial<ImportRow> = {}): ImportRow => ({
  path,
  specifier,
  resolved,
  kind: "named",
  typeOnly: 0,
  ...more,
});

test("an alias is learnt from what it leads to", () => {
  const learnt = learnImports("web/src/api/new.ts", [
    row("web/src/api/a.ts", "@/types", "web/src/types/index.ts", { typeOnly: 1 }),
    row("web/src/api/a.ts", "@/utils/money", "web/src/utils/money.ts"),
    row("web/src/api/a.ts", "./b", "web/src/api/b.ts"),
  ]);
  expect(learnt.style).toEqual({
    style: "mixed",
    pathStyle: "alias",
    alias: "@/",
    preferNamed: true,
    preferType: true,
  });
  expect(specifierFor("web/src/api/new.ts", "web/src/services/index.ts", learnt)).toBe("@/services");
  expect(specifierFor("web/src/api/new.ts", "web/src/api/b.ts", learnt)).toBe("./b");
  expect(specifierFor("web/src/api/new.ts", "other/x.ts", learnt)).toBe("../../../other/x");
});

test("relative imports keep the ending that their neighbours write", () => {
  const learnt = learnImports("src/a/new.ts", [row("src/a/x.ts", "../b/y.js", "src/b/y.ts")]);
  expect(learnt.style.pathStyle).toBe("relative");
  expect(specifierFor("src/a/new.ts", "src/b/z.ts", learnt)).toBe("../b/z.js");
  expect(specifierFor("src/a/new.ts", "src/b/index.ts", learnt)).toBe("../b/index.js");
});

test("a Python module is named from its root, or by dots", () => {
  const absolute = learnImports("app/shop/new.py", [row("app/shop/a.py", "shop.tax.rates", "app/shop/tax/rates.py")]);
  expect(absolute.style).toMatchObject({ pathStyle: "absolute", style: "deep" });
  expect(specifierFor("app/shop/new.py", "app/shop/tax/__init__.py", absolute)).toBe("shop.tax");
  const relative = learnImports("app/shop/new.py", [row("app/shop/a.py", ".tax.rates", "app/shop/tax/rates.py")]);
  expect(specifierFor("app/shop/deep/new.py", "app/shop/tax/rates.py", relative)).toBe("..tax.rates");
  expect(specifierFor("app/shop/new.py", "app/shop/other.py", relative)).toBe(".other");
});

test("relative paths", () => {
  expect(relativePath("a.ts", "b.ts")).toBe("./b.ts");
  expect(relativePath("x/a.ts", "b.ts")).toBe("../b.ts");
  expect(relativePath("a.ts", "x/b.ts")).toBe("./x/b.ts");
});
