import { describe, expect, it } from "vitest";
import { CliError } from "#cli/errors";
import { DriftError } from "#contract/errors";
import { type Clock, firstContact, retrying, underWay } from "./retry.ts";

/** Fails with these, one after the other, then answers. */
function failing(...failures: Error[]) {
  const waits: number[] = [];
  const clock: Clock = { sleep: async (ms) => waits.push(ms), random: () => 0 };
  let sent = 0;
  const send = async () => {
    const failure = failures[sent++];
    if (failure) throw failure;
    return sent;
  };
  return { send, clock, waits };
}

const away = new CliError("unreachable", "away");

describe("a request", () => {
  it("is sent again after waits that grow and then stay", async () => {
    const { send, clock, waits } = failing(...new Array(8).fill(away));
    expect(await retrying(underWay, send, clock)).toBe(9);
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it("waits up to half less by chance", async () => {
    const { send, clock, waits } = failing(away);
    await retrying(underWay, send, { ...clock, random: () => 1 });
    expect(waits).toEqual([125]);
  });

  it("waits as long as the service says, within reason", async () => {
    const busy = (retryAfterMs: number) => new DriftError("RATE_LIMITED", "busy", { retryAfterMs });
    const { send, clock, waits } = failing(busy(3_000), busy(3_600_000));
    await retrying(underWay, send, clock);
    expect(waits).toEqual([3_000, 8_000]);
  });

  it("is given up after its attempts, with the last failure", async () => {
    const { send, clock, waits } = failing(...new Array(9).fill(away));
    await expect(retrying(firstContact, send, clock)).rejects.toBe(away);
    expect(waits).toHaveLength(firstContact.attempts - 1);
  });

  it.each([
    new CliError("garbage", "no drift-edge"),
    new DriftError("UNAUTHENTICATED", "who"),
    new DriftError("CONFLICT", "moved"),
    new TypeError("ours"),
  ])("is not sent again after %s", async (failure) => {
    const { send, clock, waits } = failing(failure);
    await expect(retrying(underWay, send, clock)).rejects.toBe(failure);
    expect(waits).toEqual([]);
  });
});
