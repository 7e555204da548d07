import { expect, test } from "vitest";
import { everyPath } from "./possible-paths.ts";

test.each([
  ["/api/auth/in", "^/api/auth", "yes"],
  ["/api/shops", "^/api/auth", "no"],
  ["/api/auth/[...all]", "^/api/auth", "yes"],
  ["/api/:part/shops", "^/api/auth", "open"],
  ["/api/:part/shops", "^/admin", "no"],
  ["/users/{id}", "^/users/\\w+$", "yes"],
  ["/[...rest]", "^/api/auth", "open"],
  ["/*", "\\.png$", "open"],
  ["/shops/:id?", "^/shops$", "open"],
  ["/a", "(", "open"],
  [`/${"a".repeat(48)}`, "^(\\w+\\s?|\\/)*x$", "open"],
])("%s %s: %s", (route, pattern, expected) => {
  expect(everyPath(route, pattern)).toBe(expected);
});
