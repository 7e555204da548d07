import { expect, test } from "vitest";
import { scan } from "#engine/scan/scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { runMain } from "./testing/run-main.ts";

test("flows are printed target by target, those first to which a value is handed on", async () => {
  const folder = new TempFolder({
    "app.ts": `import { exec } from "node:child_process";
import express from "express";
const app = express();
app.post("/b", b);
app.post("/a", a);
app.post("/c", c);
function b(req, res) { run(process.argv[2]); }
function a(req, res) { run(req.body.name); }
function c(req, res) { exec("ls"); }
function run(name) { exec("make " + name); }
`,
  });
  await scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test", workers: 1 });
  const { exit, out } = await runMain("flows", "--dir", folder.path);
  expect(exit).toBe(0);
  expect(out.replaceAll(/ +$/gm, "")).toBe(`exec exec  app.ts:10
  hands on  POST /a  1 call  -
  reaches   POST /b  1 call  -
`);
  const { flows } = JSON.parse((await runMain("flows", "--tainted", "--json", "--dir", folder.path)).out) as {
    flows: { entry: string; tainted: boolean; way: unknown[] }[];
  };
  expect(flows.map(({ entry, tainted, way }) => [entry, tainted, way.length > 0])).toEqual([["POST /a", true, true]]);
  expect((await runMain("flows", "nothing of the kind", "--dir", folder.path)).out).toBe("No flow is known here.\n");
});
