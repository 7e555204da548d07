/** The log: one JSON object a line, which the platform indexes. It never holds a token or a request's body. */
export interface Fault {
  requestId: string;
  /** Where it happened: a tool's name, a route. */
  at: string;
}

/** Records a fault of ours. The caller is told the request id only. */
export function logFault({ requestId, at }: Fault, error: unknown): void {
  // The one place that writes to the log.
  // biome-ignore lint/suspicious/noConsole: it is the log
  console.error(JSON.stringify({ level: "error", requestId, at, error: described(error) }));
}

function described(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause ? { cause: described(error.cause) } : {}),
  };
}
