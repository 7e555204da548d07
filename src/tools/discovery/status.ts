/** drift_status: what is known of the project, and how fresh it is. */
import * as z from "zod";
import type { Counts } from "#contract/push";
import { projectName } from "#db/account-rows";
import { defineTool } from "#tools/kit/define-tool";
import { counted } from "#tools/kit/present";

const count = z.number().int();

/** Ranges of lines in an answer. */
const maxPlaces = 10;

type Coverage = NonNullable<Counts["coverage"]>;
type Covered = Partial<Omit<Coverage, "places">> & { places?: string[] };

const tellPlace = ({ path, line, endLine }: NonNullable<Coverage["places"]>[number]): string =>
  `${path}:${line}${endLine > line ? `-${endLine}` : ""}`;

/** Of the coverage, what there is to tell. */
function covered({ coverage }: Counts): { coverage?: Covered } {
  if (!coverage) return {};
  const { damaged, givenUp, unresolvedLanguages, unread, places = [] } = coverage;
  const told = {
    ...(damaged > 0 && { damaged }),
    ...(givenUp > 0 && { givenUp }),
    ...(unresolvedLanguages.length > 0 && { unresolvedLanguages }),
    ...(Object.keys(unread).length > 0 && { unread }),
    ...(places.length > 0 && { places: places.slice(0, maxPlaces).map(tellPlace) }),
  };
  return Object.keys(told).length > 0 ? { coverage: told } : {};
}

export default defineTool({
  name: "drift_status",
  title: "Project status",
  description:
    "State of the project's snapshot: branch, commit, age, counts of files, symbols and languages, how many calls are resolved and how, and what the scan skipped. Call it when answers look old or incomplete.",
  category: "discovery",
  input: z.object({}),
  output: z.object({
    project: z.string(),
    branch: z.string(),
    commit: z.string().optional(),
    dirty: z.boolean().describe("Scanned with uncommitted changes"),
    scannedAt: z.string(),
    pushedAt: z.string(),
    scanner: z.string(),
    sourceMode: z.enum(["none", "snippets", "full"]).describe("How much of the source was pushed"),
    files: count,
    symbols: count,
    languages: z.record(z.string(), count).describe("Files by language"),
    calls: z.record(z.string(), count).describe("Call sites by how they were resolved"),
    skipped: z.record(z.string(), count).optional().describe("Files left out, by reason"),
    problems: count.optional().describe("Places that could not be read as they stand"),
    coverage: z
      .object({
        damaged: count.optional().describe("Files read in part"),
        givenUp: count.optional().describe("Files that could not be read"),
        unresolvedLanguages: z.array(z.string()).optional().describe("Languages whose calls are not followed"),
        unread: z.record(z.string(), count).optional().describe("Sources in languages that are not read, by ending"),
        places: z.array(z.string()).optional().describe("Lines that did not parse, the longest ranges first"),
      })
      .optional(),
  }),
  example: {},
  cost: "light",
  scopes: ["drift:read"],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },

  async run(_, { project, head }) {
    const { files, symbols, languages, calls, skipped, problems } = head.counts;
    const skippedCount = Object.values(skipped).reduce((sum, files) => sum + files, 0);
    return {
      summary: `${projectName(project)}@${head.name}: ${counted(files, "file")}, ${counted(symbols, "symbol")} at ${head.commit?.slice(0, 10) ?? "no commit"}.`,
      data: {
        project: projectName(project),
        branch: head.name,
        ...(head.commit !== null && { commit: head.commit }),
        dirty: head.dirty,
        scannedAt: new Date(head.scannedAt).toISOString(),
        pushedAt: new Date(head.pushedAt).toISOString(),
        scanner: head.scanner,
        sourceMode: head.sourceMode,
        files,
        symbols,
        languages,
        calls,
        ...(skippedCount > 0 && { skipped }),
        ...(problems > 0 && { problems }),
        ...covered(head.counts),
      },
    };
  },
});
