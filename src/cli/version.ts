import { readFileSync } from "node:fs";

/** The version of this drift. Sources and built files both lie two folders below `package.json`. */
export const version = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version;

/** How this program names itself in what it writes. */
export const scanner = `drift-edge ${version}`;
