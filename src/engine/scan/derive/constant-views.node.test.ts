import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

test("a text or a number that is somebody's own is told where it stands under another name", async () => {
  const files = {
    "a.ts": `
export const META_FILE = "hugo_packagemeta.json";
export const GRAVITY = 9.80665;
export const RETRY_AFTER = 15000;
export const DAY = 24 * 60 * 60 * 1000;
export const RATIO = 0.25;
export const MAX_BYTES = 1048576;
export const ACCEPT = "accept";
`,
    "b.ts": `
export const META_NAME = "hugo_packagemeta.json";
export const FALL = 9.80665;
export const SESSION_MS = 15000;
export const GRACE = 24 * 60 * 60 * 1000;
export const ELONGATION = 0.25;
export const BUFFER = 1048576;
export const TAKE = "accept";
`,
  };
  expect(await rowsOf(files, "select value, name from duplicate_constants")).toEqual([
    { value: "9.80665", name: "FALL" },
    { value: "9.80665", name: "GRAVITY" },
    { value: "hugo_packagemeta.json", name: "META_FILE" },
    { value: "hugo_packagemeta.json", name: "META_NAME" },
  ]);
});

test("a name that holds different values is told where each stands", async () => {
  const files = {
    "a.ts": "export const MAX_RETRIES = 3;\nexport const LIMIT = 1;\nconst ROW_HEIGHT = 30;\n",
    "b.ts": "const MAX_RETRIES = 5;\nexport const LIMIT = 2;\nconst ROW_HEIGHT = 50;\n",
    "c/settings.ts": "export const MAX_WAIT = 5;\n",
    "d.ts": "export const MAX_WAIT = 6;\n",
  };
  expect(await rowsOf(files, "select name, value, path from inconsistent_constants")).toEqual([
    { name: "MAX_RETRIES", value: "3", path: "a.ts" },
    { name: "MAX_RETRIES", value: "5", path: "b.ts" },
  ]);
});
