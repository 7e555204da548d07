/** Routes that functions tell apart by themselves. */

import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

async function told(files: Record<string, string>): Promise<string[]> {
  const folder = new TempFolder(files);
  await runScan(folder);
  return query(
    folder,
    "select framework, method, route, handler_name, guards from entry_points where kind = 'endpoint'",
  )
    .map(({ framework, method, route, handler_name, guards }) => {
      const names = (JSON.parse(String(guards ?? "[]")) as { name: string }[]).map(({ name }) => name);
      return `${framework} ${method} ${route} ${handler_name}${names.length > 0 ? ` [${names.join(", ")}]` : ""}`;
    })
    .toSorted();
}

test("a worker's function and those that it hands a request on to", async () => {
  const rows = await told({
    "auth.ts": "export const verify = async (request: Request) => request.headers.has('authorization');",
    "index.ts": `
import { verify } from "./auth";
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/health") return new Response("ok");
    if (request.method === "OPTIONS") return new Response(null);
    if (!(await verify(request))) {
      return new Response("no", { status: 401 });
    }
    if (url.pathname.startsWith("/static/")) return assets(request);
    return handle(request, url);
  },
};
async function handle(request: Request, url: URL) {
  if (url.pathname === "/films") {
    if (request.method === "GET") return films(request);
    if (request.method === "POST") return make(request);
  }
  const match = url.pathname.match(/^\\/films\\/([^/]+)$/);
  if (request.method === "PUT" && (url.pathname === "/one" || url.pathname === "/two")) return make(request);
  switch (url.pathname) {
    case "/shops":
    case "/stores": {
      if (!request.headers.get("x")) return new Response("bad", { status: 400 });
      return shops(request);
    }
    default:
      return new Response("none", { status: 404 });
  }
}
function films(request: Request) { return new Response("[]"); }
function make(request: Request) { return new Response("[]"); }
function shops(request: Request) { return new Response("[]"); }
function assets(request: Request) { return new Response("[]"); }
function unused(request: Request) { const url = new URL(request.url); if (url.pathname === "/never") return films(request); }
`,
  });
  expect(rows).toEqual([
    "Workers ANY /health (inline)",
    "Workers ANY /shops shops [verify]",
    "Workers ANY /static/* assets [verify]",
    "Workers ANY /stores shops [verify]",
    "Workers GET /films films [verify]",
    "Workers POST /films make [verify]",
    "Workers PUT /one make [verify]",
    "Workers PUT /two make [verify]",
  ]);
});

test("servers that are given a function", async () => {
  const rows = await told({
    "node.js": `
const http = require("http");
http.createServer(async (req, res) => {
  if (req.url === "/x" && req.method === "GET") { res.end("x"); return; }
  else if (req.url === "/y") { return y(req, res); }
  res.statusCode = 404;
  res.end();
}).listen(1);
function y(req, res) { res.end(); }
http.createServer(other).listen(2);
function other(req, res) {
  if (req.method !== "POST") { res.writeHead(405); return res.end(); }
  if (req.url === "/z") { return y(req, res); }
}
function get(req) { if (req.url === "/client") return 1; }
`,
    "more.ts": `
Deno.serve((req) => {
  const { pathname } = new URL(req.url);
  requireUser(req);
  const session = sessionOf(req);
  if (session instanceof Response) return session;
  if (pathname === "/deno") return new Response("x");
  return new Response("no", { status: 404 });
});
addEventListener("fetch", (event) => { event.respondWith(handle(event.request)); });
function handle(request) {
  const { pathname } = new URL(request.url);
  if (pathname === "/sw") return new Response("x");
  return new Response("no", { status: 404 });
}
function sessionOf(request) { return request.headers.get("session") ?? new Response("no", { status: 401 }); }
function requireUser(request) { if (!request.headers.get("cookie")) throw new Error("401"); }
`,
  });
  expect(rows).toEqual([
    "Deno ANY /deno (inline) [requireUser, sessionOf]",
    "Workers ANY /sw (inline)",
    "node:http ANY /y y",
    "node:http GET /x (inline)",
    "node:http POST /z y",
  ]);
});
