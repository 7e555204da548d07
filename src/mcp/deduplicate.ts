/** What a session has been given before is not sent again: it is named as unchanged, or marked as changed. */
import { sha256 } from "#contract/unit";
import { canonical } from "./canonical.ts";
import { locate } from "./fit.ts";
import type { CallSession } from "./ports.ts";

/** @param scope names the project: ids of one project say nothing about another's. */
export async function deduplicate(
  data: unknown,
  lists: readonly string[],
  scope: string,
  session: CallSession,
): Promise<unknown> {
  const copy = structuredClone(data);
  const places = lists.flatMap((path) => {
    const place = locate(copy, path);
    const list = place?.holder[place.key];
    return place && Array.isArray(list) ? list.map((item: unknown, at) => ({ list, at, item })).filter(hasId) : [];
  });
  if (places.length === 0) return data;
  const shown = await Promise.all(
    places.map(async ({ item }) => ({
      key: (await digest(`${scope}\0${item.id}`)).slice(0, 24),
      hash: (await digest(canonical(item))).slice(0, 24),
    })),
  );
  const recognised = await session.recognise(shown);
  for (const [index, { list, at, item }] of places.entries()) {
    if (recognised[index] === "unchanged") list[at] = { id: item.id, unchanged: true };
    if (recognised[index] === "changed") list[at] = { ...item, changed: true };
  }
  return copy;
}

interface Place {
  list: unknown[];
  at: number;
  item: unknown;
}

const hasId = (place: Place): place is Place & { item: { id: string } } =>
  typeof place.item === "object" && place.item !== null && typeof (place.item as { id?: unknown }).id === "string";

const digest = (text: string): Promise<string> => sha256(new TextEncoder().encode(text));
