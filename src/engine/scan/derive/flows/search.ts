/** The shortest ways through calls, those that scopes and types lead before all others. */
import type { Code, Place, Step } from "./code.ts";
import { byDispatch } from "./flow-share.ts";
import { bare, namesOf } from "./requests.ts";

/** Calls on a way. */
export const maxSteps = 12;
/** Functions that are looked at from one entry point. */
export const maxFunctions = 2_000;

/** Where a way begins: a function, or the lines of one that hold a handler written in place, from its first. */
export interface Start {
  readonly symbol: string;
  readonly lines?: readonly [from: number, to: number];
}

/** A way has come to a function; with `name`, what is handed on comes to it as this. */
interface Arrival {
  readonly place: Place;
  readonly name: string | undefined;
  /** The last call of the way, and where it was made; neither at a start. */
  readonly step: Step | undefined;
  readonly from: Arrival | undefined;
  readonly steps: number;
  /** An arrival at the same function by another name. */
  readonly other: Arrival | undefined;
}

/** A call that hands something on. */
interface Handing {
  readonly caller: Place;
  readonly step: Step;
}

export class Search {
  readonly #code: Code;
  readonly #starts: ReadonlyMap<Place, Start>;
  /** Of each function, the last arrival, which leads to the others. */
  readonly #arrivals = new Map<Place, Arrival>();
  /** In the order of their making. */
  readonly #all: Arrival[] = [];
  #isCut = false;

  /** @param names of the start that hold a request; none: what is followed is control */
  constructor(code: Code, starts: readonly Start[], names?: (start: Start) => readonly string[]) {
    this.#code = code;
    this.#starts = new Map(starts.map((start) => [code.at(start.symbol), start]));
    for (const [place, start] of this.#starts)
      for (const name of names?.(start).map(bare) ?? [undefined])
        if (!this.#arrival(place, name)) this.#arrive(place, name, undefined, undefined);
    this.#walk(isCertain);
    this.#walk(() => true);
  }

  /** Ways or functions were left out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  has(place: Place, name?: string): boolean {
    return this.#arrival(place, name && bare(name)) !== undefined;
  }

  /** Whether a line of a function is reached: of one that holds the handler, those of the handler alone. */
  covers(place: Place, offset: number): boolean {
    const lines = this.#starts.get(place)?.lines;
    return !lines || (offset >= lines[0] && offset <= lines[1]);
  }

  /** The functions that are reached. */
  get places(): Iterable<Place> {
    return this.#arrivals.keys();
  }

  /** The calls from a start to a function. */
  wayTo(place: Place, name?: string): Step[] {
    const way: Step[] = [];
    let arrival = this.#arrival(place, name && bare(name));
    while (arrival?.step && way.length <= maxSteps) {
      way.push(arrival.step);
      arrival = arrival.from;
    }
    return way.reverse();
  }

  /**
   * The calls from a start to a function of which the last hands it something for one of the parameters of these names;
   * where it has none of them, any way. Undefined: it is handed constants alone.
   */
  wayWith(place: Place, names: readonly string[]): Step[] | undefined {
    const own = new Set(this.#code.parametersOf(place).flatMap(({ name }) => namesOf(name).map(bare)));
    const wanted = names.map(bare).filter((name) => own.has(name));
    if (wanted.length === 0 || wanted.length < names.length || this.#starts.has(place)) return this.wayTo(place);
    for (const name of wanted) {
      const last = this.#handing(place, name);
      if (last) return [...this.wayTo(last.caller), last.step];
    }
    return undefined;
  }

  /**
   * The first call that is reached that hands on something other than a constant for a parameter. What a caller only hands
   * on that takes it as a parameter itself counts where that is handed something else than constants.
   *
   * @param seen the parameters that were asked for, by their functions
   */
  #handing(callee: Place, name: string, seen = new Map<Place, Set<string>>()): Handing | undefined {
    const asked = seen.get(callee) ?? new Set<string>();
    seen.set(callee, asked.add(name));
    for (const caller of this.places)
      for (const step of this.#code.stepsOf(caller)) {
        if (step.callee !== callee || !this.covers(caller, step.offset)) continue;
        const hands = ([place, source]: Step["passed"][number]): boolean =>
          this.#code.taken(callee, place).includes(name) && this.#holdsMore(caller, source, seen);
        // What a message was made of is not known.
        if (step.how === byDispatch || step.passed.some(hands)) return { caller, step };
      }
    return undefined;
  }

  /** Whether what a function hands on is more than a constant that it is handed itself. */
  #holdsMore(caller: Place, source: string, seen: Map<Place, Set<string>>): boolean {
    const own = this.#code.parametersOf(caller).flatMap(({ name }) => namesOf(name).map(bare));
    if (this.#starts.has(caller) || !own.includes(bare(source))) return true;
    return !seen.get(caller)?.has(bare(source)) && this.#handing(caller, bare(source), seen) !== undefined;
  }

  #arrival(place: Place, name: string | undefined): Arrival | undefined {
    let arrival = this.#arrivals.get(place);
    while (arrival && arrival.name !== name) arrival = arrival.other;
    return arrival;
  }

  #arrive(place: Place, name: string | undefined, step: Step | undefined, from: Arrival | undefined): void {
    const other = this.#arrivals.get(place);
    const arrival = { place, name, step, from, steps: from ? from.steps + 1 : 0, other };
    this.#arrivals.set(place, arrival);
    this.#all.push(arrival);
  }

  /** Goes on from all that was reached by the steps that are allowed. */
  #walk(allowed: (step: Step) => boolean): void {
    for (let at = 0; at < this.#all.length; at++) {
      const from = this.#all[at] as Arrival;
      for (const step of this.#code.stepsOf(from.place)) {
        if (!allowed(step) || !this.covers(from.place, step.offset)) continue;
        for (const name of this.#namesAt(step, from.name)) {
          if (this.#arrival(step.callee, name)) continue;
          if (from.steps >= maxSteps || this.#all.length >= maxFunctions) this.#isCut = true;
          else this.#arrive(step.callee, name, step, from);
        }
      }
    }
  }

  /** By which names a call takes on what comes to its function by one; of control that is none. */
  #namesAt({ callee, passed }: Step, name: string | undefined): readonly (string | undefined)[] {
    if (name === undefined) return control;
    return passed.flatMap(([place, source]) => (source === name ? this.#code.taken(callee, place) : []));
  }
}

const control = [undefined];

export const isCertain = ({ how }: Step): boolean => how === "exact" || how === "typed";
