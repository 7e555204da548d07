/** What a command prints: results to stdout, everything said on the way to stderr. */
import type { CliError } from "./errors.ts";
import { failures } from "./errors.ts";

/** One line of JSON on stdout. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** A result for people, on stdout. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Something said on the way, on stderr, so that what is piped stays clean. */
export const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** A failure: on stderr for people, and with `--json` also as `{error}` on stdout for scripts. */
export function printFailure(error: CliError, json: boolean): void {
  if (json) {
    const [exit] = failures[error.failure];
    printJson({ error: { code: error.failure, message: error.message, hint: error.hint ?? null, exit } });
  }
  note(`drift: ${error.message}`);
  if (error.hint) note(error.hint.replace(/^/gm, "  "));
}

/** `1,234`, without the tables of languages that a locale would load: they take longer than all else that is printed. */
export const count = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");

/** Says that there is nothing to show: nothing of the sort at all, or none of so many fits what was asked for. */
export const nothing = (one: string, several: string, total: number): string =>
  total === 0 ? `No ${one} is known here.` : `None of the ${count(total)} ${several} is what was asked for.`;

/** `850 ms`, `2.4 s`, `3 min 5 s` */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** `512 B`, `3.4 kB`, `12.0 MB` */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `a 3, b 2` with the largest first. */
export const tally = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, value]) => value > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, value]) => `${name} ${count(value)}`)
    .join(", ");

/** One line on a terminal that is written over as work goes on; nothing at all where stderr is not a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #on: boolean;
  #shownAt = 0;

  constructor(quiet = false, stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
    this.#on = Boolean(stream.isTTY) && !quiet;
  }

  /** Shows the text, at most ten times a second. */
  show(text: () => string): void {
    const now = performance.now();
    if (!this.#on || now - this.#shownAt < 100) return;
    this.#shownAt = now;
    this.#stream.write(`\r\u001b[2K${text().slice(0, (this.#stream.columns || 80) - 1)}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#on && this.#shownAt > 0) this.#stream.write("\r\u001b[2K");
    this.#shownAt = 0;
  }
}
