import { expect, test } from "vitest";
import { matchesRef } from "./ci-token.ts";

test.each([
  ["refs/heads/main", "refs/heads/main", true],
  ["refs/heads/main", "refs/heads/main2", false],
  ["refs/heads/main", "refs/heads/mai", false],
  ["refs/heads/main", "xrefs/heads/main", false],
  ["refs/heads/*", "refs/heads/main", true],
  ["refs/heads/*", "refs/heads/feature/x", false],
  ["refs/heads/**", "refs/heads/feature/x", true],
  ["refs/heads/**", "refs/tags/v1", false],
  ["refs/tags/v*", "refs/tags/v1.2", true],
  ["refs/tags/v*", "refs/tags/w1", false],
  ["refs/heads/release-*-lts", "refs/heads/release-1-2-lts", true],
  ["refs/heads/release-*-lts", "refs/heads/release-lts", false],
  ["refs/heads/*/x", "refs/heads/a/x", true],
  ["refs/heads/*/x", "refs/heads/a/b/x", false],
  ["refs/heads/a*a", "refs/heads/a", false],
])("%s matches %s: %s", (pattern, ref, matches) => {
  expect(matchesRef(pattern, ref)).toBe(matches);
});
