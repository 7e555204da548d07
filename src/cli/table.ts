/** Tables for people: aligned columns, headings over them, and no wider than the terminal. */

/** Characters that a shortened cell keeps. */
const leastWidth = 12;
const gap = "  ";

export interface TableOptions {
  /** What the columns hold. */
  readonly head?: readonly string[];
  /**
   * Columns that are shortened before the others where a line is too long, the least important first; from the last where
   * they are negative.
   */
  readonly shorten?: readonly number[];
  /** Characters of a line; by default those of the terminal. */
  readonly width?: number;
}

/** Characters of a line: what `COLUMNS` says, else the terminal's; what goes elsewhere is not cut. */
function lineWidth(): number {
  const said = Number(process.env.COLUMNS);
  return Number.isInteger(said) && said > 0 ? said : (process.stdout.columns ?? Number.POSITIVE_INFINITY);
}

/** Rows of cells as aligned text. */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { head, shorten = [], width = lineWidth() } = options;
  const all = head ? [head, ...rows] : rows;
  const columns = Math.max(0, ...all.map(({ length }) => length));
  const natural = Array.from({ length: columns }, (_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const widths = fitted(natural, width, shorten);
  return all
    .map((row) =>
      row
        .map((cell, at) => clip(cell, widths[at] ?? 0).padEnd(widths[at] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

/** Widths that fit into a line, as far as every column keeps its least. */
function fitted(natural: readonly number[], width: number, shorten: readonly number[]): number[] {
  const widths = [...natural];
  let over = widths.reduce((sum, one) => sum + one, 0) + gap.length * (widths.length - 1) - width;
  for (const one of shorten) {
    const at = one < 0 ? widths.length + one : one;
    const spare = Math.min(Math.max(0, over), Math.max(0, (widths[at] ?? 0) - leastWidth));
    widths[at] = (widths[at] ?? 0) - spare;
    over -= spare;
  }
  while (over > 0) {
    const widest = widths.reduce((best, one, at) => (one > (widths[best] ?? 0) ? at : best), 0);
    if ((widths[widest] ?? 0) <= leastWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over--;
  }
  return widths;
}

/** Of a place, `path:line`, the end says most. */
const isPlace = /^\S*\/\S*:\d+$/;

function clip(cell: string, most: number): string {
  if (cell.length <= most) return cell;
  if (most <= 1) return cell.slice(0, most);
  return isPlace.test(cell) ? `…${cell.slice(1 - most)}` : `${cell.slice(0, most - 1)}…`;
}
