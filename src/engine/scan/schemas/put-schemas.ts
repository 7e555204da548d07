/** Writes the units of schema files, where one may have changed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeUnit, hashUnit, type Unit } from "#contract/unit";
import { digest } from "#engine/scan/digest";
import { isSettled } from "#engine/scan/file-cache";
import type { ListedFile } from "#engine/scan/list-files";
import { WorkerLost } from "#engine/scan/scan-worker";
import type { UnitWriting } from "#engine/scan/unit-writing";
import type { WorkerPool } from "#engine/scan/worker-pool";
import { type Part, rowOf } from "./part.ts";
import { readPrisma } from "./prisma.ts";
import { readSql } from "./sql.ts";

/** The key of `meta` under which it stands what the files looked like. */
const stampKey = "schemas";
/** A larger file holds data. */
const maxFileBytes = 2 ** 19;
/** Of all schema files together, in the order of their paths. */
const maxBytes = 2 ** 24;
/** Of one file: a unit of more would not fit into a push. */
const maxParts = 4_000;

const isSchema = (path: string): boolean =>
  /\.(?:prisma|sql)$/.test(path) &&
  !/(?:^|\/)(?:tests?|__tests__|fixtures|testdata|examples?|seeds?)\/|[._](?:down|rollback)\.sql$|(?:^|\/)down\.sql$/i.test(
    path,
  );

export async function putSchemas({ listing, units, cache, pool, options, isFresh, keep }: UnitWriting): Promise<void> {
  const files = listing.files.filter(({ path, size }) => isSchema(path) && size <= maxFileBytes);
  const isKnown = files.every((file) => isSettled(file, cache.now));
  const stamp = isKnown ? digest(files.map(({ path, size, mtime, ctime }) => [path, size, mtime, ctime])) : "";
  if (keep(stampKey, stamp) && isKnown && !isFresh) return;
  const texts = readAll(options.folder, files);
  const changes = await parseSql(pool, texts);
  const kept = new Set<string>();
  for (const [path, text] of texts) {
    const parts: readonly Part[] = path.endsWith(".prisma")
      ? readPrisma(path, text)
      : readSql(path, changes.get(path) ?? "[]");
    if (parts.length === 0) continue;
    kept.add(path);
    const line = encodeUnit("schema", path, { schema_parts: parts.slice(0, maxParts).map(rowOf) });
    units.put(await hashUnit(line), JSON.parse(line) as Unit);
  }
  for (const path of units.paths("schema")) if (!kept.has(path)) units.remove("schema", path);
}

/** What parsing SQL told, by path. Of files that bring a worker down nothing is known. */
async function parseSql(pool: WorkerPool, texts: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const files = [...texts].filter(([path]) => path.endsWith(".sql"));
  const told: string[] = [];
  if (files.length > 0)
    await pool.spread(1, async (take) => {
      while (told.length < files.length)
        try {
          const task = { task: "schemas", texts: files.slice(told.length).map(([, text]) => text) } as const;
          await take().run(task, (reply) => {
            if (reply.reply === "schema") told.push(reply.changes);
          });
        } catch (error) {
          if (!(error instanceof WorkerLost)) throw error;
          told.push("[]");
        }
    });
  return new Map(files.map(([path], at) => [path, told[at] ?? "[]"]));
}

function readAll(folder: string, files: readonly ListedFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (bytes > maxBytes) break;
    try {
      const text = new TextDecoder().decode(readFileSync(join(folder, path)));
      if (!text.includes("\0")) texts.set(path, text);
    } catch {
      // It is gone, or may not be read: then nothing is known of it.
    }
  }
  return texts;
}
