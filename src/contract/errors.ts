/** The closed list of error codes, shared by tools, REST routes and the command line. */
export const errorCodes = [
  "INVALID_ARGUMENT",
  "MISSING_REQUIRED_PARAM",
  "TOOL_NOT_FOUND",
  "FILE_NOT_FOUND",
  "SYMBOL_NOT_FOUND",
  "PATTERN_NOT_FOUND",
  "PROJECT_NOT_FOUND",
  "NOT_FOUND",
  "INVALID_CURSOR",
  "SCAN_REQUIRED",
  "SNAPSHOT_GONE",
  "UNAUTHENTICATED",
  "SCOPE_REQUIRED",
  "FORM_REFUSED",
  "ROLE_REQUIRED",
  "RATE_LIMITED",
  "LIMIT_EXCEEDED",
  "CONFLICT",
  "UNAVAILABLE",
  "INTERNAL_ERROR",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** What a caller is told. Never holds database text, stack traces or repository content. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** What to do next. */
  hint?: string;
  alternativeTools?: string[];
  similar?: string[];
  retryAfterMs?: number;
  /** A command line that mends it. */
  command?: string;
  /** Finds the cause in the log. */
  requestId?: string;
  /** Rates: how many are allowed in a window, how many are left, when it is whole again (ISO time). */
  limit?: number;
  remaining?: number;
  resetAt?: string;
}

/** A refusal that the caller can act on: shown as written, never logged as a fault. */
export class DriftError extends Error {
  override name = "DriftError";
  readonly body: ErrorBody;

  constructor(code: ErrorCode, message: string, more: Omit<ErrorBody, "code" | "message"> = {}) {
    super(message);
    this.body = { code, message, ...more };
  }
}

const statuses: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  SCOPE_REQUIRED: 403,
  FORM_REFUSED: 403,
  ROLE_REQUIRED: 403,
  PROJECT_NOT_FOUND: 404,
  NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  SYMBOL_NOT_FOUND: 404,
  TOOL_NOT_FOUND: 404,
  SNAPSHOT_GONE: 410,
  CONFLICT: 409,
  LIMIT_EXCEEDED: 413,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/** The HTTP status of a code on REST routes. */
export const statusOf = (code: ErrorCode): number => statuses[code] ?? 400;
