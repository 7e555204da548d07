/** The texts that manifests are read from, each parsed once however many manifests inherit from it. */
import { upward } from "./manifest.ts";

export class Sources {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #parsed = new Map<string, unknown>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  paths(): Iterable<string> {
    return this.#texts.keys();
  }

  /** What a reader makes of a file; undefined where the file is not there or cannot be read. */
  parsed<T>(path: string, parse: (source: string, path: string) => T): T | undefined {
    const key = `${parse.name} ${path}`;
    if (!this.#parsed.has(key)) {
      const text = this.#texts.get(path);
      this.#parsed.set(key, text === undefined ? undefined : attempt(() => parse(text, path)));
    }
    return this.#parsed.get(key) as T | undefined;
  }

  /** The nearest file of a name, in a folder or above it. */
  above(folder: string, name: string): string | undefined {
    for (const one of upward(folder)) if (this.#texts.has(one + name)) return one + name;
    return undefined;
  }
}

/**
 * What cannot be read is as if it were not there: a manifest may hold anything, and one that brings its parser down,
 * by its nesting too, must not keep the others from being read.
 */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
