/** The shortest ways through calls, those that scopes and types lead before all others. */
import type { Code, Step } from "./code.ts";
import { bare, namesOf } from "./requests.ts";

/** Calls on a way. */
export const maxSteps = 12;
/** Functions that are looked at from one entry point. */
export const maxFunctions = 2_000;

/** Where a way begins: a function, or the lines of one that hold a handler written in place. */
export interface Start {
  readonly symbol: string;
  readonly lines?: readonly [from: number, to: number];
}

/** A function that a way has come to; with `name`, what is handed on comes to it as this. */
interface Place {
  readonly symbol: string;
  readonly name: string | undefined;
}

/** The last call of a way, and the place that it was made from. */
interface Arrival {
  readonly step: Step | undefined;
  readonly from: string | undefined;
  readonly steps: number;
}

export class Search {
  readonly #code: Code;
  readonly #starts: ReadonlyMap<string, Start>;
  readonly #arrivals = new Map<string, Arrival>();
  #isCut = false;
  #handing: ReadonlyMap<string, { readonly caller: string; readonly step: Step }> | undefined;

  /** @param names of the start that hold a request; none: what is followed is control */
  constructor(code: Code, starts: readonly Start[], names?: (start: Start) => readonly string[]) {
    this.#code = code;
    this.#starts = new Map(starts.map((start) => [start.symbol, start]));
    let open: Place[] = [];
    for (const start of starts)
      for (const name of names?.(start) ?? [undefined]) {
        const place = { symbol: start.symbol, name };
        this.#arrivals.set(keyOf(place), { step: undefined, from: undefined, steps: 0 });
        open.push(place);
      }
    const certain = this.#walk(open, isCertain);
    open = certain;
    this.#walk(open, () => true);
  }

  /** Ways or functions were left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  has(symbol: string, name?: string): boolean {
    return this.#arrivals.has(keyOf({ symbol, name }));
  }

  /** Whether a line of a function is reached: of one that holds the handler, those of the handler alone. */
  covers(symbol: string, line: number): boolean {
    const lines = this.#starts.get(symbol)?.lines;
    return !lines || (line >= lines[0] && line <= lines[1]);
  }

  /** The functions that are reached. */
  get symbols(): string[] {
    return [...this.#arrivals.keys()].map((key) => key.split("\n")[0] ?? key);
  }

  /** The calls from a start to a function. */
  wayTo(symbol: string, name?: string): Step[] {
    const way: Step[] = [];
    let arrival = this.#arrivals.get(keyOf({ symbol, name }));
    while (arrival?.step && arrival.from !== undefined && way.length <= maxSteps) {
      way.push(arrival.step);
      arrival = this.#arrivals.get(arrival.from);
    }
    return way.reverse();
  }

  /**
   * The calls from a start to a function of which the last hands it something for one of the parameters of these names;
   * where it has none of them, any way. Undefined: it is handed constants alone.
   */
  wayWith(symbol: string, names: readonly string[]): Step[] | undefined {
    const own = new Set(this.#code.parametersOf(symbol).flatMap(({ name }) => namesOf(name).map(bare)));
    const wanted = names.map(bare).filter((name) => own.has(name));
    if (wanted.length === 0 || wanted.length < names.length || this.#starts.has(symbol)) return this.wayTo(symbol);
    this.#handing ??= this.#handed();
    const last = wanted.map((name) => this.#handing?.get(`${symbol}\n${name}`)).find((one) => one !== undefined);
    return last && [...this.wayTo(last.caller), last.step];
  }

  /** By function and parameter, the first call that is reached that hands on something other than a constant. */
  #handed(): Map<string, { readonly caller: string; readonly step: Step }> {
    const handed = new Map<string, { readonly caller: string; readonly step: Step }>();
    for (const caller of this.symbols)
      for (const step of this.#code.stepsOf(caller)) {
        if (!this.covers(caller, step.line)) continue;
        for (const name of step.passed.flatMap(([place]) => this.#code.taken(step.callee, place))) {
          const key = `${step.callee}\n${name}`;
          if (!handed.has(key)) handed.set(key, { caller, step });
        }
      }
    return handed;
  }

  /** Goes on from places by the steps that are allowed. The places that were reached, those before among them. */
  #walk(from: readonly Place[], allowed: (step: Step) => boolean): Place[] {
    const reached = [...from];
    for (let at = 0; at < reached.length; at++) {
      const place = reached[at] as Place;
      const key = keyOf(place);
      const before = this.#arrivals.get(key)?.steps ?? 0;
      for (const step of this.#code.stepsOf(place.symbol)) {
        if (!allowed(step) || !this.covers(place.symbol, step.line)) continue;
        for (const next of this.#next(place, step)) {
          if (this.#arrivals.has(keyOf(next))) continue;
          if (before >= maxSteps || this.#arrivals.size >= maxFunctions) {
            this.#isCut = true;
            continue;
          }
          this.#arrivals.set(keyOf(next), { step, from: key, steps: before + 1 });
          reached.push(next);
        }
      }
    }
    return reached;
  }

  #next({ name }: Place, { callee, passed }: Step): Place[] {
    if (name === undefined) return [{ symbol: callee, name }];
    const places = passed.filter(([, source]) => bare(source) === bare(name)).map(([place]) => place);
    if (places.length === 0) return [];
    return places.flatMap((place) => this.#code.taken(callee, place)).map((taken) => ({ symbol: callee, name: taken }));
  }
}

export const isCertain = ({ how }: Step): boolean => how === "exact" || how === "typed";

const keyOf = ({ symbol, name }: Place): string => (name === undefined ? symbol : `${symbol}\n${bare(name)}`);
