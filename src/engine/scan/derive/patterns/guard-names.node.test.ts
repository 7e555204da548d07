import { expect, test } from "vitest";
import { isAutomatic, shortChain } from "./guard-names.ts";

test("of a long chain those stay who ask who may enter", () => {
  const chain = ["Recovery", "cors", "setLocale", "requireUser", "loadPost", "requireAdmin"];
  expect(shortChain(chain, 80)).toBe("Recovery, cors, setLocale, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 50)).toBe("…, setLocale, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 40)).toBe("…, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 34)).toBe("…, requireUser, …, requireAdmin");
  expect(shortChain(chain, 20)).toBe("…, requireAdmin");
  expect(shortChain([], 20)).toBe("");
});

test("what gives a handler what it works with asks nobody", () => {
  for (const name of ["get_db_session", "get_session", "get_db", "get_settings", "get_cart_service"])
    expect(isAutomatic(name), name).toBe(true);
  for (const name of ["get_current_user", "get_user_session", "get_token"]) expect(isAutomatic(name), name).toBe(false);
});

test("what looks something up or sets a header asks nobody, what verifies does", () => {
  const passing = [
    "set_user",
    "HostExtractor",
    "passport.session",
    "expressSession",
    "get_session_layer",
    "frameguard",
  ];
  expect(passing.filter((one) => !isAutomatic(one))).toEqual([]);
  const asking = ["set_and_verify_user", "UserExtractor", "passport.authenticate('jwt')", "SessionGuard", "authorize"];
  expect(asking.filter(isAutomatic)).toEqual([]);
});
