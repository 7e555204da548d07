/** Routers that a variable of Python holds one after the other: `docs = APIRouter()`, and another where a condition holds. */
import { listed, unsure } from "./guards.ts";
import type { Guard, Registration } from "./registration.ts";

/** Who asks by what is said of one thing: where it is made at several places, only who asks at each of them for certain. */
export function guardsOfMade(rows: readonly Registration[]): readonly Guard[] {
  const all = rows.flatMap(listed);
  if (rows.length < 2 || all.length === 0 || !rows.every(isMade)) return all;
  const lines = new Set(rows.map(({ path, line }) => `${path}:${line}`));
  const isAtEach = ({ name, symbol }: Guard) =>
    rows.every((row) => listed(row).some((one) => one.name === name && one.symbol === symbol));
  return lines.size < 2 ? all : all.map((one) => (isAtEach(one) ? one : unsure(one)));
}

const isMade = ({ kind, name, owner, symbol, path }: Registration): boolean =>
  kind === "prefix" && name === null && owner !== symbol && path.endsWith(".py");
