/** `drift watch`: keeps `.drift/drift.db` current while the folder changes. */
import type { Command } from "commander";
import { findFolder } from "#cli/folder";
import { count, duration, note, print, printJson } from "#cli/output";
import { push } from "#cli/push/push";
import { type ServiceOptions, serviceOptions } from "#cli/service";
import { SpareWorkers } from "#engine/scan/spare-workers";
import { watch } from "#engine/scan/watch";
import { pushFolder } from "./push.ts";
import { scanFolder } from "./scan.ts";

interface Options extends ServiceOptions {
  push?: true;
  branch?: string;
  poll?: true;
  json?: true;
}

const examples = `
Examples:
  $ drift watch                  scan now, and again whenever a file is saved or a branch is switched
  $ drift watch --push           bring every change to the service, too
  $ drift watch --poll           look every second: for file systems that give no events

It ends with Ctrl-C. A scan that is cut short leaves drift.db as it was before it.`;

export function define(command: Command): void {
  command.argument("[dir]", "the folder to watch (default: the one you are in)");
  serviceOptions(command)
    .option("--push", "push after every scan that changed something")
    .option("--branch <name>", "the branch to push to (default: the one that was scanned)")
    .option("--poll", "take no events of the system, look every second")
    .option("--json", "print {units, commit, ms, pushed?} on one line after every scan")
    .addHelpText("after", examples)
    .action(async (dir: string | undefined, options: Options) => {
      const folder = findFolder(dir);
      const stop = new AbortController();
      const onSignal = (): void => stop.abort();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
      const spare = new SpareWorkers();
      note(`watching ${folder}`);
      let isFirst = true;
      // A push that failed is tried again with the next scan, which the watch makes in any case.
      let isUnpushed = options.push ?? false;
      await watch({
        folder,
        poll: options.poll ?? false,
        signal: stop.signal,
        onTrouble: (error) => note(error instanceof Error ? error.message : String(error)),
        scan: async () => {
          const { snapshot, units, ms, stamp, folders } = await scanFolder(folder, { quiet: true, spare });
          const isNews = isFirst || units.changed > 0;
          isFirst = false;
          isUnpushed ||= options.push === true && isNews;
          const pushed = isUnpushed ? await pushFolder(folder, { ...options, quiet: true }, push) : undefined;
          isUnpushed = false;
          if (options.json) printJson({ units, commit: snapshot.commit, dirty: snapshot.dirty, ms, pushed });
          else if (isNews) {
            const sent = pushed ? `, ${count(pushed.unitsSent)} units pushed as ${pushed.seq}` : "";
            print(
              `${clock()} ${count(units.changed)} of ${count(units.total)} units changed in ${duration(ms)}${sent}`,
            );
          }
          return { stamp, folders };
        },
      });
      await spare.close();
      note("stopped");
    });
}

const clock = (): string => new Date().toTimeString().slice(0, 8);
