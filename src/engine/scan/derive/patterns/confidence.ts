/** How far a convention can be relied on. */

/** z of the two-sided 90 % interval. */
const z = 1.645;

/** The lower bound of Wilson's score interval: the least share that so many of so many still speak for. */
export function wilson(held: number, chances: number): number {
  if (chances === 0) return 0;
  const share = Math.min(1, held / chances);
  const square = (z * z) / chances;
  const middle = share + square / 2;
  const margin = z * Math.sqrt((share * (1 - share)) / chances + square / (4 * chances));
  return (middle - margin) / (1 + square);
}

const week = 7 * 86_400;

interface Grounds {
  /** Places that follow and places that could; of one file no more than a few count. */
  readonly held: number;
  readonly chances: number;
  readonly files: number;
  /** Seconds from the oldest of its files to the newest commit; null: no history tells. */
  readonly age: number | null;
}

/** 0 to 100: consistency by Wilson's bound, less where few files speak for it or it came within the last week. */
export function confidenceOf({ held, chances, files, age }: Grounds): number {
  const spread = files >= 5 ? 1 : files >= 3 ? 0.95 : files === 2 ? 0.85 : 0.7;
  const proven = age !== null && age < week ? 0.9 : 1;
  return Math.round(100 * wilson(held, chances) * spread * proven);
}
