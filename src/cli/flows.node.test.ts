import { expect, test } from "vitest";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { runMain } from "./testing/run-main.ts";

test("flows are printed target by target, those first to which a value is handed on", async () => {
  const folder = new TempFolder({
    "app.ts": `import { exec } from "node:child_process";
import express from "express";
const app = express();
app.post("/b", b);
app.post("/a", a);
app.post("/c", signedIn, c);
app.post("/d", d);
function b(req, res) { run(process.argv[2]); }
function a(req, res) { run(req.body.name); }
function c(req, res) { run(req.body.name); eval(req.body.code); }
function d(req, res) { start(process.argv[3]); exec(process.argv[4]); }
function start(name) { exec("start " + name); }
function signedIn(req, res, next) { next(); }
function run(name) { exec("make " + name); }
`,
  });
  await runScan(folder);
  const { exit, out } = await runMain("flows", "--dir", folder.path);
  expect(exit).toBe(0);
  expect(out.replaceAll(/ +$/gm, "")).toMatchInlineSnapshot(`
    "exec  exec  app.ts:14  CWE-78
      hands on  POST /a  a > run
      hands on  POST /c  c > run  behind signedIn
      reaches   POST /b  b > run

    eval  eval  app.ts:10  CWE-95
      hands on  POST /c  in the handler itself  behind signedIn

    Reached, though no value of a request is known to arrive (ways: --all)

      exec  exec  app.ts:12  from POST /d
    "
  `);
  const { flows } = JSON.parse((await runMain("flows", "--tainted", "--json", "--dir", folder.path)).out) as {
    flows: { entry: string; tainted: boolean; way: unknown[] }[];
  };
  expect(flows.map(({ entry, tainted, way }) => [entry, tainted, way.length > 0])).toEqual([
    ["POST /a", true, true],
    ["POST /c", true, true],
    ["POST /c", true, false],
  ]);
  expect((await runMain("flows", "nothing of the kind", "--dir", folder.path)).out).toBe("No flow is known here.\n");
});
