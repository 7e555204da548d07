/** `fetch failed` says nothing; its cause does. */
export function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return "no answer in time";
  return cause instanceof Error && cause.message ? cause.message : message;
}
