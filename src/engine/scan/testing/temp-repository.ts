/** Folders and git repositories for tests, each in a temporary folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export class TempFolder {
  readonly path: string;

  /** Removed when the test has finished. */
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), "drift-test-")));
    // On a disk that others write to, hundreds of files are not gone at once.
    onTestFinished(() => rmSync(this.path, { recursive: true, force: true }), 60_000);
    this.write(files);
  }

  at(path: string): string {
    return join(this.path, path);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.at(path)), { recursive: true });
      writeFileSync(this.at(path), content);
    }
    return this;
  }

  remove(...paths: string[]): this {
    for (const path of paths) rmSync(this.at(path), { recursive: true });
    return this;
  }
}

export class TempRepository extends TempFolder {
  /** Seconds since the epoch of the next commit: the same in every run, so that hashes are too. */
  #time = 1_700_000_000;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    super(files);
    this.git("init", "-q", "-b", "main");
    if (Object.keys(files).length > 0) this.commit("feat: first");
  }

  git(...args: string[]): string {
    const when = `${this.#time} +0000`;
    const who = {
      GIT_AUTHOR_NAME: "Ann",
      GIT_AUTHOR_EMAIL: "a@b.c",
      GIT_COMMITTER_NAME: "Ann",
      GIT_COMMITTER_EMAIL: "a@b.c",
    };
    const alone = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    const env = { ...process.env, ...who, ...alone, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when };
    return execFileSync("git", args, {
      cwd: this.path,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  /** Commits all there is and gives the hash. */
  commit(message: string): string {
    this.#time += 60;
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }
}
