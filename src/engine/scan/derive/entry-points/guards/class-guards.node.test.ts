import { expect, test } from "vitest";
import type { Handlers } from "#engine/scan/derive/entry-points/handlers";
import type { Registration } from "#engine/scan/derive/entry-points/registration";
import { guardsOfMethod } from "./class-guards.ts";

const bases: Record<string, readonly string[]> = {
  "a.rb#Pages": ["a.rb#Base", "a.rb#Signed"],
  "a.rb#Base": ["a.rb#Signed"],
  "a.rb#Orders": ["a.rb#Signed"],
};
const included: Record<string, readonly { module: string; line: number }[]> = {
  "a.rb#Orders": [{ module: "a.rb#Signed", line: 5 }],
};
const handlers = {
  basesOf: (type: string) => bases[type] ?? [],
  heirs: { above: () => [], includedIn: (type: string) => included[type] ?? [] },
  outside: { asks: () => undefined, isIdle: () => false },
  methodOf: (_: unknown, guard: unknown) => guard,
} as unknown as Handlers;

const guard = (
  owner: string,
  method: string,
  told: Partial<Registration> & { asked?: string },
): [string, Registration] => {
  const guards = told.asked === undefined ? null : JSON.stringify([{ name: told.asked, symbol: null }]);
  const row = {
    kind: "guard",
    framework: "Rails",
    route: null,
    name: null,
    handler: null,
    handler_name: null,
  } as const;
  return [owner, { ...row, mounted: null, symbol: owner, path: "a.rb", line: 1, owner, method, ...told, guards }];
};
const asked = (handler: string, ...all: readonly [string, Registration][]) => {
  const guards = new Map<string, Registration[]>();
  for (const [owner, one] of all) guards.set(owner, [...(guards.get(owner) ?? []), one]);
  return guardsOfMethod(handler, guards, handlers).map(({ name }) => name);
};

const signedIn = guard("a.rb#Signed", "BEFORE", { asked: "sign_in" });
const open = guard("a.rb#Signed.open_to_all", "SKIP", { asked: "sign_in" });
const calls = (name: string | null) => guard("a.rb#Pages", "BEFORE", { mounted: "a.rb#Signed.open_to_all", name });

test("a class takes back what classes above it put before its methods", () => {
  expect(asked("a.rb#Pages.index", signedIn)).toEqual(["sign_in"]);
  expect(asked("a.rb#Pages.index", signedIn, guard("a.rb#Pages", "SKIP", { asked: "sign_in" }))).toEqual([]);
});

test("what a function of a class says is said of the class that calls it in its body, for the methods that it names", () => {
  expect(asked("a.rb#Pages.index", signedIn, open, calls(null))).toEqual([]);
  expect(asked("a.rb#Pages.index", signedIn, open, calls("only index"))).toEqual([]);
  expect(asked("a.rb#Pages.show", signedIn, open, calls("only index"))).toEqual(["sign_in"]);
  expect(asked("a.rb#Base.index", signedIn, open, calls(null))).toEqual(["sign_in"]);
});

test("a module asks behind what its class says above the line that includes it", () => {
  const own = guard("a.rb#Orders", "BEFORE", { asked: "find", line: 3 });
  const below = guard("a.rb#Orders", "BEFORE", { asked: "count", line: 6 });
  expect(asked("a.rb#Orders.index", signedIn, own, below)).toEqual(["find", "sign_in", "count"]);
  expect(asked("a.rb#Base.index", signedIn, guard("a.rb#Base", "BEFORE", { asked: "find", line: 3 }))).toEqual([
    "sign_in",
    "find",
  ]);
});
