import { expect, test } from "vitest";
import { outsideFunctions } from "./outside-functions.ts";

test.each([
  ["signedIn(limited(handler))", "signedIn(limited(handler))"],
  ["signedIn(async (request) => ok(await load(request)), { a: b() })", "signedIn(async (request) , { a: b() })"],
  ["signedIn(async function (request) { return load('}'); }, more())", "signedIn(async , more())"],
  ["signedIn((one) => (two) => { call(`x)`) })", "signedIn((one) )"],
  ["signedIn(async (request) => {\n  load();", "signedIn(async (request) "],
])("%s", (written, expected) => expect(outsideFunctions(written)).toBe(expected));
