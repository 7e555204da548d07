/** Files that their owner alone can read, in a folder that their owner alone can enter. */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { CliError } from "#cli/errors";

/**
 * Where the command keeps what is a person's and no folder's: `DRIFT_HOME`, else `drift` in `XDG_CONFIG_HOME` or
 * `~/.config`, and on Windows in the local application data, which does not roam.
 */
export function homeFolder(): string {
  const given = process.env.DRIFT_HOME;
  if (given) return resolve(given);
  if (process.platform === "win32") {
    return join(process.env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "drift");
  }
  const config = process.env.XDG_CONFIG_HOME;
  return join(config && isAbsolute(config) ? config : join(homedir(), ".config"), "drift");
}

/** Undefined: there is no such file. */
export async function readPrivate(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CliError("disk", `${path} cannot be read: ${(error as Error).message}`, "Check who owns it.");
  }
}

/**
 * Whole or not at all, and on the disk before this returns. On Windows the profile's folder keeps others out. Nobody
 * else may write the same path meanwhile: what lies half written beside it is taken for a killed process's, and removed.
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const written = `${path}.${randomUUID()}`;
  try {
    await makePrivateFolder(dirname(path));
    await removeHalfWritten(path);
    await writeFile(written, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true });
    throw new CliError(
      "disk",
      `${path} cannot be written: ${(error as Error).message}`,
      "Check who owns the folder, or name another with DRIFT_HOME.",
    );
  }
}

/** The file, and whatever of it a killed process left beside it. */
export async function removePrivate(path: string): Promise<void> {
  await rm(path, { force: true });
  await removeHalfWritten(path);
}

async function removeHalfWritten(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const left = names.filter((name) => name.startsWith(`${basename(path)}.`));
  await Promise.all(left.map((name) => rm(join(dirname(path), name), { force: true })));
}

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
