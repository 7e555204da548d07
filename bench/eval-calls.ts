/**
 * `npm run eval:calls`: where calls lead in small repositories that were made to be hard, against what is true of
 * them. Compares with `bench/eval/calls.csv` and fails where a figure differs; `--write` writes it; `--list` tells
 * every site that is wrong or missed.
 *
 * A repository is a text file in `bench/eval/<language>/`. A line `//- path` (`#- path`) starts a file of it. A line
 * of which the comment holds carets tells what is true of the call above it, whether or not it can be found:
 *
 *     save(order);
 *   //^^^^ src/store.ts#Store.save      leads to this declaration (or, behind |, that one)
 *   //^^^^ external                     leaves the repository
 *   //^^^^ value                        calls what a value holds: no one declaration
 *   //^^^^ none                         is no call
 *
 * Precision: of the edges to declarations at marked sites, those that are true. Recall: of the marked sites that lead
 * to a declaration, those with an edge to it; where a word is right as well, none is asked for. An ambiguous site
 * counts for neither.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { resolutions } from "#contract/fact-words";
import { scan } from "#engine/scan/scan";

const folder = new URL("./eval", import.meta.url).pathname;
const csv = join(folder, "calls.csv");

interface Mark {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Ids of declarations, any of which is right; or the word for what the site is instead. */
  readonly truth: readonly string[];
}

interface Repository {
  readonly files: ReadonlyMap<string, string>;
  readonly marks: readonly Mark[];
}

const markLine = /^(\s*(?:\/\/|#|--)\s*)(\^+)\s+(.+?)\s*$/;

/** With each tab as the spaces up to the next column that four divides. */
const expand = (line: string): string =>
  line.replace(/\t/g, (_, at: number, all: string) => " ".repeat(4 - (column(all, at) % 4)));
const column = (line: string, end: number): number =>
  [...line.slice(0, end)].reduce((at, char) => (char === "\t" ? at + 4 - (at % 4) : at + 1), 0);

/** A fixture's files, without the lines of marks, and the marks. */
function read(text: string): Repository {
  const files = new Map<string, string[]>();
  const marks: Mark[] = [];
  let path = "";
  for (const line of text.split("\n")) {
    const start = /^(?:\/\/|#)- (.+)$/.exec(line);
    const lines = files.get(path) ?? [];
    if (start?.[1]) {
      path = start[1].trim();
      files.set(path, []);
      continue;
    }
    const mark = markLine.exec(expand(line));
    if (!mark) {
      if (path) lines.push(line);
      continue;
    }
    const [, indent = "", carets = "", truth = ""] = mark;
    const [from, to] = [indent.length, indent.length + carets.length];
    const names = expand(lines.at(-1) ?? "").matchAll(/[\w$~]+/g);
    const name = [...names].find(({ 0: text, index }) => index < to && index + text.length > from)?.[0];
    if (!name) throw new Error(`${path}:${lines.length}: the carets stand under no name: ${lines.at(-1)}`);
    marks.push({ path, line: lines.length, name, truth: truth.split("|").map((one) => one.trim()) });
  }
  return { files: new Map([...files].map(([path, lines]) => [path, lines.join("\n")])), marks };
}

interface Row {
  readonly callee: string | null;
  readonly resolution: string;
}

interface Tally {
  right: number;
  wrong: number;
}

class Score {
  readonly byResolution = new Map<string, Tally>();
  sites = 0;
  toDeclarations = 0;
  found = 0;

  add(rows: readonly Row[], { truth }: Mark): string | undefined {
    this.sites++;
    const leads = truth.every((one) => one.includes("#"));
    if (leads) this.toDeclarations++;
    if (truth.includes("none")) return rows.length === 0 ? undefined : `a row of ${rows[0]?.resolution}, and no call`;
    const edges = rows.filter(({ callee, resolution }) => callee !== null && resolution !== "ambiguous");
    for (const { callee, resolution } of edges) {
      const tally = this.byResolution.get(resolution) ?? { right: 0, wrong: 0 };
      this.byResolution.set(resolution, tally);
      if (truth.includes(callee as string)) tally.right++;
      else tally.wrong++;
    }
    const isFound = edges.some(({ callee }) => truth.includes(callee as string));
    if (leads && isFound) this.found++;
    const wrong = edges.find(({ callee }) => !truth.includes(callee as string));
    if (wrong) return `${wrong.resolution} ${wrong.callee}`;
    if (!leads || isFound) return undefined;
    return rows.length === 0 ? "no row" : [...new Set(rows.map(({ resolution }) => resolution))].join(", ");
  }
}

async function evaluate(name: string, { files, marks }: Repository, score: Score): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), "drift-eval-"));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    const { db: at } = await scan({ folder: work, sourceMode: "none", generated: true, scanner: "eval", workers: 1 });
    const db = new DatabaseSync(at, { readOnly: true });
    const calls = db.prepare(
      "select callee, resolution from calls where path = ? and line = ? and (callee_text = ? or callee_text like ?)",
    );
    const told: string[] = [];
    for (const mark of marks) {
      const rows = calls.all(mark.path, mark.line, mark.name, `%${mark.name}`) as unknown as Row[];
      const trouble = score.add(rows, mark);
      if (trouble)
        told.push(`${name} ${mark.path}:${mark.line} ${mark.name}: ${trouble}; true is ${mark.truth.join(" | ")}`);
    }
    db.close();
    return told;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? "" : (part / whole).toFixed(4));

const lines = ["language,resolution,edges,right,precision,sites,true_edges,found,recall"];
const told: string[] = [];
for (const language of readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()) {
  const score = new Score();
  for (const name of readdirSync(join(folder, language)).sort())
    told.push(
      ...(await evaluate(`${language}/${name}`, read(readFileSync(join(folder, language, name), "utf8")), score)),
    );
  let [edges, right] = [0, 0];
  for (const resolution of resolutions) {
    const tally = score.byResolution.get(resolution);
    if (!tally) continue;
    const all = tally.right + tally.wrong;
    edges += all;
    right += tally.right;
    lines.push([language, resolution, all, tally.right, share(tally.right, all), "", "", "", ""].join(","));
  }
  const recall = [score.sites, score.toDeclarations, score.found, share(score.found, score.toDeclarations)];
  lines.push([language, "all", edges, right, share(right, edges), ...recall].join(","));
}
const result = `${lines.join("\n")}\n`;
console.log(result);
if (process.argv.includes("--list")) console.log(told.join("\n"));
if (process.argv.includes("--write")) writeFileSync(csv, result);
else if (readFileSync(csv, "utf8") !== result) {
  console.error("bench/eval/calls.csv says otherwise: if this is better, npm run eval:calls -- --write");
  process.exitCode = 1;
}
