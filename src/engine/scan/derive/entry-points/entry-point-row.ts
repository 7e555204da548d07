/** Rows of entry points, each with everybody who is asked. */
import type { FactRow } from "#contract/unit";
import type { Guard, Registration } from "./registration.ts";

/** Of more, those nearest to the handler, behind one that says how many there are besides. */
const maxGuards = 64;

interface Told {
  readonly method: string | null;
  readonly route: string | null;
  readonly name: string | null;
  readonly guards: readonly Guard[];
  readonly confidence: number;
}

/** A name without the numbers that tell equal ones of a file apart. */
export const plain = (name: string | null) => name?.replace(/~\d+(?=\.|$)/g, "") ?? null;

export function row(
  one: Registration,
  { method, route, name, guards, confidence }: Told,
  inside: readonly Guard[] = [],
): FactRow {
  const all = distinct([...guards, ...inside]);
  const more = { name: `… ${all.length - maxGuards + 1} more`, symbol: null };
  const told = all.length <= maxGuards ? all : [more, ...all.slice(1 - maxGuards)];
  return [
    one.kind,
    one.framework,
    method,
    route?.slice(0, 1_000) ?? null,
    name,
    one.handler,
    plain(one.handler_name),
    told.length > 0 ? JSON.stringify(told) : null,
    one.path,
    one.line,
    confidence,
  ];
}

/** What a handler answers who says no more of who asks in it. */
const isAnswer = /^(?:40[13]|login)$/;

/** Each guard once; what is made in its place is another each time that it is made with something else. */
function distinct(guards: readonly Guard[]): Guard[] {
  const keyOf = ({ name, symbol, place, inside }: Guard) =>
    place ??
    (inside && isAnswer.test(name)
      ? name
      : symbol === null || !name.includes("(")
        ? (symbol ?? name)
        : `${symbol} ${name}`);
  const isMaybe = ({ maybe, name }: Guard) => maybe || name.endsWith("?");
  const sure = new Set(guards.filter((guard) => !isMaybe(guard)).map(keyOf));
  const seen = new Set<string>();
  return guards.flatMap((guard) => {
    const { name, symbol, maybe, inside } = guard;
    const key = keyOf(guard);
    if (seen.has(key) || (isMaybe(guard) && sure.has(key))) return [];
    seen.add(key);
    return [{ name: maybe ? `${name}?` : name, symbol, ...(inside && { inside }) }];
  });
}
