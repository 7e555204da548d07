/**
 * Messages: objects that are handed to a bus, which hands each to the one method that takes its type, and events, which
 * it hands to the methods that wait for their name. Which calls dispatch and which methods take a message is told by
 * their names and types; that the bus is set up so is not known.
 */
import type { DatabaseSync } from "node:sqlite";
import type { FactRow, Unit } from "#contract/unit";
import { columnsAt, rawRows } from "#engine/scan/derive/unit-rows";
import { LaravelDispatches } from "./laravel-dispatches.ts";

const verbs =
  /^(?:Send|SendAsync|Publish|PublishAsync|Dispatch|DispatchAsync|InvokeAsync|Execute|ExecuteAsync|Query|QueryAsync|send|sendAndWait|publish|dispatch|dispatchSync|dispatchNow|execute|executeSync|handle|query|ask|emit|emitAsync|invoke)$/;
/** What messages are handed to, by the end of its name or its type's. */
const buses =
  /(?:^|[.\\>$_:])\w*(?:mediator|sender|publisher|bus|dispatcher|messenger|gateway|emitter2?|events?)(?:interface)?(?:\(\))?(?:->|\.|::|\?\.|!\.)\w+$/i;
/** Methods that take a message, and say so by no more than their names. */
const takers = new Set(["Handle", "HandleAsync", "Consume", "handle", "__invoke", "execute", "consume"]);

/** An event whose name is written where it is sent. */
const named = /\b(?:emit|emitAsync|publish|dispatch)\(\s*(["'`])([\w.:/-]+)\1/;
const event = (name: string): string => `event ${name}`;

const call = columnsAt("calls", "caller", "line", "callee", "callee_name", "callee_text", "target", "passed", "quote");
const registration = columnsAt("registrations", "kind", "name", "handler");
const relation = columnsAt("type_relations", "type", "relation", "target");

/** A call by which one of some types may be handed on: in whose code, on which line, and what it hands on. */
export interface Dispatch {
  readonly caller: string;
  readonly line: number;
  readonly messages: readonly string[];
  readonly passed: string | null;
}

/** The calls of a file that hand messages on: what the same line makes, else what the function takes. */
export function dispatchesOf(unit: Unit): Dispatch[] {
  const rows = rawRows(unit, "calls");
  const laravel = new LaravelDispatches(unit);
  const isBus = (row: FactRow): boolean =>
    row[call.callee] === null &&
    verbs.test(String(row[call.callee_name])) &&
    (buses.test(String(row[call.callee_text])) || buses.test(String(row[call.target] ?? "")));
  const found = rows.filter((row) => isBus(row) || laravel.itself(row) !== undefined || laravel.hands(row));
  if (found.length === 0) return [];
  const made = new Map<string, Set<string>>();
  for (const row of rows) {
    const type = typeMade(row[call.callee], String(row[call.callee_name]));
    if (type === undefined) continue;
    for (const key of [`${row[call.caller]}`, `${row[call.caller]} ${row[call.line]}`])
      made.set(key, (made.get(key) ?? new Set()).add(type));
  }
  const taken = new Map<string, Set<string>>();
  for (const row of rawRows(unit, "type_relations"))
    if (row[relation.relation] === "parameter" && row[relation.target] !== null)
      taken.set(
        String(row[relation.type]),
        (taken.get(String(row[relation.type])) ?? new Set()).add(String(row[relation.target])),
      );
  return found.map((row) => {
    const caller = String(row[call.caller]);
    const itself = laravel.itself(row);
    const inPlace = made.get(`${caller} ${row[call.line]}`) ?? made.get(`${caller} ${Number(row[call.line]) + 1}`);
    const near =
      itself !== undefined
        ? new Set([itself])
        : laravel.hands(row)
          ? (inPlace ?? new Set<string>())
          : (made.get(`${caller} ${row[call.line]}`) ??
            new Set([...(made.get(caller) ?? []), ...(taken.get(caller) ?? [])]));
    const passed = row[call.passed];
    const name = named.exec(String(row[call.quote] ?? ""))?.[2];
    return {
      caller,
      line: Number(row[call.line]),
      messages: name === undefined ? [...near] : [event(name)],
      passed: typeof passed === "string" ? passed : null,
    };
  });
}

/** The type of which a call makes something. */
function typeMade(callee: unknown, name: string): string | undefined {
  if (typeof callee !== "string" || !/^[A-Z]/.test(name)) return undefined;
  const parts = callee.slice(callee.indexOf("#") + 1).split(".");
  const last = parts.at(-1) ?? "";
  if (last !== name)
    return /^(?:__construct|constructor|__init__)$/.test(last) ? callee.slice(0, -last.length - 1) : undefined;
  return parts.at(-2) === name ? callee.slice(0, -name.length - 1) : callee;
}

/** Of a file, the methods that take a message of a type of the repository, and those that wait for an event. */
export function takersOf(unit: Unit): [message: string, method: string][] {
  const rows = rawRows(unit, "type_relations").filter((row) => row[relation.relation] === "parameter");
  const waiting = rawRows(unit, "registrations").flatMap((row): [string, string][] =>
    row[registration.kind] === "event" && row[registration.name] !== null && row[registration.handler] !== null
      ? [[event(String(row[registration.name])), String(row[registration.handler])]]
      : [],
  );
  return [...takersAmong(rows.map((row) => [String(row[relation.type]), row[relation.target]] as const)), ...waiting];
}

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
