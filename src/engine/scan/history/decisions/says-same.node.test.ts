import { expect, test } from "vitest";
import { saysSame } from "./says-same.ts";

const project = (version: string, dependencies: string, tools = ""): string =>
  `[project]\nname = "p"\nversion = "${version}"\ndependencies = [\n  ${dependencies}\n]\n\n${tools}`;

test("versions and the settings of tools tell nothing of what is depended on", () => {
  const was = project("1.0", '"a>=1",', "[tool.ruff]\nselect = ['E']\n");
  expect(saysSame("pyproject.toml", was, project("1.1", '"a>=1",', "[tool.mypy]\nstrict = true\n"))).toBe(true);
  expect(saysSame("pyproject.toml", was, project("1.0", '"a>=2",'))).toBe(false);
  expect(saysSame("pyproject.toml", was, project("1.0", '"a>=1",', '[tool.poetry.dependencies]\nb = "1"\n'))).toBe(
    false,
  );
});

test("a package that is called as a key is one", () => {
  const cargo = (version: string): string =>
    `[package]\nversion = "1.0.0"\n\n[dependencies.serde]\nversion = "${version}"\n`;
  expect(saysSame("Cargo.toml", cargo("1"), cargo("2"))).toBe(false);
  const own = (version: string): string => `[package]\nversion = "${version}"\n\n[dependencies]\nversion = "1"\n`;
  expect(saysSame("Cargo.toml", own("1.0.0"), own("1.0.1"))).toBe(true);
});

test("what cannot be told apart so is read", () => {
  const text = '[project]\ndescription = """\n[tool.x]\n"""\n';
  expect(saysSame("pyproject.toml", text, text)).toBe(false);
  expect(saysSame("Gemfile", "gem 'a'\n", "gem 'a'\n")).toBe(false);
  expect(saysSame("package.json", "{", "{")).toBe(false);
  const scripts = (test: string): string => JSON.stringify({ name: "p", scripts: { test }, dependencies: { a: "1" } });
  expect(saysSame("package.json", scripts("a"), scripts("b"))).toBe(true);
});
