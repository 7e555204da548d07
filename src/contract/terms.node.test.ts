import { expect, test } from "vitest";
import { indexedText, matchAny, stem, terms } from "./terms.ts";

test("an identifier gives its words and itself", () => {
  expect(terms("parseHTTPUrl2")).toEqual(["pars", "http", "url", "2", "parsehttpurl2"]);
  expect(terms("user_id")).toEqual(["user", "id", "userid"]);
  expect(terms("src/api/UserList.tsx")).toEqual(["src", "api", "user", "list", "userlist", "tsx"]);
  expect(terms("größeÄndern 用户")).toEqual(["größe", "ändern", "größeändern", "用户"]);
  expect(terms("$ _ -- ''")).toEqual([]);
});

test("the forms of a word share a stem", () => {
  const groups = [
    ["parse", "parses", "parsed", "parsing"],
    ["validate", "validates", "validated", "validating"],
    ["user", "users"],
    ["query", "queries"],
    ["run", "running"],
    ["cache", "caches", "caching", "cached"],
  ];
  for (const group of groups) expect(new Set(group.map(stem)).size, group.join()).toBe(1);
  expect(["string", "class", "status", "process", "this", "red"].map(stem)).toEqual([
    "string",
    "class",
    "status",
    "process",
    "this",
    "red",
  ]);
});

test("a term belongs to its project", () => {
  expect(indexedText(12, "getUser")).toBe("p12_get p12_user p12_getuser");
  // Without a separator project 1 with the term "2x" would meet project 12 with "x".
  expect(indexedText(1, "2x")).not.toBe(indexedText(12, "x"));
});

test("a long word is sought by its beginning too", () => {
  expect(matchAny(3, "configuration")).toBe('"p3_configuration" OR "p3_config"*');
});

test("a query cannot break out of its quotes", () => {
  expect(matchAny(1, `a" OR p2_b`, ["name"])).toBe(
    '{name} : ("p1_a" OR "p1_or" OR "p1_p" OR "p1_2" OR "p1_b" OR "p1_p2b")',
  );
  expect(matchAny(1, '"*')).toBeUndefined();
});
