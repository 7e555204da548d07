/** One project among many of its size on one shard. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, questions } from "./calls.ts";
import { drift, startEdge } from "./drift.ts";

const projects = 21;
const files = 1_000;
const callsPerFile = 100;

/** Projects are put on the least loaded of the two shards, so twice as many are made. */
export async function askInCrowd(work: string, perTool: number): Promise<void> {
  const folder = join(work, "crowd");
  generate(folder);
  const { db, calls } = await drift<{ db: string; calls: Record<string, number> }>("scan", folder);
  const edge = await startEdge(folder, join(work, "state"));
  const access = ["--server", edge.url, "--token", edge.token];
  try {
    for (let at = 0; at < 2 * projects; at++) {
      const name = `crowd-${at}`;
      await drift("projects", "create", name, ...access);
      const { ms } = await drift<{ ms: number }>("push", folder, ...access, "--project", `local/${name}`);
      console.log(`${name}: pushed in ${(ms / 1000).toFixed(1)} s`);
    }
    const asked = questions(db, perTool);
    // These are about no project.
    for (const tool of ["drift_capabilities", "drift_projects"]) delete asked[tool];
    for (const list of Object.values(asked)) for (const args of list) args.project = "local/crowd-0";
    console.log(`${JSON.stringify(calls)} calls in each of ${projects} projects on the shard`);
    console.table(await ask(edge, asked));
  } finally {
    await edge.stop();
  }
}

/** Modules of ten functions, each of which calls ten of earlier modules. */
function generate(folder: string): void {
  const functions = 10;
  const perFunction = callsPerFile / functions;
  for (let at = 0; at < files; at++) {
    const directory = join(folder, `src/area${at % 25}`);
    mkdirSync(directory, { recursive: true });
    const lines: string[] = [];
    const used = new Map<number, Set<string>>();
    const bodies = Array.from({ length: functions }, (_, fn) => {
      const calls = Array.from({ length: perFunction }, (_, call) => {
        const other = (at * 7 + fn * 31 + call * 17) % Math.max(at, 1);
        const name = `compute${other}Part${(fn + call) % functions}`;
        if (at === 0) return "  total += 1;";
        used.set(other, (used.get(other) ?? new Set()).add(name));
        return `  total += ${name}(value + ${call});`;
      });
      const head = `/** Part ${fn} of step ${at}. */\nexport function compute${at}Part${fn}(value: number): number {`;
      return `${head}\n  let total = value;\n${calls.join("\n")}\n  return total;\n}\n`;
    });
    for (const [other, names] of used) {
      lines.push(`import { ${[...names].sort().join(", ")} } from "../area${other % 25}/step${other}.ts";`);
    }
    writeFileSync(join(directory, `step${at}.ts`), `${lines.join("\n")}\n\n${bodies.join("\n")}`);
  }
}
