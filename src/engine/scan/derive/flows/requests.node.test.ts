import { expect, test } from "vitest";
import { segmentOf, segmentsOf, withoutParent } from "./requests.ts";

test("a parameter is the segment of its route that bears its name, or that its name ends with", () => {
  const kinds = (route: string, names: readonly string[]) =>
    names.map((name) => segmentOf(name, names, segmentsOf(route)));
  expect(kinds("/files/{id: [a-z0-9-]+}/data", ["fileId", "shareId", "size"])).toEqual([
    "segment",
    undefined,
    undefined,
  ]);
  expect(kinds("/files/{id}", ["id", "shareId"])).toEqual(["segment", undefined]);
  expect(kinds("/users/<int:id>/<name>", ["user_id", "$name"])).toEqual(["value", "segment"]);
  expect(kinds("/trees/{path:path}", ["treePath", "valid"])).toEqual([undefined, undefined]);
});

test("what a resolver above gave is not what was asked", () => {
  const left = (...names: string[]) => withoutParent(names.map((name) => ({ name }))).map(({ name }) => name);
  expect(left("category", "_", "ctx")).toEqual(["_", "ctx"]);
  expect(left("parent", "args")).toEqual(["args"]);
  expect(left("root", "{ id }", "{ db }")).toEqual(["{ id }", "{ db }"]);
  expect(left("id", "name")).toEqual(["id", "name"]);
  expect(left("args")).toEqual(["args"]);
});
