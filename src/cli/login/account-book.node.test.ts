import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { type Account, AccountBook, accountId } from "./account-book.ts";
import { accountCalled, accountFor } from "./choose-account.ts";
import type { Keychain } from "./keychain.ts";

/** A keychain that is there on no machine that tests run on; `locked` refuses everything. */
class FakeKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  locked = false;

  async get(name: string) {
    this.#refuse();
    return this.entries.get(name) ?? null;
  }
  async set(name: string, value: string) {
    this.#refuse();
    this.entries.set(name, value);
  }
  async remove(name: string) {
    this.#refuse();
    this.entries.delete(name);
  }
  #refuse() {
    if (this.locked) throw new Error("it is locked");
  }
}

const secret = { accessToken: "access", refreshToken: "refresh", expiresAt: 1 };
const account = (
  slug: string,
  server = "https://edge.example.com",
  email = "ada@example.com",
): Omit<Account, "kept"> => ({
  id: accountId(server, email, slug),
  server,
  user: { id: email, name: "Ada", email },
  organisation: { id: slug, slug },
  scopes: ["drift:read"],
  signedInAt: "2026-01-01T00:00:00.000Z",
  chosenAt: "2026-01-01T00:00:00.000Z",
});

function bookOf(keychain: Keychain | undefined) {
  const folder = new TempFolder();
  return { folder, book: new AccountBook(folder.path, async () => keychain) };
}

test("tokens lie in the keychain and in no file", async () => {
  const keychain = new FakeKeychain();
  const { folder, book } = bookOf(keychain);
  const kept = await book.keep(account("acme"), secret);
  expect(kept.kept).toBe("keychain");
  expect(readdirSync(folder.path)).toEqual(["accounts"]);
  expect(readFileSync(folder.at(`accounts/${kept.id}.json`), "utf8")).not.toContain("refresh");
  expect(await book.secret(kept)).toEqual(secret);
  await book.remove(kept);
  expect([keychain.entries.size, book.list()]).toEqual([0, []]);
});

test("where the keychain refuses, tokens lie in a file; what it kept before is not asked for again", async () => {
  const keychain = new FakeKeychain();
  const { book } = bookOf(keychain);
  const kept = await book.keep(account("acme"), secret);
  keychain.locked = true;
  const rotated = { ...secret, refreshToken: "rotated" };
  const moved = await book.keep(kept, rotated);
  expect(moved.kept).toBe("file");
  keychain.locked = false;
  expect(await book.secret(kept)).toEqual(rotated);
  // A refresh does not try again; a sign-in does.
  expect((await book.keep(moved, secret)).kept).toBe("file");
  expect((await book.keep(account("acme"), rotated)).kept).toBe("keychain");
  expect(await book.secret(kept)).toEqual(rotated);
});

test("tokens that a killed process left half written go with the next that are kept, and when signed out", async () => {
  const { folder, book } = bookOf(undefined);
  const kept = await book.keep(account("acme"), secret);
  const leave = () => writeFileSync(folder.at(`secrets/${kept.id}.json.${randomUUID()}`), "left");
  const secrets = () => readdirSync(folder.at("secrets"));
  leave();
  await book.keep(kept, secret);
  expect(secrets()).toEqual([`${kept.id}.json`]);
  leave();
  await book.remove(kept);
  expect(secrets()).toEqual([]);
});

test.each([
  ["locked", (keychain: FakeKeychain) => Object.assign(keychain, { locked: true })],
  ["gone", () => undefined],
])("a keychain that is %s ends nobody's sign-in, and says what to do", async (_, spoil) => {
  const keychain = new FakeKeychain();
  const { folder, book } = bookOf(keychain);
  const kept = await book.keep(account("acme"), secret);
  const later = new AccountBook(folder.path, async () => spoil(keychain));
  await expect(later.secret(kept)).rejects.toMatchObject({
    failure: "refused",
    message: expect.stringContaining("the sign-in for acme at edge.example.com"),
    hint: expect.stringContaining("DRIFT_KEYCHAIN=off drift login --server https://edge.example.com"),
  });
  keychain.locked = false;
  expect(await book.secret(kept)).toEqual(secret);
});

test("a sign-in that has ended stays known, without its tokens", async () => {
  const { book } = bookOf(undefined);
  const kept = await book.keep(account("acme"), secret);
  await book.end(kept);
  expect(book.list()).toMatchObject([{ id: kept.id, kept: "nowhere" }]);
  expect(await book.secret(kept)).toBeUndefined();
});

test("files that are none of ours, or were cut off, are passed over", async () => {
  const { folder, book } = bookOf(undefined);
  const kept = await book.keep(account("acme"), secret);
  folder.write({ "accounts/0123456789abcdef.json": "{", "accounts/notes.txt": "x", [`secrets/${kept.id}.json`]: "{" });
  expect(book.list()).toHaveLength(1);
  expect(await book.secret(kept)).toBeUndefined();
});

test("the one chosen last goes first; a project's organisation goes before it", async () => {
  const { book } = bookOf(undefined);
  await book.keep(account("acme"), secret);
  await book.keep({ ...account("other"), chosenAt: "2026-02-01T00:00:00.000Z" }, secret);
  await book.keep({ ...account("acme", "https://b.example"), chosenAt: "2026-03-01T00:00:00.000Z" }, secret);
  const slugAt = (server: string, project?: string) => accountFor(book.list(), server, project)?.organisation.slug;
  expect(book.list().map(({ server }) => server)[0]).toBe("https://b.example");
  expect(slugAt("https://edge.example.com")).toBe("other");
  expect(slugAt("https://edge.example.com", "acme/shop")).toBe("acme");
  expect(slugAt("https://edge.example.com", "unknown/shop")).toBe("other");
  expect(slugAt("https://none.example")).toBeUndefined();
});

test("an account is called by organisation, host, both or address; who could be meant is said", async () => {
  const accounts = [
    account("acme"),
    account("acme", "https://b.example"),
    account("acme", "https://b.example", "bob@b.example"),
  ].map((one): Account => ({ ...one, kept: "file" }));
  const called = (words: string) => accountCalled(accounts, words).id;
  expect(called("edge.example.com")).toBe(accounts[0]?.id);
  expect(called("https://edge.example.com/")).toBe(accounts[0]?.id);
  expect(called("Edge.Example.com/acme")).toBe(accounts[0]?.id);
  expect(called("bob@b.example")).toBe(accounts[2]?.id);
  const hintOf = (words: string) => {
    try {
      return called(words);
    } catch (error) {
      return (error as { hint: string }).hint;
    }
  };
  expect(hintOf("acme")).toBe(
    "Give one of: edge.example.com/acme, b.example/acme/ada@example.com, b.example/acme/bob@b.example",
  );
  expect(called("b.example/acme/ada@example.com")).toBe(accounts[1]?.id);
  expect(hintOf("nobody")).toBe(
    "Give one of: edge.example.com/acme, b.example/acme/ada@example.com, b.example/acme/bob@b.example",
  );
});
