/** How far flows follow calls that may lead to several methods, and where they stop. */
import { expect, test } from "vitest";
import { flows } from "#engine/scan/testing/flows-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("circles and crowds end, and what is left out is said", async () => {
  const many = Array.from(
    { length: 2_500 },
    (_, at) => `export function f${at}(x: string) { f${(at * 7 + 1) % 2_500}(x); f${(at * 13 + 5) % 2_500}(x); }`,
  );
  const folder = new TempFolder({
    "package.json": `{ "name": "a", "dependencies": { "express": "4" } }`,
    "a.ts": `
      import express from "express";
      import { exec } from "node:child_process";
      import { f0 } from "./many";
      const app = express();
      app.get("/a", handle);
      function handle(req, res) { f0(req.query.a); loop(req.query.b); }
      function loop(x: string) { loop(x + "a"); exec(x); }`,
    "many.ts": many.join("\n"),
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["GET /a reaches limit", "GET /a taints exec exec loop+0"]);
});

test("which of many handlers is meant, a dispatcher does not say", async () => {
  const handlers = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `
    export class Handler${at} implements Handler {
      handle(name: string) { exec("tool${at} " + name); }
    }`,
    ).join("");
  const of = (count: number) => ({
    "package.json": `{ "name": "shop", "dependencies": { "express": "4" } }`,
    "src/app.ts": `
      import express from "express";
      import { dispatch } from "./bus";
      const app = express();
      app.post("/orders", (req, res) => dispatch(req.body.name));
    `,
    "src/bus.ts": `
      import type { Handler } from "./handlers";
      const known: Map<string, Handler> = new Map();
      export function dispatch(name: string) {
        const handler = known.get(name) as Handler;
        handler.handle(name);
      }
    `,
    "src/handlers.ts": `
    import { exec } from "node:child_process";
    export interface Handler { handle(name: string): void }${handlers(count)}`,
  });
  const few = new TempFolder(of(2));
  await runScan(few);
  expect(flows(few)).toMatchInlineSnapshot(`
    [
      "POST /orders taints exec exec dispatch+4 Handler0.handle+2 unsure at 2",
      "POST /orders taints exec exec dispatch+4 Handler1.handle+2 unsure at 2",
    ]
  `);
  const many = new TempFolder(of(5));
  await runScan(many);
  expect(flows(many)).toEqual([]);
});
