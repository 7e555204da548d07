import { describe, expect, it } from "vitest";
import { type CallSite, callersShown, groupByCaller } from "./call-sites.ts";

const site = (path: string, callerName: string, line: number): CallSite => ({
  caller: `${path}#${callerName}`,
  callerName,
  callerLine: line - 1,
  path,
  line,
  resolution: "exact",
  quote: `save(${line});`,
});

describe("callersShown", () => {
  it("leaves no caller out: code in full, then by name, tests by their lines", () => {
    const callers = groupByCaller([
      site("test/save.test.ts", "saves", 12),
      site("test/save.test.ts", "saves", 20),
      site("src/a.ts", "first", 4),
      site("src/b.ts", "second", 9),
      site("src/b.ts", "third", 30),
    ]);
    expect(callersShown(callers, 1)).toMatchInlineSnapshot(`
      {
        "directCallers": [
          {
            "callSite": 4,
            "file": "src/a.ts",
            "function": "first",
            "line": 3,
            "resolution": "exact",
            "text": "save(4);",
          },
        ],
        "moreCallers": [
          {
            "callers": [
              "second:9",
              "third:30",
            ],
            "file": "src/b.ts",
          },
        ],
        "testCallers": [
          {
            "file": "test/save.test.ts",
            "lines": [
              12,
              20,
            ],
          },
        ],
      }
    `);
  });

  it("shows three tests in full where nothing else calls", () => {
    const callers = groupByCaller([1, 2, 3, 4].map((at) => site("test/a.test.ts", `case${at}`, at * 10)));
    const shown = callersShown(callers, 4);
    expect(shown.directCallers.map((caller) => caller.function)).toEqual(["case1", "case2", "case3"]);
    expect(shown.testCallers).toEqual([{ file: "test/a.test.ts", lines: [40] }]);
  });
});
