import { createHash } from "node:crypto";

/** One name for all of the values: SHA-256 of their JSON, hexadecimal. */
export const digest = (...values: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex");
