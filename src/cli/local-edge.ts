/**
 * What `drift up` leaves in its state folder, so that the other commands find the edge of this machine without
 * being told: `edge.json`, readable by its owner alone, since it holds a token.
 */
import { readFileSync } from "node:fs";
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface LocalEdge {
  readonly url: string;
  readonly mcp: string;
  readonly token: string;
  /** `organisation/project` */
  readonly project: string;
  /** The process that serves, or served. */
  readonly pid: number;
}

/** The state folder of a scanned folder, where `--state` names no other. */
export const defaultState = (folder: string): string => join(folder, ".drift", "edge");

/** The edge that this state folder served last; undefined where there was none. */
export function readLocalEdge(state: string): LocalEdge | undefined {
  try {
    const edge = JSON.parse(readFileSync(join(state, "edge.json"), "utf8")) as LocalEdge;
    return typeof edge.url === "string" && typeof edge.token === "string" ? edge : undefined;
  } catch {
    return undefined;
  }
}

export async function writeLocalEdge(state: string, edge: LocalEdge): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  await chmod(state, 0o700);
  const path = join(state, "edge.json");
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(edge, null, 2)}\n`, { mode: 0o600 });
  await rename(written, path);
}
