/**
 * Counts of calls, for `/metrics` in Prometheus' text format.
 *
 * They live in an isolate's memory: a scrape sees the isolate that answers it, and the counts begin
 * again with a new one, as Prometheus expects of any restarted process. Labels are tool names,
 * categories and codes, all from closed lists: nothing of a user's gets in.
 */
import type { ErrorCode } from "#contract/errors";

/** Upper bounds of the latency histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface CallRecord {
  tool: string;
  category: string;
  durationMs: number;
  cached: boolean;
  /** Undefined: it succeeded. */
  code?: ErrorCode;
  tokens: number;
  /** D1 round trips to the shard, and the rows these read. */
  roundTrips: number;
  rowsRead: number;
}

interface Series {
  category: string;
  calls: Map<string, number>;
  cached: number;
  tokens: number;
  roundTrips: number;
  rowsRead: number;
  seconds: number;
  buckets: number[];
}

const series = new Map<string, Series>();

export function recordCall(call: CallRecord): void {
  let of = series.get(call.tool);
  if (!of) {
    of = {
      category: call.category,
      calls: new Map(),
      cached: 0,
      tokens: 0,
      roundTrips: 0,
      rowsRead: 0,
      seconds: 0,
      buckets: BOUNDS.map(() => 0),
    };
    series.set(call.tool, of);
  }
  const outcome = call.code ?? "ok";
  of.calls.set(outcome, (of.calls.get(outcome) ?? 0) + 1);
  of.cached += call.cached ? 1 : 0;
  of.tokens += call.tokens;
  of.roundTrips += call.roundTrips;
  of.rowsRead += call.rowsRead;
  of.seconds += call.durationMs / 1000;
  for (const [at, bound] of BOUNDS.entries())
    if (call.durationMs / 1000 <= bound) of.buckets[at] = (of.buckets[at] ?? 0) + 1;
}

export function prometheusText(): string {
  const lines: string[] = [];
  const family = (name: string, type: string, help: string, samples: (tool: string, of: Series) => string[]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [tool, of] of series) lines.push(...samples(tool, of));
  };
  const labels = (tool: string, of: Series, more = "") => `{tool="${tool}",category="${of.category}"${more}}`;
  const total = (name: string, help: string, value: (of: Series) => number) =>
    family(name, "counter", help, (tool, of) => [`${name}${labels(tool, of)} ${value(of)}`]);

  family("drift_calls_total", "counter", "Tool calls by outcome.", (tool, of) =>
    [...of.calls].map(([outcome, count]) => `drift_calls_total${labels(tool, of, `,outcome="${outcome}"`)} ${count}`),
  );
  total("drift_calls_cached_total", "Tool calls answered from the cache.", (of) => of.cached);
  total("drift_answer_tokens_total", "o200k tokens of the answers.", (of) => of.tokens);
  total("drift_shard_round_trips_total", "D1 round trips to a shard.", (of) => of.roundTrips);
  total("drift_shard_rows_read_total", "Rows that D1 read.", (of) => of.rowsRead);
  family("drift_call_seconds", "histogram", "Time to answer.", (tool, of) => {
    const count = [...of.calls.values()].reduce((sum, calls) => sum + calls, 0);
    return [
      ...BOUNDS.map((bound, at) => `drift_call_seconds_bucket${labels(tool, of, `,le="${bound}"`)} ${of.buckets[at]}`),
      `drift_call_seconds_bucket${labels(tool, of, ',le="+Inf"')} ${count}`,
      `drift_call_seconds_sum${labels(tool, of)} ${of.seconds}`,
      `drift_call_seconds_count${labels(tool, of)} ${count}`,
    ];
  });
  return `${lines.join("\n")}\n`;
}
