/**
 * Functions of Python that a decorator of the repository marks, and what goes through all that is so marked and registers
 * it: `for path, options in getattr(fn, "routes")`. A class does so for the methods of those that extend it.
 */
import type { DatabaseSync } from "node:sqlite";
import { Heirs } from "#engine/scan/derive/entry-points/heirs";
import type { Registration } from "#engine/scan/derive/entry-points/registration";

/** The names of rows that say how, as `crates/resolve/src/rows/meaning/marking.rs` writes them. */
const [marking, collecting] = ["marking", "collecting"];
/** The name of what functions are given that decorate a handler. */
const decorating = "decorating";

/**
 * Registrations with those that are made of marks.
 *
 * @param readHanded gives what decorators are given
 */
export function withMarked(
  registrations: readonly Registration[],
  readHanded: () => readonly Registration[],
  db: DatabaseSync,
): readonly Registration[] {
  const says = (word: string) => registrations.filter(({ kind, name }) => kind === "prefix" && name === word);
  const [marks, collectors] = [says(marking), says(collecting)];
  if (marks.length + collectors.length === 0) return registrations;
  const plain = registrations.filter(
    ({ kind, name }) => kind !== "prefix" || (name !== marking && name !== collecting),
  );
  const byMark = Map.groupBy(marks, ({ owner }) => owner);
  const read = new Set(collectors.flatMap(({ handler_name }) => (handler_name ?? "").split(" ")));
  if (!marks.some(({ handler_name }) => read.has(handler_name ?? ""))) return plain;
  const heirs = new Heirs(db);
  const made = readHanded().flatMap((use): readonly Registration[] => {
    if (use.name !== decorating || use.handler === null) return [];
    const attributes = new Set((byMark.get(use.mounted) ?? []).map(({ handler_name }) => handler_name));
    const reading = collectors.filter(({ handler_name }) =>
      (handler_name ?? "").split(" ").some((it) => attributes.has(it)),
    );
    return reading.flatMap((one) => registered(use, one, heirs));
  });
  return [...plain, ...made];
}

/** What is registered of a function that is marked. */
function registered(use: Registration, by: Registration, heirs: Heirs): readonly Registration[] {
  const { handler, route, path, line, symbol } = use;
  const end = (handler ?? "").lastIndexOf(".");
  const type = end > (handler ?? "").indexOf("#") ? (handler ?? "").slice(0, end) : undefined;
  const told: Registration = {
    ...by,
    kind: "endpoint",
    name: null,
    method: use.method ?? by.method,
    route,
    handler,
    handler_name: use.handler_name,
    guards: null,
    mounted: null,
    path,
    line,
    symbol,
  };
  // Whatever is handed to a function that is no class's.
  if (by.handler === null) return [told];
  if (type === undefined || (type !== by.handler && !heirs.above(type).includes(by.handler))) return [];
  // What a class registers on itself is on each that is one of it.
  if (by.owner !== by.handler) return [told];
  return [type, ...heirs.of(type)].map((owner) => ({ ...told, owner }));
}
