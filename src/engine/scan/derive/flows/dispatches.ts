/**
 * Messages: objects that are handed to a bus, which hands each to the one method that takes its type, and events, which
 * it hands to the methods that wait for their name. Here it is told which methods take one, by their names and types, of all
 * files; `crates/shares/src/dispatches.rs` tells it of each, and which calls dispatch. That the bus is set up so is not known.
 */
import type { DatabaseSync } from "node:sqlite";

/** Methods that take a message, and say so by no more than their names. */
const takers = new Set(["Handle", "HandleAsync", "Consume", "handle", "__invoke", "execute", "consume"]);

const event = (name: string): string => `event ${name}`;

/** @param parameters of methods, in their order, with the declared types */
function takersAmong(
  parameters: Iterable<readonly [method: string, type: unknown]>,
): [message: string, method: string][] {
  const found = new Map<string, string>();
  for (const [method, type] of parameters) {
    const name = method.slice(method.lastIndexOf(".") + 1);
    if (typeof type === "string" && takers.has(name) && !found.has(method)) found.set(method, type);
  }
  return [...found].map(([method, message]) => [message, method]);
}

/** By the types of messages and the names of events, the methods that take one; those of tests are left out. */
export function readTakers(db: DatabaseSync): ReadonlyMap<string, readonly string[]> {
  const rows = db.prepare(
    `select type, target from type_relations where relation = 'parameter' and target is not null
     and path not in (select path from files where is_test) order by path, fact`,
  );
  const parameters = rows.all().map(({ type, target }) => [String(type), target] as const);
  const waiting = db.prepare(
    `select name, handler from registrations where kind = 'event' and name is not null and handler is not null
     and path not in (select path from files where is_test) order by path, fact`,
  );
  const events = waiting.all().map(({ name, handler }) => [event(String(name)), String(handler)] as const);
  const found = new Map<string, string[]>();
  for (const [message, method] of [...takersAmong(parameters), ...events])
    found.set(message, [...(found.get(message) ?? []), method]);
  return found;
}
