import { expect, test } from "vitest";
import { boundedExpression } from "./bounded-expression.ts";

const path = `/${"a".repeat(48)}`;

test.each([
  ["^/a+$", true],
  ["^/api", false],
  ["/((?!api|_next/static|.*\\.png$).*)", true],
  ["^/(?:a|b)+$", undefined],
  ["^(?:/[^/]+)*$", true],
  ["(", undefined],
  ["^(\\w+\\s?|\\/)*x$", undefined],
  ["^(([a-z\\/])+)+!$", undefined],
  ["^((a*)*)*$", undefined],
  ["^(a{1,99}){1,99}$", undefined],
  ["^/.*.*.*.*.*.*.*.*x$", undefined],
  ["^/(a*)\\1$", undefined],
  ["[(*+]\\(\\*", false],
])("%s", (pattern, expected) => {
  expect(boundedExpression(pattern)(path)).toBe(expected);
});
