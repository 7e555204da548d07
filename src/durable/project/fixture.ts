/** Units and pushes for tests. */
import type { OpenRequest } from "#contract/push";
import { encodeUnit, type FactRow, hashUnit, merkleRoot } from "#contract/unit";

export interface Line {
  hash: string;
  line: string;
}

/** The unit of a source file with `calls` calls of its one function; `body` makes it another unit. */
export async function fileUnit(path: string, body = "", calls = 1): Promise<Line> {
  const id = `${path}#run`;
  const call = (site: number): FactRow => [
    ...[site, id, "run", 1, path, 2 + site, 2 + site, "call", "lib/log.ts#log", "log", "log", 1, "exact"],
    ...[null, null, `log("${body}")`],
  ];
  const symbol: FactRow = [
    ...[id, "function", "run", "run", path, 1, 9, 1, null, "function run(): void", "[]", "void", null],
    ...[`Runs ${body}.`, 1, "public", null, 0, 0, 0, 0, 1, `function run() { log("${body}") }`],
  ];
  const line = encodeUnit("file", path, {
    calls: Array.from({ length: calls }, (_, site) => call(site)),
    files: [[path, "typescript", 100, 10, "0".repeat(64), null, 0, 0]],
    symbols: [symbol],
  });
  return { hash: await hashUnit(line), line };
}

export const fileUnits = (count: number, body = "", calls = 1): Promise<Line[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => fileUnit(`src/f${at}.ts`, body, calls)));

export async function gzip(text: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const packOf = (units: readonly Line[]): Promise<Uint8Array<ArrayBuffer>> =>
  gzip(units.map(({ line }) => `${line}\n`).join(""));

/** Opens a push of these units, as a client without a memory of what it pushed. */
export async function openOf(units: readonly Line[], more: Partial<OpenRequest> = {}): Promise<OpenRequest> {
  const all = units.map(({ hash }) => hash);
  return {
    branch: "main",
    commit: null,
    commitTime: null,
    dirty: false,
    scannedAt: "2026-01-01T00:00:00Z",
    scanner: "test",
    sourceMode: "snippets",
    counts: { files: units.length, symbols: 0, calls: {}, skipped: {}, languages: {}, problems: 0 },
    parentSeq: null,
    rootHash: await merkleRoot(all),
    units: { all },
    force: false,
    ...more,
  };
}
