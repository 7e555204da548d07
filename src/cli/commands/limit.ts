/** How many rows a command tells at most, as it is given. */
import { InvalidArgumentError } from "commander";

/** @throws InvalidArgumentError */
export function readLimit(written: string): number {
  const limit = Number(written);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
    throw new InvalidArgumentError("Give a whole number from 1 to 100000.");
  return limit;
}
