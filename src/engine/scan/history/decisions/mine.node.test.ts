import { expect, test } from "vitest";
import { readHistory } from "#engine/scan/history/read-history";
import { TempRepository } from "#engine/scan/testing/temp-repository";
import { mineDecisions } from "./mine.ts";

/** The decisions of all commits but the first, newest first. */
async function mined(repository: TempRepository): Promise<string[]> {
  const { read } = await readHistory(repository.path, false, new Set());
  return read.flatMap(({ commit, findings }) =>
    mineDecisions(commit, findings).map(
      ({ kind, summary, reason, paths, confidence }) =>
        `${kind} ${confidence}: ${summary}${reason === null ? "" : ` Why: ${reason}`} [${paths.join(" ")}]`,
    ),
  );
}

const npm = (dependencies: object, devDependencies: object = {}): string =>
  JSON.stringify({ name: "@shop/web", version: "1.0.0", dependencies, devDependencies });

const sources = (folder: string, names: string): Record<string, string> =>
  Object.fromEntries(
    names.split(" ").map((name) => [`${folder}/${name}.ts`, `export const ${name} = "${name}";\n`.repeat(9)]),
  );

test("dependencies that come, go, take another's place or another major version", async () => {
  const repository = new TempRepository({ "package.json": npm({ moment: "^2.29.0", react: "^17.0.2", left: "1" }) });
  repository
    .write({ "package.json": npm({ dayjs: "^1.11.0", react: "^17.0.2", left: "1" }) })
    .commit(
      "Use dayjs\n\nWe decided to take dayjs because moment is no longer developed.\n\nSigned-off-by: Ann <a@b.c>",
    );
  repository
    .write({ "package.json": npm({ dayjs: "^1.12.0", react: "^18.2.0", zod: "^3.0.0" }, { "@types/react": "18" }) })
    .commit("Validate forms with zod");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "dependency_added 85: Adds zod as a dependency. [package.json]",
      "dependency_removed 85: Removes left as a dependency. [package.json]",
      "dependency_upgraded 85: Upgrades react from 17 to 18. [package.json]",
      "dependency_replaced 80: Replaces moment with dayjs as the date library. Why: We decided to take dayjs because moment is no longer developed. [package.json]",
    ]
  `);
});

test("what does the work of several tools takes the place of one of them", async () => {
  const repository = new TempRepository({ "requirements/lint.in": "black\nmypy\n" });
  repository.write({ "requirements/lint.in": "ruff\nmypy\n" }).commit("Lint with ruff");
  expect(await mined(repository)).toEqual([
    "dependency_replaced 80: Replaces black with ruff as the formatter. [requirements/lint.in]",
  ]);
});

test("a package that was split, or is called after its language, takes the other's place", async () => {
  const repository = new TempRepository({ "package.json": npm({ frames: "4" }), Gemfile: "gem 'annotate'\n" });
  repository
    .write({ "package.json": npm({ "@frames/child": "5", "@frames/parent": "5" }), Gemfile: "gem 'annotaterb'\n" })
    .commit("Keep up");
  expect(await mined(repository)).toEqual([
    "dependency_replaced 80: Replaces annotate with annotaterb. [Gemfile]",
    "dependency_replaced 90: Replaces frames with @frames/child and @frames/parent. [package.json]",
  ]);
});

test("what went into a manifest that came with the commit was moved, as was what was in one that went", async () => {
  const repository = new TempRepository({
    "package.json": npm({ left: "1", zod: "3" }),
    "old/package.json": npm({ ky: "1" }),
  });
  repository
    .write({ "package.json": npm({ ky: "1" }), "packages/a/package.json": npm({ left: "1" }) })
    .remove("old/package.json")
    .commit("Part the packages");
  expect(await mined(repository)).toEqual(["dependency_removed 85: Removes zod as a dependency. [package.json]"]);
});

test("a lower bound that is raised is no upgrade", async () => {
  const repository = new TempRepository({ "requirements.in": "pytest>=3.0.0\nflask>=1.0,<2\n" });
  repository.write({ "requirements.in": "pytest>=9.0.0\nflask>=2.0,<3\n" }).commit("Ask for what is tested with");
  expect(await mined(repository)).toEqual([
    "dependency_upgraded 65: Raises the least version of pytest from 3 to 9. [requirements.in]",
    "dependency_upgraded 85: Upgrades flask from 1 to 2. [requirements.in]",
  ]);
});

test("nor is one below an upper end that took the same already", async () => {
  const repository = new TempRepository({ "requirements.in": "celery>=4.4.5,<6.0.0\njinja2>=2,<=3\nflask>=1,<2.0\n" });
  repository
    .write({ "requirements.in": "celery>=5.6.3,<6.0.0\njinja2>=3,<5\nflask>=2,<3.0\n" })
    .commit("Ask for what is tested with");
  expect(await mined(repository)).toEqual([
    "dependency_upgraded 85: Raises the least version of celery from 4 to 5. [requirements.in]",
    "dependency_upgraded 85: Raises the least version of jinja2 from 2 to 3. [requirements.in]",
    "dependency_upgraded 85: Upgrades flask from 1 to 2. [requirements.in]",
  ]);
});

test("packages of two owners that are called alike stand for each other where all others do", async () => {
  const repository = new TempRepository({
    "package.json": npm({ "@a/list": "1", "@a/markdown": "1", "@c/core": "1" }),
  });
  repository
    .write({ "package.json": npm({ "@b/markdown": "1", "@b/view": "1", "@c/core": "1" }) })
    .commit("Edit otherwise");
  repository
    .write({ "package.json": npm({ "@d/markdown": "1", "@d/view": "1", "@c/core": "1" }) })
    .commit("Follow the fork");
  const all = await mined(repository);
  expect(all.filter((one) => one.startsWith("dependency_replaced"))).toEqual([
    "dependency_replaced 80: Replaces @b/markdown with @d/markdown. [package.json]",
    "dependency_replaced 80: Replaces @b/view with @d/view. [package.json]",
  ]);
});

test("major versions of Go's modules, of those from before modules too", async () => {
  const module = (...required: string[]) => `module x\n\nrequire (\n${required.map((one) => `\t${one}\n`).join("")})\n`;
  const repository = new TempRepository({
    "go.mod": module("example.com/ps v3.21.11+incompatible", "example.com/b v1.2.0"),
  });
  repository
    .write({ "go.mod": module("example.com/ps/v4 v4.25.9", "example.com/b/v2 v2.0.0") })
    .commit("Read processes anew");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "dependency_upgraded 85: Upgrades example.com/ps from 3 to 4. [go.mod]",
      "dependency_upgraded 85: Upgrades example.com/b from 1 to 2. [go.mod]",
    ]
  `);
});

test("folders of sources that come, move and go; in a first commit nothing is decided", async () => {
  const repository = new TempRepository({ ...sources("src/shop", "a b c d"), "readme.md": "x" });
  repository.write(sources("src/billing", "e f g h")).commit("Add billing");
  repository.git("mv", "src/shop", "src/store");
  repository.commit("Rename the shop");
  repository.remove("src/billing").commit("Billing is another team's");
  repository.write(sources("test/fixtures/deep", "a b c d e f")).commit("Add fixtures");
  const copied = "a b c d".split(" ").map((name) => [`web/script/tables-2.2.2/js/${name}.js`, name]);
  repository.write(Object.fromEntries(copied)).commit("Take the tables in");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "module_removed 80: Removes the folder src/billing with 4 source files. [src/billing src/billing/e.ts src/billing/f.ts src/billing/g.ts src/billing/h.ts]",
      "module_moved 90: Moves the folder src/shop to src/store (4 source files). [src/store src/shop]",
      "module_added 75: Adds the folder src/billing with 4 source files. [src/billing src/billing/e.ts src/billing/f.ts src/billing/g.ts src/billing/h.ts]",
    ]
  `);
});

test("what was moved into a folder within a new one, and what may have been in a large commit", async () => {
  const repository = new TempRepository({ ...sources("src/Old.Api", "a b c d e f"), "readme.md": "x" });
  const many = (folder: string, line: string) =>
    Object.fromEntries(
      Array.from({ length: 260 }, (_, at) => [`${folder}/part${at}.ts`, `export const it = ${at};\n${line}`]),
    );
  repository.write({ "src/External/readme.md": "1" });
  repository.git("mv", "src/Old.Api", "src/External/Old");
  repository.commit("Gather what is outside");
  repository.write(many("app/old", "")).commit("Add the parts");
  repository
    .remove("app/old")
    .write(many("app/new", "export const changed = true;\n".repeat(9)))
    .commit("Move the parts");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "module_added 75: Adds the folder app with 260 source files. [app app/old/part0.ts app/old/part1.ts app/old/part10.ts app/old/part100.ts app/old/part101.ts]",
      "module_moved 90: Moves the folder src/Old.Api to src/External/Old (6 source files). [src/External/Old src/Old.Api]",
    ]
  `);
});

test("tools by their configuration; one that was used without a file is not adopted with it", async () => {
  const repository = new TempRepository({
    ".travis.yml": "x",
    ".eslintrc.json": "{}",
    Dockerfile: "FROM node",
    "package.json": npm({}, { eslint: "8", jest: "29" }),
  });
  repository.remove("Dockerfile").write({ "Dockerfile.develop": "FROM node" }).commit("One for developers");
  repository.remove(".travis.yml").write({ ".github/workflows/ci.yml": "on: push\n" }).commit("New CI");
  repository.write({ "jest.config.js": "x" }).commit("Configure jest");
  repository.remove(".eslintrc.json").write({ "eslint.config.js": "x" }).commit("Flat config");
  repository.write({ "package-lock.json": "{}" }).commit("oops");
  repository.write({ ".editorconfig": "root = true\n" }).commit("Add an editorconfig");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "tool_adopted 85: Adopts EditorConfig (editor settings). [.editorconfig]",
      "tool_replaced 90: Replaces Travis CI with GitHub Actions as the CI service. [.github/workflows/ci.yml .travis.yml]",
    ]
  `);
});

test("breaking changes, reverts, decision records and stated reasons", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  const change = (message: string): string =>
    repository.write({ "a.ts": `${message.length}${message[0]}` }).commit(message);
  change("feat(api)!: drop v1\n\nBREAKING CHANGE: clients of v1 get 410.\n\nReviewed-by: Bo");
  const hash = change("perf: cache prices");
  change(`Revert "perf: cache prices"\n\nThis reverts commit ${hash}.\n\nPrices of two shops were mixed up.`);
  change(
    "Keep prices in cents\n\nSums are exact then, so that\nno receipt is a cent off.\n\nCo-authored-by: Bo <b@c.d>",
  );
  change("Drop our parser in favour of the platform's (#12)");
  change("Ask a local server instead of a remote one to reduce the waiting");
  change("refactor: drop the stored column in favor of a computed one (resolve #960, #961)");
  repository
    .write({ "docs/adr/0007-use-postgres.md": "# 7. Use Postgres\n\n## Decision\n\nWe keep orders in Postgres.\n" })
    .commit("Record it");
  expect(await mined(repository)).toMatchInlineSnapshot(`
    [
      "stated 95: Records the decision “Use Postgres”. Why: We keep orders in Postgres. [docs/adr/0007-use-postgres.md]",
      "stated 60: Drop the stored column in favor of a computed one. [a.ts]",
      "stated 60: Ask a local server instead of a remote one to reduce the waiting. [a.ts]",
      "stated 60: Drop our parser in favour of the platform's. [a.ts]",
      "stated 75: Keep prices in cents. Why: Sums are exact then, so that no receipt is a cent off. [a.ts]",
      "reverted 95: Reverts “perf: cache prices”. Why: Prices of two shops were mixed up. [a.ts]",
      "breaking_change 95: Breaking: Drop v1 (clients of v1 get 410). [a.ts]",
    ]
  `);
});

test("what there is from now on is no choice, and a reason that points at what was said is told with that", async () => {
  const repository = new TempRepository({ "a.ts": "1" });
  const change = (message: string): string => repository.write({ "a.ts": message }).commit(message);
  change("web: add a light theme\n\nAn inline script resolves the theme early to avoid a flash of the other one.");
  change("Give new labels a look of their own\n\nThe colour is taken along because a label carries one size alone.");
  change(
    "Compile messages before types are checked\n\nTypes need what messages are compiled to. It went unnoticed because the folder was always there.",
  );
  change(
    "Keep the fingerprint short\n\nSomebody could find the value by trying. That is told to nobody so that a leaked table helps nobody.",
  );
  expect(await mined(repository)).toEqual([
    "stated 75: Keep the fingerprint short. Why: Somebody could find the value by trying. That is told to nobody so that a leaked table helps nobody. [a.ts]",
  ]);
});

test("what manifests beside the code are of, plugins of builds, and what only sounds like another", async () => {
  const pins = (...names: string[]) => names.map((name) => `pin "${name}", to: "${name}.js" # @1.0.0\n`).join("");
  const pom = (plugin: string) =>
    `<project><groupId>a</groupId><artifactId>b</artifactId><version>1</version><build><plugins>${plugin}</plugins></build></project>`;
  const repository = new TempRepository({
    "config/importmap.rb": pins("application", "turbo"),
    "pom.xml": pom(""),
    "package.json": npm({ react: "16", "react-loadable": "5" }),
  });
  repository.write({ "config/importmap.rb": pins("application", "turbo", "@stimulus/reveal") }).commit("Reveal more");
  const plugin =
    "<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-war-plugin</artifactId><version>3</version></plugin>";
  repository.write({ "pom.xml": pom(plugin) }).commit("Pack it");
  repository.write({ "package.json": npm({ react: "16" }) }).commit("Replace react-loadable with react lazy (#646)");
  expect(await mined(repository)).toEqual([
    "dependency_removed 85: Removes react-loadable as a dependency. [package.json]",
    "dependency_added 70: Adds org.apache.maven.plugins:maven-war-plugin as a build plugin. [pom.xml]",
    "dependency_added 85: Adds @stimulus/reveal as a dependency. [config/importmap.rb]",
  ]);
});

test("what is routine, loose or a program's is no decision", async () => {
  const repository = new TempRepository({ "a.ts": "1", "package.json": npm({ a: "1.0.0", b: "2.0.0" }) });
  const change = (message: string): string => repository.write({ "a.ts": message }).commit(message);
  change("Release 2.0.0\n\nBREAKING CHANGES: because of many");
  change('Revert "ABC-12: Released core version 2.0.0-RC2"\n\nIt was not what we had tested for weeks.');
  change('Revert "Bumped up version to 2.0.1-SNAPSHOT"');
  change("fix: a crash because the list was empty");
  change("Fix typo so that it reads well");
  change("Set a width of code blocks to prevent overflows");
  change("Maybe use a map?\n\nI think that this is better because maps are faster to look things up in.");
  change("Speed up the loop\n\nThe old one was written to avoid a copy of the list in every round.");
  change(
    "Various things (#9)\n\n* use maps because they are fast and nice\n* go back to lists to avoid the copies of maps",
  );
  change(
    "Tidy up\n\n    because this is a log line and no prose of anybody\n> so that quotes of others are not taken for ours",
  );
  change(
    "Squashed 'themes/a/' changes from 81c8774a..0eff2264\n\n0eff2264 Use maps because they are faster than lists",
  );
  repository.write({ "package.json": npm({ a: "1.4.2", b: "2.0.1" }) }).commit("Bump a and b");
  repository.write({ "package.json": npm({ a: "2.0.0", b: "2.0.1" }) }).commit("chore(release): 2.0.1");
  repository
    .write({ "package.json": npm({ a: "2.0.0", b: "2.0.1" }, { jest: "29" }) })
    .commit("build(deps-dev): add jest");
  expect(await mined(repository)).toEqual([]);
});

test("a manifest that cannot be read, or is no longer one, decides nothing", async () => {
  const repository = new TempRepository({ "package.json": npm({ a: "1" }), "go.mod": "module x\n" });
  repository.write({ "package.json": "{ <<<<<<<", "go.mod": "\0" }).commit("Break it");
  repository.write({ "package.json": `{"dependencies":[${'{"a":'.repeat(5_000)}` }).commit("Nest it");
  expect(await mined(repository)).toEqual([]);
});

test("what goes tells why it was there, and what was there before takes its place where the title says so", async () => {
  const gems = (...lines: string[]) => ({ Gemfile: `source "https://rubygems.org"\n${lines.join("\n")}\n` });
  const repository = new TempRepository(
    gems("gem 'ffi' # required by typhoeus", "gem 'twitter'", "gem 'twitter-stream'", "gem 'translate-v2'"),
  );
  repository.write(gems("gem 'twitter'", "gem 'twitter-stream'", "gem 'translate-v2'")).commit("Tidy the gems");
  repository.write(gems("gem 'twitter'", "gem 'translate-v2'")).commit("Replace twitter-stream with twitter");
  repository.write(gems("gem 'twitter'", "gem 'translate-v3'")).commit("Ask the newer one");
  expect(await mined(repository)).toEqual([
    "dependency_replaced 80: Replaces translate-v2 with translate-v3. [Gemfile]",
    "dependency_replaced 90: Replaces twitter-stream with twitter. [Gemfile]",
    "dependency_removed 85: Removes ffi as a dependency. Why: Its manifest said of it: “required by typhoeus”. [Gemfile]",
  ]);
});

test("an upgrade in one package of several says in which, and a title may say what is taken from now on", async () => {
  const repository = new TempRepository({ "packages/api/package.json": npm({ jose: "^5.0.0" }), "a.ts": "" });
  repository.write({ "packages/api/package.json": npm({ jose: "^6.0.0" }) }).commit("Update jose");
  repository.write({ "a.ts": "1;\n" }).commit("Switch to Argon2 as the default hasher of passwords");
  repository.write({ "a.ts": "2;\n" }).commit("Switch to the next tab with a key");
  expect(await mined(repository)).toEqual([
    "stated 60: Switch to Argon2 as the default hasher of passwords. [a.ts]",
    "dependency_upgraded 85: Upgrades jose from 5 to 6 in packages/api. [packages/api/package.json]",
  ]);
});
