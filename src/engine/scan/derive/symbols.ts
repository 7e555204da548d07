/** Ids of symbols: `path#qualified.name`. */

/** Where a symbol is declared. */
export const pathOf = (symbol: string): string => symbol.slice(0, symbol.indexOf("#"));

/** What a symbol is called in what is around it. */
export const lastName = (symbol: string): string =>
  symbol.slice(Math.max(symbol.lastIndexOf("."), symbol.lastIndexOf("#")) + 1);

/** Stands for a file's own path in its share: no path holds it. */
const own = "\t";

/** Ids as a file's share holds them: of its own symbols without the path. */
export class Ids {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  short(symbol: string): string {
    const at = this.#path.length;
    return symbol[at] === "#" && symbol.startsWith(this.#path) ? own + symbol.slice(at + 1) : symbol;
  }

  long(symbol: string): string {
    return symbol.startsWith(own) ? `${this.#path}#${symbol.slice(1)}` : symbol;
  }
}
