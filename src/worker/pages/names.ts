/** Names to show for the ids that rows hold. */
import type { Context } from "hono";
import type { Edge } from "#worker/edge";
import { accountOf } from "./frame.tsx";

/** The organisation's members, by user. */
export async function namesOf(c: Context<Edge>): Promise<Map<string, string>> {
  const members = await accountOf(c).members.of(c.var.seat.id);
  return new Map(members.map(({ user, name }) => [user, name]));
}

/** Who pushed: a member, a CI run, or somebody who has left since. */
export const pusherName = (names: ReadonlyMap<string, string>, by: string): string =>
  names.get(by) ?? (by.startsWith("tru_") ? "CI" : "a former member");
