/**
 * The folder a command is about, and its settings.
 *
 * `.drift/` lies in the folder that was scanned: `drift.db` (the facts), `config.json` (the settings), `.gitignore`
 * (which keeps all of it out of git), and what `drift up` and `drift push` keep for themselves.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { SourceMode } from "#contract/push";
import { prepareDriftFolder } from "#engine/scan/drift-folder";
import { CliError } from "./errors.ts";

/** What a scan can keep of the source. */
export const sourceModes = ["none", "snippets"] as const satisfies readonly SourceMode[];

export interface Settings {
  /** URL of the service. */
  readonly server?: string;
  /** `organisation/project` */
  readonly project?: string;
  /** What of the sources the facts hold: nothing, excerpts, or whole files. */
  readonly sourceMode: SourceMode;
  /** Whether all files that tools wrote are read, or none; undefined: those that read like sources. */
  readonly generated?: boolean;
}

/** What holds where `.drift/config.json` says nothing. */
export const defaults: Settings = { sourceMode: "snippets" };

/**
 * The folder of a command: the one given, else the nearest at or above the working directory that was scanned or
 * set up before, else the working directory.
 */
export function findFolder(given?: string): string {
  if (given !== undefined) {
    const folder = resolve(given);
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (!stat) throw new CliError("input", `there is no folder ${folder}`, "Give the path of the repository to read.");
    if (!stat.isDirectory()) throw new CliError("input", `${folder} is not a folder`, `Try ${dirname(folder)}.`);
    return folder;
  }
  const here = process.cwd();
  for (let folder = here; ; folder = dirname(folder)) {
    if (["drift.db", "config.json"].some((file) => existsSync(join(folder, ".drift", file)))) return folder;
    // A repository's edge ends the search: what lies above belongs to another one.
    if (existsSync(join(folder, ".git")) || folder === dirname(folder)) return here;
  }
}

const settingsPath = (folder: string): string => join(folder, ".drift", "config.json");

/** The settings of a folder. */
export function readSettings(folder: string): Settings {
  const path = settingsPath(folder);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return defaults;
  }
  const refuse = (what: string): never => {
    throw new CliError("usage", `${path}: ${what}`, "Mend the file, or write it anew with drift init.");
  };
  let values: Record<string, unknown>;
  try {
    values = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    return refuse(`is not JSON: ${(error as Error).message}`);
  }
  if (typeof values !== "object" || values === null || Array.isArray(values)) return refuse("is not a JSON object");
  const { server, project, sourceMode = defaults.sourceMode, generated, ...rest } = values;
  for (const name of Object.keys(rest)) refuse(`has no setting "${name}"`);
  if (server !== undefined) checkServer(server, refuse);
  if (project !== undefined) checkProject(project, refuse);
  if (!sourceModes.some((mode) => mode === sourceMode)) refuse('sourceMode is "none" or "snippets"');
  if (generated !== undefined && typeof generated !== "boolean") refuse("generated is true or false");
  return { server, project, sourceMode, generated } as Settings;
}

/** Writes the settings; whole or not at all. */
export async function writeSettings(folder: string, settings: Settings): Promise<string> {
  const path = settingsPath(folder);
  prepareDriftFolder(folder);
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(settings, null, 2)}\n`);
  await rename(written, path);
  return path;
}

/** Refuses what is no http(s) URL. */
export function checkServer(value: unknown, refuse: (what: string) => never): void {
  const url = typeof value === "string" && URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) refuse("a server is a URL such as https://edge.example.com");
}

/** Refuses what is not `organisation/project`. */
export function checkProject(value: unknown, refuse: (what: string) => never): void {
  const slug = "[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?";
  if (typeof value !== "string" || !new RegExp(`^${slug}/${slug}$`).test(value))
    refuse("a project is organisation/name, in lower-case letters, digits and inner hyphens");
}
