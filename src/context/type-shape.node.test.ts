import { expect, test } from "vitest";
import { type MemberRow, shapeOf } from "./type-shape.ts";

const member = (name: string, typeText: string, target: string | null = null): MemberRow => ({
  ...{ type: "", name, kind: "property", typeText, target, optional: 0, isStatic: 0, line: 1 },
});
const types = new Map([
  ["a#Place", [member("aisle", "string")]],
  ["a#Node", [member("next", "Node | null", "a#Node"), member("value", "T")]],
]);

test.each([
  ["Place", "nested"],
  ["Place | null", "nested"],
  ["*Place", "nested"],
  ["Optional[Place]", "nested"],
  ["Place[]", "list"],
  ["[]*Place", "list"],
  ["list[Place]", "list"],
  ["ReadonlyArray<Place>", "list"],
  ["Map<string, Place>", "text"],
  ["Places", "text"],
])("%s is shown as %s", (text, as) => {
  const shape = shapeOf("a#Item", new Map([...types, ["a#Item", [member("at", text, "a#Place")]]]), 2);
  const nested = { aisle: "string" };
  expect(shape).toEqual({ at: as === "nested" ? nested : as === "list" ? [nested] : text });
});

test("a type inside itself, and one deeper than asked for, stays a name", () => {
  expect(shapeOf("a#Node", types, 5)).toEqual({ next: "Node | null", value: "T" });
  const item = new Map([...types, ["a#Item", [member("at", "Place", "a#Place")]]]);
  expect(shapeOf("a#Item", item, 1)).toEqual({ at: "Place" });
});

test("a nested type shows what it holds, not what it does", () => {
  const method = { ...member("go", "go(): void"), kind: "method" };
  const rows = new Map([
    ["a#Item", [method, { ...member("size", "number"), optional: 1 }, member("at", "Place", "a#Place")]],
    ["a#Place", [method, member("aisle", "string")]],
  ]);
  expect(shapeOf("a#Item", rows, 2)).toEqual({ "go()": "go(): void", "size?": "number", at: { aisle: "string" } });
});
