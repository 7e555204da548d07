import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { CliError } from "#cli/errors";
import { pushLimits } from "#contract/push-limits";
import { hashUnit } from "#contract/unit";

/** Bytes of a pack, unpacked: small enough to be sent again without regret, large enough for few requests. */
const packBytes = 3 * 2 ** 20;

export interface UnitLine {
  readonly hash: string;
  readonly path: string;
  readonly line: string;
}

export interface Pack {
  readonly number: number;
  readonly units: number;
  readonly lines: string;
}

/**
 * Units in packs of about 3 MiB; one larger than that is a pack of its own. Throws `damaged` for a unit
 * whose rows no longer have its hash, which the service would refuse, and `limit`.
 */
export async function* packsOf(units: Iterable<UnitLine>): AsyncGenerator<Pack, undefined> {
  let lines: string[] = [];
  let bytes = 0;
  let number = 0;
  const pack = (): Pack => ({ number: number++, units: lines.length, lines: lines.join("") });
  for (const { hash, path, line } of units) {
    if ((await hashUnit(line)) !== hash) {
      throw new CliError("damaged", `the facts of ${path} are damaged`, "Run drift scan --full, then push again.");
    }
    const size = Buffer.byteLength(line) + 1;
    if (size > pushLimits.unitBytes) {
      throw new CliError(
        "limit",
        `${path} yields more facts than the service takes of one file: ${size} bytes, the limit is ${pushLimits.unitBytes}`,
        "Leave it out: name it in .gitignore, or split it.",
      );
    }
    if (lines.length > 0 && bytes + size > packBytes) {
      yield pack();
      lines = [];
      bytes = 0;
    }
    lines.push(`${line}\n`);
    bytes += size;
  }
  if (lines.length > 0) yield pack();
}

const gzipped = promisify(gzip);

export const compress = async (pack: Pack): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await gzipped(pack.lines, { level: 6 }));
