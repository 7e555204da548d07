/** A worker thread of a scan: reads files, and resolves those of the project that was opened in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessagePort, parentPort } from "node:worker_threads";
import { pushLimits } from "#contract/push-limits";
import { encodeUnit, type FactRow, hashUnit, type Unit } from "#contract/unit";
import { type Needs, type ScanProject, ScanTrap } from "#engine/scan-module";
import { compileScan, scanDigest } from "#wasm/scan";
import { makeDocument } from "./documents/make-document.ts";
import { countCalls, fitUnit, linesOf } from "./fit-unit.ts";
import { KeptCode } from "./kept-code.ts";
import { blank, FileReader } from "./read-file.ts";
import type { Fault, GivenJob, Reply, ResolvedFile, Task, WorkerData } from "./worker-protocol.ts";

const port = parentPort as MessagePort;
/** What reads files, once the worker was given what it starts with. */
let reader: FileReader;
let folder: string;
let module: WebAssembly.Module;
let code: KeptCode | undefined;
let project: ScanProject | undefined;

const say = (reply: Reply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);

async function run(task: Task): Promise<void> {
  switch (task.task) {
    case "begin":
      project?.close();
      project = undefined;
      take(task.data);
      reader.begin({ ...task.data, module });
      break;
    case "read":
      for (const job of task.jobs) {
        const outcome = reader.read(job);
        say(
          { reply: "read", path: job.path, outcome },
          outcome.kind === "read" ? [outcome.graph.buffer as ArrayBuffer] : [],
        );
      }
      break;
    case "open":
      project?.close();
      project = reader.module.openProject(task.config);
      project.outline(task.outlines);
      break;
    case "outline":
      opened().outline(task.outlines);
      break;
    case "offer":
      for (const { offer } of task.offers) opened().offer(offer);
      break;
    case "resolve":
      for (const given of task.jobs) {
        const file = await resolve(given);
        if ("needs" in file) say({ reply: "needs", path: given.job.path, paths: file.needs });
        else say({ reply: "resolved", file }, [file.line.buffer]);
      }
      break;
    case "links":
      say({ reply: "links", links: opened().links() });
      break;
    case "compare":
      for (const { path, before, after } of task.versions)
        say({ reply: "compared", path, names: reader.module.changes(before, after) });
      break;
    case "redact":
      say({ reply: "redacted", texts: task.texts.map((text) => reader.module.redact(text)) });
      break;
    case "ask":
      for (const text of task.texts) say({ reply: "told", told: reader.module.ask(task.question, text) });
      break;
    case "documents":
      for (const path of task.paths)
        say({ reply: "document", made: makeDocument(reader.module, folder, path, task.excerpts) });
      break;
    case "keep":
      code?.keep(module, reader.module.entry);
      break;
    case "look": {
      const { lookThroughKept } = await import("./derive/tests/look-through.ts");
      say({ reply: "looked", looked: lookThroughKept(task.kept, task.asked) });
    }
  }
  say({ reply: "done" });
}

/** As `ScanProject.outline` takes them. */
const withLength = (outline: Uint8Array): Uint8Array =>
  Buffer.concat([new Uint8Array(Uint32Array.of(outline.length).buffer), outline]);

function opened(): ScanProject {
  if (!project) throw new RangeError("no project is open");
  return project;
}

async function resolve({ job, contentHash, ...given }: GivenJob): Promise<ResolvedFile | Needs> {
  const { path, fault, hints } = job;
  let { graph } = given;
  if (job.blank) {
    const empty = reader.module.extract(path, blank(readFileSync(join(folder, path))));
    if (empty) {
      opened().offer(empty.offer);
      opened().outline(withLength(empty.outline));
      ({ graph } = empty);
    }
  }
  if (hints) opened().tell(path, hints);
  const resolved = opened().resolve(graph, contentHash);
  if ("needs" in resolved) return resolved;
  const { unit, shares, hash: unitHash, counts, links, disagreements = [] } = resolved;
  const consulted = Uint32Array.from(resolved.consulted);
  const told = { path, consulted, links, disagreements };
  // SQLite's text ends at a NUL, so that a row could not be read back as it was.
  const isLarge = unit.length > pushLimits.unitBytes;
  if (!fault && !isLarge && !Buffer.from(unit.buffer, unit.byteOffset, unit.length).includes("\\u0000"))
    return { ...told, hash: unitHash, line: unit, shares, counts };
  const read = JSON.parse(new TextDecoder().decode(unit)) as Unit;
  const fitting = isLarge ? fitUnit(read, pushLimits.unitBytes) : read;
  const line = rewrite(fitting, fault);
  const bytes = new TextEncoder().encode(line) as Uint8Array<ArrayBuffer>;
  const made = isLarge ? countCalls(fitting, counts) : counts;
  const hash = await hashUnit(line);
  return { ...told, hash, line: bytes, shares: opened().shares(line), counts: made };
}

/** The unit's line with NUL characters replaced and the fault among its problems. */
function rewrite({ kind, path, rows }: Unit, fault: Fault | null): string {
  const clean = (row: FactRow): FactRow =>
    row.map((value) => (typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value));
  const kept = Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, list.map(clean)]));
  if (fault) kept.problems = [...(kept.problems ?? []), [path, fault.kind, 1, linesOf(rows), fault.message]];
  return encodeUnit(kind, path, kept);
}

let last: Promise<void> = Promise.resolve();
/** Does a task once those before it are done. */
const begin = (task: Task): void => {
  last = last
    .then(() => run(task))
    .catch((error: unknown) => {
      if (!(error instanceof ScanTrap)) throw error;
      say({ reply: "trapped", message: error.message });
    });
};

/** What a scan says of itself. */
function take({ folder: of, codeFolder }: WorkerData): void {
  folder = of;
  code = codeFolder === undefined ? undefined : new KeptCode(codeFolder, scanDigest());
}

// What comes behind it waits until this is done.
port.once("message", (data: WorkerData) => {
  take(data);
  module = data.module ?? compileScan(code);
  reader = new FileReader({ ...data, module });
  port.on("message", begin);
  say({ reply: "ready", module });
});
