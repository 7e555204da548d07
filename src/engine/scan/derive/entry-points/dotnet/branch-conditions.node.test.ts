import { expect, test } from "vitest";
import { conditionOf } from "./branch-conditions.ts";

const asked = (condition: string, constants: string[] = []) => {
  const fits = conditionOf(`app.UseWhen(${condition}, branch => branch.UseMiddleware<Known>());`, constants);
  return ["/api/x", "/apis", "/open", "/else"].map(fits);
};

test("a branch takes the paths of its condition", () => {
  const path = "c.Request.Path";
  expect(asked(`c => ${path}.StartsWithSegments("/api")`)).toEqual([true, false, false, false]);
  expect(asked(`c => ${path}.Value.StartsWith("/api")`)).toEqual([true, true, false, false]);
  expect(asked(`(HttpContext c) => ${path}.StartsWithSegments(Paths.Api, out var rest)`, ["/api"])).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(asked(`c => !${path}.StartsWithSegments("/api")`)).toEqual([false, true, true, true]);
  expect(asked(`c => { return !${path}.StartsWithSegments("/api") && !${path}.Equals("/open"); }`)).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(asked(`c => ${path}.StartsWithSegments("/api") || ${path}.StartsWithSegments("/open")`)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("what else decides is not known, nor what another function does", () => {
  const path = "c.Request.Path";
  expect(asked(`c => ${path}.StartsWithSegments("/api") && c.User.Any()`)).toEqual([undefined, false, false, false]);
  expect(asked(`c => ${path}.StartsWithSegments("/api") || c.User.Any()`)).toEqual([
    true,
    undefined,
    undefined,
    undefined,
  ]);
  for (const one of ["IsAdmin", 'c => c.Request.Method == "POST"', `c => ${path}.StartsWithSegments(area)`])
    expect(asked(one)).toEqual([undefined, undefined, undefined, undefined]);
});
