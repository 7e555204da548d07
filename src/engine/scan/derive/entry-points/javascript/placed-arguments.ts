/**
 * What calls of JavaScript's functions are given by places, of functions that hand it on to a framework: the parameter says
 * which of it is the path, who asks and who handles. `crates/resolve/src/rows/meaning/placed_arguments.rs` writes it.
 */
import { unsure } from "#engine/scan/derive/entry-points/guards/guards";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";

/** Where a function takes what it calls by a name. */
export interface Place {
  /** The argument, or the member of one: `2`, `0.path`. */
  readonly place: string;
  /** All from there on. */
  readonly isRest: boolean;
}

/** The places of a function's parameters, by their names. */
export type Places = ReadonlyMap<string, Place>;

/** What is given at a place. */
interface Placed {
  readonly at?: number;
  readonly name: string;
  readonly given?: readonly Guard[];
  readonly handler?: Guard;
  readonly text?: string;
}

type Handled = Pick<Registration, "handler" | "handler_name">;

const read = (guards: string | null): readonly Placed[] => (guards === null ? [] : (JSON.parse(guards) as Placed[]));

/** Whether a row tells of more than places. */
export const tellsOthers = ({ guards }: Registration): boolean => read(guards).some(({ at }) => at === undefined);

export class PlacedArguments {
  readonly #all: readonly Placed[];
  readonly #places: Places;

  constructor(call: Registration, places: Places) {
    this.#all = read(call.guards).filter(({ at }) => at !== undefined);
    this.#places = places;
  }

  get isKnown(): boolean {
    return this.#all.length > 0;
  }

  /** What is given for a parameter: of one that takes the rest, each. */
  #given(parameter: string): readonly Placed[] {
    const found = this.#places.get(parameter);
    if (!found) return [];
    return this.#all.filter(({ at = -1, name }) =>
      found.isRest ? at >= Number(found.place) && name === String(at) : name === found.place,
    );
  }

  isParameter(name: string | null): name is string {
    return name !== null && this.#places.has(name);
  }

  textOf(parameter: string): string | undefined {
    return this.#given(parameter)[0]?.text;
  }

  /** Who asks by what is given for a parameter; of one that is given nothing, whatever it is then may ask. */
  askedBy(guard: Guard): readonly Guard[] {
    const given = this.#given(guard.name);
    if (given.length === 0) return this.#places.get(guard.name)?.isRest ? [] : [unsure(guard)];
    return given.flatMap((one) => one.given ?? [guard]);
  }

  /** Who handles by what is given for a parameter, and who asks before that in the same list. */
  handledBy(parameter: string): { readonly handled: Handled; readonly before: readonly Guard[] } | undefined {
    const given = this.#given(parameter);
    const last = given.at(-1);
    const handler = last?.handler;
    if (!last || !handler) return undefined;
    const asking = [...given.slice(0, -1).flatMap((one) => one.given ?? []), ...(last.given ?? []).slice(0, -1)];
    return { handled: { handler: handler.symbol, handler_name: handler.name }, before: asking };
  }

  /** The parameter that takes the rest. */
  get rest(): string | undefined {
    return [...this.#places].find(([, { isRest }]) => isRest)?.[0];
  }

  /** The parameter of the function around that is given at a place. */
  parameterAt(place: string): string | undefined {
    const [one, ...others] = this.#all.find(({ name }) => name === place)?.given ?? [];
    return one && others.length === 0 && one.symbol === null ? one.name : undefined;
  }
}
