import { describe, expect, it } from "vitest";
import { antPattern, expressionPattern, type Fits, openPattern, routesOf } from "./request-patterns.ts";

const held = (fits: Fits, routes: readonly string[]) => routes.map((route) => fits(route));

describe("patterns of requests", () => {
  it("has a star at the end stand for all below, where it may", () => {
    expect(held(openPattern("/api/*"), ["/api", "/api/a/b", "/apis", "/x/api/a"])).toEqual([true, true, false, false]);
    expect(held(openPattern("*"), ["/", "/a/b"])).toEqual([true, true]);
    expect(held(openPattern("*.do"), ["/a/b.do", "/a/b"])).toEqual([true, false]);
    expect(held(openPattern("/users/me*"), ["/users/me", "/users/me/a", "/users/1"])).toEqual([true, true, false]);
    expect(held(openPattern("/api/(.*)"), ["/api/a/b", "/web/a"])).toEqual([true, false]);
    expect(held(openPattern("/users/:id"), ["/users/1", "/users", "/users/1/x"])).toEqual([true, false, false]);
  });

  it("reads Ant's patterns", () => {
    expect(held(antPattern("/api/**"), ["/api", "/api/a/b", "/apis"])).toEqual([true, true, false]);
    expect(held(antPattern("/api/*"), ["/api/a", "/api/a/b"])).toEqual([true, false]);
    expect(held(antPattern("/**/*.css"), ["/a.css", "/x/y/a.css", "/x/a.js"])).toEqual([true, true, false]);
    expect(held(antPattern("/{id}/parts/{*rest}"), ["/1/parts/a/b", "/1/other"])).toEqual([true, false]);
    expect(held(antPattern("/"), ["/", "/a"])).toEqual([true, false]);
    expect(held(antPattern("/**"), ["/", `/\${prefix}/a`])).toEqual([true, true]);
  });

  it("does not know what is put together elsewhere", () => {
    expect(held(antPattern(`\${OPEN}`), ["/a"])).toEqual([undefined]);
    expect(held(antPattern("/a/**"), [`/\${prefix}/a`])).toEqual([undefined]);
    expect(held(expressionPattern("^/%prefix%/a"), ["/a"])).toEqual([undefined]);
    expect(held(expressionPattern("^/a("), ["/a"])).toEqual([undefined]);
    expect(held(expressionPattern("\\A/a\\z"), ["/a", "/a/b"])).toEqual([true, false]);
  });

  it("tries what parameters may be", () => {
    expect(routesOf("/users/{id}")).toEqual(["/users/{id}", "/users/a", "/users/1", "/users/en"]);
    expect(routesOf("/users/[id]/me")).toEqual(["/users/[id]/me", "/users/a/me", "/users/1/me", "/users/en/me"]);
    expect(routesOf("/users")).toEqual(["/users"]);
  });
});
