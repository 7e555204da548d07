/** drift_recent: what changed lately in a part of the repository. */
import * as z from "zod";
import { and, desc, eq, from, gte, or, startsWith } from "#db/query";
import { commitFiles, commits } from "#db/schema/facts";
import { defineTool } from "#tools/kit/define-tool";
import * as params from "#tools/kit/params";
import { counted } from "#tools/kit/present";

const day = 86_400;
const most = 400;

export default defineTool({
  name: "drift_recent",
  title: "Recent changes",
  description:
    "What changed lately in a folder or file, from the git history of the scan: files, kind of change, commit summary, date, author, and which files to take as models because they are current. Call it before you imitate existing code.",
  category: "surgical",
  input: z.object({
    area: z.union([z.enum([".", "/"]).transform(() => ""), params.path]).describe("Folder or file; `.` for all"),
    days: z.number().int().min(1).max(3_650).default(7),
    type: z.enum(["feat", "fix", "refactor", "all"]).default("all").describe("By Conventional Commits"),
  }),
  output: z.object({
    changes: z.array(
      z.object({
        file: z.string(),
        type: z.enum(["added", "modified", "deleted"]),
        commitType: z.string().optional().describe("feat, fix, refactor, …; absent where the message names none"),
        summary: z.string(),
        date: z.string(),
        author: z.string(),
        commit: z.string(),
        breaking: z.boolean().optional(),
      }),
    ),
    preferFiles: z.array(z.string()).describe("Changed last, newest first, and still there"),
    lastChange: z
      .string()
      .optional()
      .describe("Date of the last change before the asked days, where there is none in them"),
  }),
  example: { area: "web/src", days: 30 },
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  shrink: ["preferFiles", "changes"],

  async run({ area, days, type }, { db, now }) {
    const since = Math.floor(now / 1_000) - days * day;
    const inArea = area === "" ? undefined : or(eq(commitFiles.path, area), startsWith(commitFiles.path, `${area}/`));
    const wanted = type === "all" ? undefined : eq(commits.type, type);
    const changed = from(commitFiles).joinUnit(commits, commitFiles, eq(commits.hash, commitFiles.hash));
    const { rows, last } = await db.batch({
      rows: changed
        .where(and(inArea, gte(commitFiles.time, since)), wanted)
        .orderBy(desc(commitFiles.time))
        .limit(most)
        .select({
          file: commitFiles.path,
          change: commitFiles.change,
          time: commitFiles.time,
          commit: commits.hash,
          commitType: commits.type,
          isBreaking: commits.isBreaking,
          summary: commits.summary,
          author: commits.author,
        }),
      last: from(commitFiles).where(inArea).orderBy(desc(commitFiles.time)).limit(1).select({ time: commitFiles.time }),
    });

    const newest = [...new Map(rows.toReversed().map((row) => [row.file, row])).values()].sort(
      (a, b) => b.time - a.time,
    );
    const where = area === "" ? "the repository" : area;
    const of = type === "all" ? "" : ` of type ${type}`;
    const commitCount = new Set(rows.map(({ commit }) => commit)).size;
    const before = rows.length === 0 && last[0] ? isoDay(last[0].time) : undefined;
    return {
      summary:
        rows.length > 0
          ? `${counted(commitCount, "commit")}${of} changed ${counted(newest.length, "file")} in ${where} within ${counted(days, "day")}.`
          : `Nothing${of} changed in ${where} within ${counted(days, "day")}.${before ? ` Its last change was on ${before}.` : ""}`,
      data: {
        changes: rows.map((row) => ({
          file: row.file,
          type: row.change as "added" | "modified" | "deleted",
          ...(row.commitType !== null && { commitType: row.commitType }),
          summary: row.summary,
          date: isoDay(row.time),
          author: row.author,
          commit: row.commit.slice(0, 10),
          ...(row.isBreaking === 1 && { breaking: true }),
        })),
        preferFiles: newest
          .filter(({ change }) => change !== "deleted")
          .map(({ file }) => file)
          .slice(0, 5),
        ...(before && { lastChange: before }),
      },
      warnings: [
        ...(rows.length === most
          ? [`More than ${most} changes; the newest are shown. Narrow \`area\` or \`days\`.`]
          : []),
        ...(last.length === 0
          ? [`The scanned history never changed ${where}: check the path, or the clone is shallow.`]
          : []),
      ],
      nextActions: [
        ...(before && last[0]
          ? [
              {
                tool: "drift_recent",
                args: {
                  area: area || ".",
                  days: Math.min(3_650, Math.ceil((now / 1_000 - last[0].time) / day) + 1),
                  type: "all",
                },
                reason: "Its last changes",
                priority: "medium" as const,
              },
            ]
          : []),
      ],
    };
  },
});

const isoDay = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
