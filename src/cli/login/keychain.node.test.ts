/** The ways in which a keychain is not there. One that is has to be looked at by hand: no machine of ours has one. */
import { createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { systemKeychain } from "./keychain.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("DRIFT_KEYCHAIN=off goes without", async () => {
  vi.stubEnv("DRIFT_KEYCHAIN", "off");
  expect(await systemKeychain()).toBeUndefined();
});

test.runIf(process.platform === "linux")("where nothing serves it, each operation is refused", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
  const keychain = await systemKeychain();
  await expect(keychain?.set("a", "secret")).rejects.toThrow(/^(?!.*secret).+/);
  await expect(keychain?.get("a")).rejects.toThrow();
  await expect(keychain?.remove("a")).rejects.toThrow();
});

test.runIf(process.platform === "linux")(
  "one that never answers is given up, and leaves no process waiting",
  async () => {
    const path = new TempFolder().at("bus");
    let gone: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const server = createServer((socket) => void socket.resume().once("close", () => gone?.()));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", `unix:path=${path}`);
    await expect((await systemKeychain(2_000))?.get("a")).rejects.toThrow("it does not answer");
    await ended;
  },
);
