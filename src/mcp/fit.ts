/** Fits an answer's data to a budget of tokens: whole items leave a list from its end, then text is cut at a line. */

export interface Fitted {
  data: unknown;
  /** What was left out, as sentences. */
  warnings: string[];
}

interface FitOptions {
  /** Lists in the order in which they are shortened, as dotted paths. */
  shrink: readonly string[];
  /** Whether the answer would be small enough with this data and these further warnings. */
  fits(data: unknown, warnings: readonly string[]): boolean;
}

/** Texts shorter than this are names and paths: cutting them would make them wrong, not short. */
const MIN_CUT = 200;

export function fitToBudget(original: unknown, { shrink, fits }: FitOptions): Fitted {
  const warnings: string[] = [];
  if (fits(original, warnings)) return { data: original, warnings };
  const data = structuredClone(original);

  for (const path of shrink) {
    const place = locate(data, path);
    const list = place?.holder[place.key];
    if (!place || !Array.isArray(list) || list.length === 0) continue;
    const said = (kept: number) => `${path}: ${list.length - kept} of ${list.length} left out to fit maxTokens.`;
    const kept = largest(list.length - 1, (count) => {
      place.holder[place.key] = list.slice(0, count);
      return fits(data, [...warnings, said(count)]);
    });
    place.holder[place.key] = list.slice(0, kept);
    warnings.push(said(kept));
    if (fits(data, warnings)) return { data, warnings };
  }

  for (const { holder, key, text } of longTexts(data)) {
    const lines = text.split("\n");
    const said = (kept: number) => `${key}: cut after ${kept} of ${lines.length} lines to fit maxTokens.`;
    const kept = largest(lines.length - 1, (count) => {
      holder[key] = lines.slice(0, count).join("\n");
      return fits(data, [...warnings, said(count)]);
    });
    holder[key] = lines.slice(0, kept).join("\n");
    warnings.push(said(kept));
    if (fits(data, warnings)) break;
  }
  return { data, warnings };
}

/** The largest count from 0 to `most` that passes; 0 where none does. Passing means that fewer pass too. */
function largest(most: number, passes: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Holder = Record<string, unknown>;

export function locate(data: unknown, path: string): { holder: Holder; key: string } | undefined {
  const keys = path.split(".");
  const key = keys.pop() as string;
  let holder = data;
  for (const step of keys) {
    if (!isHolder(holder)) return undefined;
    holder = holder[step];
  }
  return isHolder(holder) ? { holder, key } : undefined;
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every text of several lines, the longest first. */
function longTexts(data: unknown): { holder: Holder; key: string; text: string }[] {
  const found: { holder: Holder; key: string; text: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== "string") visit(part);
      else if (part.length >= MIN_CUT && part.includes("\n")) found.push({ holder: value as Holder, key, text: part });
    }
  };
  visit(data);
  return found.sort((a, b) => b.text.length - a.text.length);
}
