/** Makes the unit of one documentation file. Runs in a worker. */
import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pushLimits } from "#contract/push-limits";
import { encodeUnit } from "#contract/unit";
import type { ScanModule } from "#engine/scan-module";

/** What came of reading: a unit, or none where the file is no documentation or cannot be read. */
export interface MadeDocument {
  readonly path: string;
  readonly hash: string;
  /** Its canonical line; null: there is no unit. */
  readonly line: string | null;
}

export function makeDocument(module: ScanModule, folder: string, path: string, excerpts: boolean): MadeDocument {
  const bytes = read(join(folder, path));
  const rows = bytes && !bytes.includes(0) ? module.document(path, bytes, excerpts) : undefined;
  if (!rows) return { path, hash: "", line: null };
  let line = encodeUnit("document", path, rows);
  // The last claims of a document that says too much are left out: the unit has to fit into a push.
  while (Buffer.byteLength(line) > pushLimits.unitBytes && rows.doc_claims?.length) {
    rows.doc_claims = rows.doc_claims.slice(0, rows.doc_claims.length >> 1);
    line = encodeUnit("document", path, rows);
  }
  return { path, hash: hash("sha256", line), line };
}

/** Undefined where it is gone, is no file any more or may not be read: a link could lead out of the repository. */
function read(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
