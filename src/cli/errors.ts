/** Why a command ends, as the exit code that scripts see, and how it is told. */
import { DriftError, type ErrorCode } from "#contract/errors";
import { ScanError, type ScanErrorKind } from "#engine/scan/scan-error";

/** Every way to fail, with its exit code and what the table in `drift --help` says of it. */
export const failures = {
  failed: [1, "the operation or the tool failed"],
  usage: [2, "wrong usage: an unknown command or option, an invalid value"],
  input: [3, "the folder cannot be read, or this Node.js is too old"],
  no_scan: [4, "there is no scan yet: run drift scan"],
  newer: [5, "drift.db was written by a newer drift"],
  damaged: [6, "drift.db is damaged: drift scan rebuilds it"],
  busy: [7, "another drift is writing to this folder"],
  disk: [8, "the disk is full or the folder cannot be written"],
  unreachable: [9, "the server cannot be reached or is unavailable"],
  garbage: [10, "the server answers something that is no drift-edge"],
  refused: [11, "the token is missing, wrong, expired or not allowed to do this"],
  unknown_project: [12, "the server knows no such project"],
  conflict: [13, "someone else has changed it in between"],
  limit: [14, "more than the server takes"],
  stopped: [130, "it was stopped, by Ctrl-C or a signal: what was there before is unharmed"],
  internal: [70, "a fault of drift itself"],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;
export type Failure = keyof typeof failures;

/** A failure that the user can act on: what is wrong, and what to do next. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly failure: Failure;
  readonly hint: string | undefined;

  constructor(failure: Failure, message: string, hint?: string) {
    super(message);
    this.failure = failure;
    this.hint = hint;
  }
}

const ofScan: Record<ScanErrorKind, Failure> = {
  input: "input",
  settings: "usage",
  no_scan: "no_scan",
  newer: "newer",
  damaged: "damaged",
  busy: "busy",
  disk: "disk",
  stopped: "stopped",
};

const ofCode: Partial<Record<ErrorCode, Failure>> = {
  UNAUTHENTICATED: "refused",
  SCOPE_REQUIRED: "refused",
  FORM_REFUSED: "refused",
  ROLE_REQUIRED: "refused",
  PROJECT_NOT_FOUND: "unknown_project",
  CONFLICT: "conflict",
  LIMIT_EXCEEDED: "limit",
  RATE_LIMITED: "unreachable",
  UNAVAILABLE: "unreachable",
  SCAN_REQUIRED: "no_scan",
};

/** Any thrown value as a `CliError`; undefined where it is a fault of ours. */
export function toCliError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error;
  if (error instanceof ScanError) return new CliError(ofScan[error.kind], error.message, error.hint);
  if (error instanceof DriftError) {
    const { code, message, hint, command, requestId } = error.body;
    const next = [hint, command && `Run: ${command}`, requestId && `Request: ${requestId}`].filter(Boolean);
    return new CliError(ofCode[code] ?? "failed", message, next.join("\n") || undefined);
  }
  return undefined;
}
