/** `drift audit`: who changed what, from where and when. */
import type { Command } from "commander";
import { print, printJson } from "#cli/output";
import { ask } from "#cli/service";
import { openOrganisation, type TeamOptions, teamOptions } from "#cli/team";

interface Row {
  readonly id: number;
  readonly at: string;
  readonly actor: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string;
  readonly detail: Record<string, unknown> | null;
  readonly origin: string | null;
}

interface Options extends TeamOptions {
  action?: string;
  actor?: string;
  limit: number;
}

const examples = `
Examples:
  $ drift audit
  $ drift audit --action member.remove --limit 20
  $ drift audit --json --limit 100000 > audit.ndjson

Actions are such as member.role, member.remove, token.create, project.delete, push.commit, trust.use.`;

/** Rows of one request; the service gives no more. */
const page = 500;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  teamOptions(command, "one row a line: {id, at, actor, actorName, action, subject, detail, origin}")
    .option("--action <action>", "only this action")
    .option("--actor <id>", "only what this user or CI trust did")
    .option("--limit <rows>", "at most so many, the newest first", Number, 50)
    .action(async ({ action, actor, limit, ...options }: Options) => {
      const { service, path } = await openOrganisation(options);
      let left = limit;
      for (let before: number | undefined; left > 0; ) {
        const query = new URLSearchParams({ limit: String(Math.min(left, page)) });
        for (const [name, value] of Object.entries({ action, actor, before })) {
          if (value !== undefined) query.set(name, String(value));
        }
        const answer = (await ask(service, `${path}/audit?${query}`)) as { rows: Row[]; next?: number };
        for (const row of answer.rows) {
          if (options.json) printJson(row);
          else print(tell(row));
        }
        left -= answer.rows.length;
        before = answer.next;
        if (before === undefined) return;
      }
    });
}

const tell = ({ at, actorName, actor, action, subject, detail, origin }: Row): string =>
  [
    at.slice(0, 19).replace("T", " "),
    actorName ?? actor ?? "the service",
    action,
    subject,
    ...(detail ? [JSON.stringify(detail)] : []),
    ...(origin ? [`from ${origin}`] : []),
  ].join("  ");
