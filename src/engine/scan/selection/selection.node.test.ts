import { expect, test } from "vitest";
import { listFiles } from "#engine/scan/list-files";
import { ScanError } from "#engine/scan/scan-error";
import { TempFolder, TempRepository } from "#engine/scan/testing/temp-repository";
import { copiedInto } from "./copied-packages.ts";
import { vendoredPart } from "./vendored.ts";

const list = async (folder: TempFolder, isGit = true) => {
  const { files, skipped } = await listFiles(folder.path, isGit);
  const read = files.map(({ path }) => path).filter((path) => /\.(?:ts|js|rb)$/.test(path));
  return { read, skipped: Object.fromEntries(skipped) };
};

test.each([
  ["third_party/zlib/a.c", "third_party/"],
  ["src/node_modules/x/y.js", "src/node_modules/"],
  ["web/dist/app.js", "web/dist/"],
  ["public/js/jquery-3.7.1.js", "public/js/jquery-3.7.1.js"],
  ["api/docs/reference.standalone.js", "api/docs/reference.standalone.js"],
  ["public/mockServiceWorker.js", "public/mockServiceWorker.js"],
  ["docs/_static/underscore.js", "docs/_static/underscore.js"],
  ["gradlew", "gradlew"],
  ["src/assets/vendors/slick/slick.js", "src/assets/vendors/"],
  ["core/.mvn/wrapper/MavenWrapperDownloader.java", "core/.mvn/wrapper/"],
  ["src/Web/wwwroot/lib/bootbox/bootbox.js", "src/Web/wwwroot/lib/"],
  ["web/script/tables/FixedHeader-3.2.1/js/fixedHeader.js", "web/script/tables/FixedHeader-3.2.1/"],
  ["web/static/js/graph.min.js", "web/static/js/graph.min.js"],
  ["theme/assets/index.94b01c79.js", "theme/assets/index.94b01c79.js"],
  ["web/public/monaco/editor.main.js", "web/public/monaco/"],
  ["static/lib/fontawesome-free/js/all.js", "static/lib/fontawesome-free/"],
  ["test/third-party/axios/axios.test.ts", "test/third-party/"],
])("%s is others' code", (path, part) => expect(vendoredPart(path)).toBe(part));

test.each([
  "src/jquery.js",
  "src/code.min.js",
  "web/static/js/graph.js",
  "src/standalone.js",
  "src/external/mail.ts",
  "testdata/a.go",
  "src/distance.ts",
  "lib/required.js",
  "src/a.facade.js",
  "src/api.v20240101.js",
  "docs/version-1.2.3/sidebar.js",
  "clients/shop-2.0.0/Client.cs",
  "vendor.ts",
  "core/vendors/PostgreSQL.kt",
  "src/Web/wwwroot/library/cart.js",
  "src/monaco/theme.ts",
  "test/third-party/axios.test.ts",
])("%s may be a project's own", (path) => expect(vendoredPart(path)).toBeUndefined());

test("patterns leave files out, and take some of those in again", async () => {
  const repository = new TempRepository({
    "src/a.ts": "",
    "src/b.spec.ts": "",
    "src/gen/c.ts": "",
    "src/gen/keep.ts": "",
    "vendor/ours/d.ts": "",
    "vendor/theirs/e.ts": "",
    ".driftignore": "*.spec.ts\n!vendor/ours/**\n",
    "src/gen/.driftignore": "*\n!keep.ts\n",
  });
  for (const isGit of [true, false])
    expect(await list(repository, isGit)).toEqual({
      read: ["src/a.ts", "src/gen/keep.ts", "vendor/ours/d.ts"],
      skipped: {
        "src/b.spec.ts": "excluded",
        "src/gen/.driftignore": "excluded",
        "src/gen/c.ts": "excluded",
        "vendor/": "vendored",
      },
    });
});

test("drift.json says what is read", async () => {
  const repository = new TempRepository({
    "packages/api/a.ts": "",
    "packages/web/b.ts": "",
    "scripts/c.ts": "",
    "drift.json": JSON.stringify({ include: ["packages/"], exclude: ["packages/web"] }),
  });
  expect(await list(repository)).toEqual({
    read: ["packages/api/a.ts"],
    skipped: { "drift.json": "excluded", "packages/web/b.ts": "excluded", "scripts/c.ts": "excluded" },
  });
});

test.each([
  ["{", "is not JSON"],
  ['{"exlude": []}', "exlude"],
  ['{"include": "src"}', "include"],
  ['{"maxFileBytes": 16777217}', "maxFileBytes"],
  ['{"maxFileBytes": 100}', "maxFileBytes"],
  ['{"maxFileBytes": "4 MiB"}', "maxFileBytes"],
])("a drift.json that cannot be understood stops the scan: %s", async (text, said) => {
  const refusal = await listFiles(new TempFolder({ "drift.json": text }).path, false).catch((error) => error);
  expect(refusal).toBeInstanceOf(ScanError);
  expect(refusal).toMatchObject({ kind: "settings", message: expect.stringContaining(said) });
});

test("linguist's attributes decide over conventions", async () => {
  const repository = new TempRepository({
    "src/api.ts": "",
    "src/copied/x.ts": "",
    "dist/own.ts": "",
    "web/own/x.ts": "",
    "web/own/y.css.js": "",
    "web/x.ts": "",
    "db/schema.rb": "",
    ".gitattributes":
      "src/api.ts linguist-generated\ndb/schema.rb linguist-generated\nsrc/copied/** linguist-vendored=true\ndist/** -linguist-vendored\nweb/* linguist-vendored\n*.js linguist-vendored\n",
  });
  expect(await list(repository)).toEqual({
    // What the database's tables are stands in no other file.
    read: ["db/schema.rb", "dist/own.ts", "web/own/x.ts", "web/own/y.css.js"],
    skipped: { "src/api.ts": "generated", "src/copied/x.ts": "vendored", "web/x.ts": "vendored" },
  });
});

test("what shares a package with code that is not marked is the repository's own", async () => {
  const repository = new TempRepository({
    "app/src/main/kotlin/org/shop/Till.kt": "",
    "app/src/test/kotlin/org/shop/TillTest.kt": "",
    "app/src/main/java/com/google/zip/Zip.java": "",
    "app/src/main/java/com/github/ann/a/A.java": "",
    "lib/src/main/java/com/github/bob/B.java": "",
    ".gitattributes":
      "app/**/test/** linguist-vendored\napp/src/main/java/com/google/** linguist-vendored\nlib/** linguist-vendored\n",
  });
  const { files, skipped } = await listFiles(repository.path, true);
  expect(files.map(({ path }) => path).filter((path) => /\.(?:kt|java)$/.test(path))).toEqual([
    "app/src/main/java/com/github/ann/a/A.java",
    "app/src/main/kotlin/org/shop/Till.kt",
    "app/src/test/kotlin/org/shop/TillTest.kt",
  ]);
  expect([...skipped.keys()]).toEqual([
    "app/src/main/java/com/google/zip/Zip.java",
    "lib/src/main/java/com/github/bob/B.java",
  ]);
});

test("much code that is marked as others' is told of", async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`web/kit/part${at}.ts`, ""]));
  const repository = new TempRepository({ ...many, "a.ts": "", ".gitattributes": "web/kit/** linguist-vendored\n" });
  expect((await listFiles(repository.path, true)).note).toBe(
    '20 files of code are left out because .gitattributes calls them vendored, 20 of them in web/: if they are your own, "!web/**" in .driftignore takes them in',
  );
});

test("packages that are copied into a folder are others' code", () => {
  const many = [
    "bs4/__init__.py",
    "certifi/__init__.py",
    "idna/__init__.py",
    "requests/__init__.py",
    "six.py",
    "urllib3/__init__.py",
  ];
  const beside = (folder: string, names: readonly string[]) => names.map((name) => `${folder}${name}`);
  expect(copiedInto(beside("lib/", [...many, "own.py"]))).toEqual(["lib/"]);
  expect(copiedInto(["app/deps/flask-3.1.0.dist-info/METADATA", "app/deps/flask/app.py"])).toEqual(["app/deps/"]);
  expect(copiedInto(beside("lib/", many.slice(1)))).toEqual([]);
  expect(copiedInto(beside("stubs/", many))).toEqual([]);
  expect(copiedInto(["flask-3.1.0.dist-info/METADATA"])).toEqual([]);
});
