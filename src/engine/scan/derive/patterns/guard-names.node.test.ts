import { expect, test } from "vitest";
import { shortChain } from "./guard-names.ts";

test("of a long chain those stay who ask who may enter", () => {
  const chain = ["Recovery", "cors", "setLocale", "requireUser", "loadPost", "requireAdmin"];
  expect(shortChain(chain, 80)).toBe("Recovery, cors, setLocale, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 50)).toBe("…, setLocale, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 40)).toBe("…, requireUser, loadPost, requireAdmin");
  expect(shortChain(chain, 34)).toBe("…, requireUser, …, requireAdmin");
  expect(shortChain(chain, 20)).toBe("…, requireAdmin");
  expect(shortChain([], 20)).toBe("");
});
