/** A git repository that changes at random, as people's do: edits, files that come and go, commits, ways back. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "./random.ts";

/** Enough facts that a push of all takes several packs. */
const generatedFiles = 48;
const functionsPerFile = 160;
/** A file has one of so many texts: now and then it gets one back that it had before. */
const texts = 3;

const added: Record<string, (name: string) => string> = {
  ts: (name) => `\nexport function ${name}(value: number): number {\n  return Math.abs(value);\n}\n`,
  py: (name) => `\n\ndef ${name}(value):\n    return abs(value)\n`,
  go: (name) => `\nfunc ${name}(value int) int {\n\treturn min(value, 1)\n}\n`,
};

export class ChangingRepository {
  readonly folder: string;
  readonly #random: Random;
  #edits = 0;

  /**
   * @param folder is made: a copy of the fixture with generated files beside it.
   * @param clonedFrom a repository to clone in place of the fixture
   */
  constructor(folder: string, random: Random, clonedFrom?: string) {
    this.folder = folder;
    this.#random = random;
    if (clonedFrom !== undefined) {
      execFileSync("git", ["clone", "-q", clonedFrom, folder]);
    } else {
      cpSync("test/fixtures/repository", folder, { recursive: true });
      this.#git("init", "-q", "-b", "main");
      for (let file = 0; file < generatedFiles; file++) this.#generate(file);
      this.#commit();
    }
  }

  get branch(): string {
    return this.#git("symbolic-ref", "--short", "HEAD");
  }

  /** Always another state than before. */
  edit(): void {
    const random = this.#random;
    for (let left = 1 + random.below(3); left > 0; left--) this.#append();
    if (random.chance(0.5)) for (let left = random.below(generatedFiles); left > 0; left--) this.#generateAny();
    if (random.chance(0.3)) rmSync(join(this.folder, this.#file()));
    if (random.chance(0.4)) this.#commit();
  }

  #append(): void {
    const path = this.#file();
    const text = added[path.split(".").at(-1) ?? ""]?.(`added${++this.#edits}`) ?? "";
    appendFileSync(join(this.folder, path), text);
  }

  #generateAny(): void {
    const file = this.#random.below(generatedFiles);
    if (this.#random.chance(0.1)) rmSync(join(this.folder, pathOf(file)), { force: true });
    else this.#generate(file);
  }

  #generate(file: number): void {
    const path = join(this.folder, pathOf(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(file, this.#random.below(texts)));
  }

  /** One of the files that git tracks, in a language that is read. */
  #file(): string {
    const all = this.#git("ls-files", "*.ts", "*.py", "*.go").split("\n");
    return this.#random.pick(all.filter((path) => existsSync(join(this.folder, path))));
  }

  #commit(): void {
    this.#git("add", "-A");
    this.#git("commit", "-q", "-m", "feat: what changed");
  }

  #git(...args: string[]): string {
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    return execFileSync("git", ["-C", this.folder, ...who, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
  }
}

const pathOf = (file: number): string => `generated/part${file}.ts`;

/** Functions that call those of the next file. */
function textOf(file: number, variant: number): string {
  const next = (file + 1) % generatedFiles;
  const lines = [`import * as next from "./part${next}";`];
  for (let at = 0; at < functionsPerFile; at++) {
    lines.push(
      `/** Weighs ${at} of part ${file}, in variant ${variant}. */`,
      `export function weigh${at}(value: number, factor = ${variant}): number {`,
      `  return value > ${at} ? next.weigh${at}(value - ${variant + 1}, factor) : Math.max(value, factor);`,
      "}",
    );
  }
  return `${lines.join("\n")}\n`;
}
