import { expect, test } from "vitest";
import { segmentOf, segmentsOf } from "./requests.ts";

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
