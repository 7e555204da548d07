/** Files that are made to hang or bring down what reads them. Each is read beside one that is in order. */
import { expect, test } from "vitest";
import { holdsFolder } from "./formats/glob.ts";
import { json, rows } from "./testing/rows.ts";

const million = 1_000_000;
const good = json({ name: "good", dependencies: { a: "1" } });

const hostile: Record<string, Record<string, string>> = {
  "deep JSON": { "x/package.json": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}` },
  "deep arrays": { "x/composer.json": `{"repositories":${"[".repeat(500_000)}` },
  "JSON of quotes": { "x/deno.jsonc": `{${'"\\'.repeat(300_000)}` },
  "an alias bomb": {
    "x/pnpm-workspace.yaml": `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghij"
      .split("")
      .map((name, at) => `${name}: &${name} [${`*${"abcdefghi"[at]},`.repeat(9)}]`)
      .join("\n")}\npackages: *j\n`,
  },
  "deep YAML": { "x/pnpm-workspace.yaml": `packages: ${"[".repeat(100_000)}` },
  "an entity bomb": {
    "x/pom.xml": `<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa">${"bcdefgh"
      .split("")
      .map((name, at) => `<!ENTITY ${name} "${`&${"abcdefg"[at]};`.repeat(10)}">`)
      .join("")}]><project><artifactId>&h;</artifactId></project>`,
  },
  "deep XML": { "x/a.csproj": `<Project>${"<a>".repeat(200_000)}` },
  "properties that name themselves": {
    "x/pom.xml": `<project><artifactId>\${a}</artifactId><properties><a>\${a}\${b}</a><b>\${a}\${a}</b></properties></project>`,
  },
  "parents in a circle": {
    "x/pom.xml":
      "<project><artifactId>x</artifactId><parent><artifactId>y</artifactId><relativePath>../y</relativePath></parent></project>",
    "y/pom.xml":
      "<project><artifactId>y</artifactId><parent><artifactId>x</artifactId><relativePath>../x</relativePath></parent></project>",
  },
  "deep TOML": { "x/pyproject.toml": `a = ${"[".repeat(100_000)}`, "x/Cargo.toml": `[${"a.".repeat(200_000)}a]` },
  "one line of a requirement": {
    "x/requirements.txt": `a${" ".repeat(million)}`,
    "y/requirements.txt": "a[".repeat(million / 2),
  },
  "one line of a build": {
    "x/build.gradle": `dependencies { ${"api".repeat(80_000)} `,
    "y/build.gradle": `group${" ".repeat(250_000)}`,
    "z/build.gradle.kts": `plugins { id${" ".repeat(250_000)}`,
    "z/settings.gradle": `include${" 'a' ,".repeat(40_000)}`,
  },
  "texts that do not end": {
    "x/Package.swift": `let p = Package(name: "${"\\".repeat(250_000)}`,
    "x/setup.py": `setup(install_requires=[${"'\"".repeat(100_000)}`,
    "x/Gemfile": `gem ${"'a', ".repeat(50_000)}\n`,
    "x/a.gemspec": `s.add_dependency ${"(".repeat(200_000)}`,
  },
  "lock files of nothing": {
    "x/package.json": good,
    "x/pnpm-lock.yaml": `importers:\n  .:\n    dependencies:\n${" ".repeat(million)}a:${"'".repeat(million)}`,
    "y/package.json": good,
    "y/yarn.lock": `a@1${", a@1".repeat(300_000)}:\n  version "${"1".repeat(million)}"\n`,
    "z/package.json": good,
    "z/package-lock.json": `${'{"packages":'.repeat(100_000)}`,
    "w/package.json": good,
    "w/bun.lock": `${'{"packages":{"a":["'.repeat(1)}${",".repeat(million)}`,
    "v/go.mod": "module v\nrequire a v1\n",
    "v/go.sum": "a ".repeat(million),
    "u/Cargo.toml": '[package]\nname = "u"\n[dependencies]\na = "1"\n',
    "u/Cargo.lock": "[[package]]\n".repeat(300_000),
  },
};

test.each(Object.keys(hostile))("%s", { timeout: 20_000 }, (name) => {
  const { packages, dependencies } = rows({ ...hostile[name], "good/package.json": good });
  expect(packages).toContain("good/package.json: good - npm");
  expect(dependencies).toContain("good/package.json:4 a 1 runtime");
  expect(dependencies.filter((one) => one.includes("= "))).toEqual([]);
});

test("more dependencies than a push takes are not kept", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`d${at}`, "1"]));
  expect(rows({ "package.json": json({ name: "a", dependencies: many }) }).dependencies).toHaveLength(1_400);
});

test("no pattern of a workspace takes forever", { timeout: 10_000 }, () => {
  const folder = `${"a".repeat(200)}/`.repeat(5);
  const patterns = [
    "*a".repeat(200),
    "**/".repeat(100),
    "{a,b}".repeat(100),
    `${"a*".repeat(100)}b`,
    `${"{".repeat(400)}`,
  ];
  expect(holdsFolder("", patterns)(folder)).toBe(true);
  expect(holdsFolder("", [`${"**/*a*".repeat(40)}/b`])(folder)).toBe(false);
});
