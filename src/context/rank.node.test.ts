import { expect, test } from "vitest";
import { readFocus } from "./focus.ts";
import type { MatchedSymbol, Matches } from "./gather.ts";
import { rankFiles } from "./rank.ts";

const symbol = (path: string, name: string, kind = "function"): MatchedSymbol => ({
  ...{ id: `${path}#${name}`, name, kind, path, line: 1, endLine: 9, parent: null },
  ...{ signature: name, doc: null, exported: 1 },
});
const matches = ({ named = [], words = [], files = [] }: Partial<Matches>): Matches => ({ named, words, files });
const found = (row: MatchedSymbol, score: number) => ({ ...row, score });
const rank = (focus: string, given: Partial<Matches>, wantsTests = false) =>
  rankFiles(readFocus(focus), matches(given), { wantsTests }).map(({ path, why }) => `${path} by ${why}`);

test("a name alone is answered with what has it, a sentence with what fits it too", () => {
  const given = {
    named: [symbol("src/token.ts", "checkToken")],
    words: [found(symbol("src/session.ts", "refreshSession"), 9)],
  };
  expect(rank("checkToken", given)).toEqual(["src/token.ts by symbol"]);
  expect(rank("refresh before checkToken", given)).toEqual(["src/token.ts by symbol", "src/session.ts by words"]);
});

test("a path that is named comes before everything else, tests after their source", () => {
  const words = [found(symbol("test/pay.test.ts", "refund"), 9), found(symbol("src/pay.ts", "refund"), 6)];
  expect(rank("refund a payment", { words })).toEqual(["src/pay.ts by words", "test/pay.test.ts by words"]);
  expect(rank("refund a payment", { words }, true)[0]).toBe("test/pay.test.ts by words");
  expect(rank("refund in src/db", { words, files: [{ path: "src/db/rows.ts", lines: 3 }] })[0]).toBe(
    "src/db/rows.ts by path",
  );
});

test("a word that many files hold says less than one that few do", () => {
  const common = ["a", "b", "c", "d"].map((name) => found(symbol(`src/${name}.ts`, "orderList"), 6));
  const rare = found(symbol("src/vat.ts", "vatRate"), 6);
  expect(rank("vat of an order", { words: [...common, rare] })[0]).toBe("src/vat.ts by words");
});

test("a word of a sentence that some type has a member of is a weak hint", () => {
  const named = [symbol("src/jsx.ts", "value", "property")];
  const words = [found(symbol("src/coerce.ts", "coerceValue"), 6)];
  expect(rank("coerce the value", { named, words })[0]).toBe("src/coerce.ts by words");
});

test("what is written with a hyphen is what code calls by one name; what is generated comes after its source", () => {
  const signIn = (path: string) => symbol(path, "SignIn", "method");
  const named = [signIn("api/auth_service.go"), signIn("proto/gen/auth_service.pb.go")];
  const words = [found(symbol("web/audio.ts", "playbackRate"), 9), found(symbol("api/limits.go", "endpointLimit"), 8)];
  expect(rank("rate limit for the sign-in endpoint", { named, words })[0]).toBe("api/auth_service.go by words");
  const generated = found(symbol("proto/gen/limits.pb.go", "endpointLimit"), 8);
  expect(rank("endpoint limit", { words: [generated, ...words] }).at(-1)).toBe("proto/gen/limits.pb.go by words");
  expect(readFocus("sign-in, src/read-only.ts").joined).toEqual(["signIn", "SignIn", "sign_in"]);
});
