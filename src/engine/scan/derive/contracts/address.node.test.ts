import { expect, test } from "vitest";
import { addressOf, laid, routeOf, wholeUrl, withoutFormat } from "./address.ts";

test("addresses and routes are read in any writing", () => {
  const parts = (url: string, base?: string) =>
    addressOf(wholeUrl(url, base))
      ?.parts.map(({ text }) => text)
      .join("/");
  expect(parts("http://localhost:3000/users/{id}")).toBe("users/id");
  expect(parts("/users/#{user.id}?a=b")).toBe("users/id");
  expect(parts("users", "http://localhost:8000/api/")).toBe("api/users");
  expect(parts("//example.com/users")).toBeUndefined();
  expect(parts(`/settings/\${queryString(params)}`)).toBe("settings");
  expect(parts(`/settings\${q}`)).toBe("settings");
  expect(parts(`/settings/\${key(params)}`)).toBe("settings/params");
  const names = (route: string) => routeOf(route).map(({ text, isParameter }) => (isParameter ? `:${text}` : text));
  expect(names("/users/:id")).toEqual(["users", ":id"]);
  expect(names("/users/{id:int}/<int:page>/[slug]")).toEqual(["users", ":id", ":page", ":slug"]);
  const meets = (url: string, route: string) => laid(addressOf(url)?.parts ?? [], routeOf(route), 0) !== undefined;
  expect(meets("/api/v1/users", "/api/v{version:apiVersion}/users")).toBe(true);
  expect(meets("/api/w1/users", "/api/v{version:apiVersion}/users")).toBe(false);
  expect(laid(addressOf("/login")?.parts ?? [], routeOf("/{prefix}{name}"), 0)?.same).toBe(0);
  expect(meets("/avatars/a1.svg", "/avatars/{hash}.svg")).toBe(true);
  expect(meets("/avatars/a1xsvg", "/avatars/{hash}.svg")).toBe(false);
  expect(meets("/files/a/b", "/files/*path")).toBe(true);
  expect(meets("/files", "/files/:id")).toBe(false);
  expect(meets("/files", "/files/:id?")).toBe(true);
  expect(meets("/files/1", "/files/{id:int?}")).toBe(true);
  expect(meets("/files/1/2", "/files/:id?")).toBe(false);
  expect(meets("/files", "/files/:id?/rows")).toBe(false);
  expect(meets(`/files\${id ? \`/\${id}\` : ""}`, "/files/:id?")).toBe(true);
  expect(meets("/users/#{name}", "/users/me")).toBe(false);
  expect(meets("/api/parts", "/{_locale}/parts")).toBe(false);
  expect(meets("/de_CH/parts", "/{_locale}/parts")).toBe(true);
});

test("the form of an answer behind a path is none of its last part", () => {
  const plain = (url: string) => withoutFormat(addressOf(url)?.parts ?? []).map(({ text }) => text);
  expect(plain("/orders/today.json")).toEqual(["orders", "today"]);
  expect(plain("/orders.v2/today")).toEqual(["orders.v2", "today"]);
  expect(plain("/.well-known/.json")).toEqual([".well-known", ".json"]);
});
