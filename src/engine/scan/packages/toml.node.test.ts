import { expect, test } from "vitest";
import { parseToml } from "./toml.ts";

const parse = (text: string) => JSON.parse(JSON.stringify(parseToml(text)));

test("strings of all kinds", () => {
  const text = String.raw`a = "q\"\\ \u00e9\n"
b = 'c:\path'
c = """
one \
   two""""
d = '''it's'''
"e f".'g' = ""`;
  expect(parse(text)).toEqual({ a: 'q"\\ é\n', b: "c:\\path", c: 'one two"', d: "it's", "e f": { g: "" } });
});

test("tables, arrays of them, and values that are no strings, as text", () => {
  const text = `
x.y = 1
[a.b] # comment
list = [1, [2.5e3, true], { k = "v", l.m = 1979-05-27T07:32:00Z }, ]
[[c]]
n = 1
[c.d]
e = inf
[[c]]
n = -2
`;
  expect(parse(text)).toEqual({
    x: { y: "1" },
    a: { b: { list: ["1", ["2.5e3", "true"], { k: "v", l: { m: "1979-05-27T07:32:00Z" } }] } },
    c: [{ n: "1", d: { e: "inf" } }, { n: "-2" }],
  });
});

test("what is no TOML is told with its line", () => {
  expect(() => parse('a = 1\nb = "x')).toThrow("line 2: a string has no end");
  expect(() => parse("a = [1 2\n]")).toThrow("line 1");
  expect(() => parse("a = 1 b = 2\n]")).toThrow("line 1");
  expect(() => parse("a = 1\n[a.b]\n")).toThrow("line 2: a is no table");
});
