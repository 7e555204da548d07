/** Work that is done in steps while there is nothing else to do, and to its end where its result is asked for. */
import { setImmediate } from "node:timers/promises";

/** Each `yield` ends a step. */
export type Steps<T> = Generator<void, T>;

export class Ahead<T> {
  readonly #steps: Steps<T>;
  #end: { readonly result: T } | undefined;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** Does steps until there is something else to do, giving way to everything else behind each. */
  async advance(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.#end) {
      this.#step();
      await setImmediate();
    }
  }

  /** Does the steps that are left. */
  finish(): T {
    while (!this.#end) this.#step();
    return this.#end.result;
  }

  #step(): void {
    const { done, value } = this.#steps.next();
    if (done) this.#end = { result: value };
  }
}
