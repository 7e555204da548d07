import { expect, test } from "vitest";
import type { Registration } from "./registration.ts";
import { throughWrappers } from "./route-wrappers.ts";

const none = { name: null, guards: null, mounted: null, method: null, handler: null, handler_name: null, line: 1 };
const row = (told: Partial<Registration> & Pick<Registration, "kind" | "symbol">): Registration => ({
  framework: "web",
  owner: null,
  route: null,
  path: "a.ts",
  ...none,
  ...told,
});
const parametersOf = (symbol: string) => new Set(symbol.startsWith("own") ? ["path", "handler"] : []);
const ends = row({ kind: "endpoint", symbol: "own", owner: "own(0)", method: "GET", route: `\${path}` });

test("a call that hands on a path and a handler is the endpoint, not the function that it calls", () => {
  const call = row({ kind: "handed", symbol: "main", owner: "app", route: "/x", handler: "show", mounted: "own" });
  const [made, ...others] = throughWrappers([ends], () => [call], parametersOf);
  expect(others).toEqual([]);
  expect(made).toMatchObject({ kind: "endpoint", method: "GET", route: "/x", handler: "show", owner: "app" });
});

test("through functions behind each other, and without an end when these call each other", () => {
  const link = row({ kind: "handed", symbol: "own2", route: `\${path}`, handler_name: "handler", mounted: "own" });
  const back = row({ kind: "handed", symbol: "own", route: `\${path}`, handler_name: "handler", mounted: "own2" });
  const call = row({ kind: "handed", symbol: "main", route: "/y", handler: "show", mounted: "own2" });
  const made = throughWrappers([ends], () => [link, back, call], parametersOf);
  const routes = made.map(({ route, handler }) => [route, handler]);
  expect(routes).toContainEqual(["/y", "show"]);
  expect(routes.length).toBeLessThanOrEqual(8);
});

test("a path that is a parameter and that nothing is known to be given is no endpoint", () => {
  expect(throughWrappers([ends], () => [], parametersOf)).toEqual([]);
  const known = row({ kind: "endpoint", symbol: "main", route: "/z" });
  expect(throughWrappers([known], () => [], parametersOf)).toEqual([known]);
});

test("what a function puts a path before is reached behind each path that it is given", () => {
  const group = row({ kind: "mount", symbol: "own", owner: "own(0)", route: `\${path}`, mounted: "group" });
  const calls = ["/users", "/tags"].map((route, line) =>
    row({ kind: "handed", symbol: "main", owner: "app", route, mounted: "own", line }),
  );
  const made = throughWrappers([group], () => calls, parametersOf);
  expect(made.map(({ kind, owner, route, mounted }) => [kind, owner, route, mounted])).toEqual([
    ["mount", "app", "/users", "group"],
    ["mount", "app", "/tags", "group"],
  ]);
  expect(throughWrappers([group], () => [], parametersOf)).toEqual([group]);
});

test("the handler is the function's own where its calls give it none", () => {
  const inside = { ...ends, handler: "own.show", handler_name: "show" };
  const call = row({ kind: "handed", symbol: "main", owner: "app", route: "/x", mounted: "own" });
  expect(throughWrappers([inside], () => [call], parametersOf)).toMatchObject([{ route: "/x", handler: "own.show" }]);
});

test("what a function mounts that it is given is what each call gives it in that place", () => {
  const mount = row({ kind: "mount", symbol: "own", owner: "server", route: `\${path}`, mounted: "own(1)" });
  const calls = ["users", "tags"].map((name, line) => {
    const guards = JSON.stringify([{ name: "1", symbol: `${name}()` }]);
    return row({ kind: "handed", symbol: "main", route: `/${name}`, mounted: "own", guards, line });
  });
  const made = throughWrappers([mount], () => calls, parametersOf);
  expect(made.map(({ owner, route, mounted }) => [owner, route, mounted])).toEqual([
    ["server", "/users", "users()"],
    ["server", "/tags", "tags()"],
  ]);
});

test("a pattern that a function puts together has the method and the path of each call, and who that says asks", () => {
  const verb = row({
    kind: "endpoint",
    symbol: "own",
    route: `GET \${path}`,
    guards: '[{"name":"logged","symbol":"logged"}]',
  });
  const asked = '[{"name":"0","symbol":"mux"},{"name":"signedIn","symbol":"signedIn","asks":true}]';
  const call = row({
    kind: "handed",
    symbol: "main",
    method: "GET",
    route: "/x",
    handler: "show",
    guards: asked,
    mounted: "own",
  });
  expect(throughWrappers([verb], () => [call], parametersOf)).toMatchObject([
    {
      method: "GET",
      route: "/x",
      guards: '[{"name":"logged","symbol":"logged"},{"name":"signedIn","symbol":"signedIn"}]',
    },
  ]);
  const both = row({ kind: "endpoint", symbol: "own", route: `\${method} \${path}` });
  const put = { ...call, method: "PUT", guards: null };
  const names = () => new Set(["method", "path"]);
  expect(throughWrappers([both], () => [put], names)).toMatchObject([{ method: "PUT", route: "/x" }]);
  const whole = row({ kind: "endpoint", symbol: "own", route: `\${path}` });
  const pattern = { ...put, method: null, route: "POST /y" };
  expect(throughWrappers([whole], () => [pattern], parametersOf)).toMatchObject([{ method: "POST", route: "/y" }]);
});

test("a parameter among the guards of what a function registers stands for what a call gives", () => {
  const guards = JSON.stringify([
    { name: "known", symbol: "known" },
    { name: "handler", symbol: null },
  ]);
  const end = row({ kind: "endpoint", symbol: "own", owner: "app", route: `\${path}`, guards });
  const given = (name: string, ...all: string[]) =>
    JSON.stringify([{ name, symbol: null, given: all.map((it) => ({ name: it, symbol: it })) }]);
  const call = (told: string | null) =>
    row({ kind: "handed", symbol: "main", route: "/x", handler: "show", mounted: "own", guards: told });
  const asked = (told: string | null) =>
    throughWrappers([end], () => [call(told)], parametersOf).map((one) => JSON.parse(one.guards ?? "[]"));
  const named = (told: string | null) => asked(told)[0].map(({ name }: { name: string }) => name);
  expect(named(given("1", "first", "second"))).toEqual(["known", "first", "second"]);
  expect(named(given("1"))).toEqual(["known"]);
  expect(named(null)).toEqual(["known", "handler"]);
});
