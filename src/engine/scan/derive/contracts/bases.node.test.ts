/** Requests behind a base that a setting, a parameter or the running program gives. */
import { expect, test } from "vitest";
import { contracts } from "#engine/scan/testing/contracts-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("routes behind what the running program puts in front, and requests behind a base that is not known", async () => {
  const folder = new TempFolder({
    "server/app.py": `
from fastapi import APIRouter, FastAPI
from server import env

router = APIRouter(prefix="/filament")
external = APIRouter(prefix="/external")

@router.get("")
async def find(): ...

@router.post("/{filament_id}")
async def change(filament_id: int): ...

@external.get("/filament")
async def others(): ...

v1 = FastAPI()
v1.include_router(router)
v1.include_router(external)
app = FastAPI()
app.mount(env.base_path() + "/api/v1", v1)
`,
    "server/env.py": `
import os

def base_path() -> str:
    return os.getenv("BASE_PATH", "")
`,
    "web/http.ts": `
      import { API_BASE, queryString } from "./config";
      export async function getJson<T>(path: string, params = {}): Promise<T> {
        return (await fetch(API_BASE + path + queryString(params))).json();
      }`,
    "web/config.ts": `
      declare const root: string;
      export const API_BASE = root;
      export const queryString = (params: object): string => JSON.stringify(params);`,
    "web/filaments.ts": `
      import { API_BASE } from "./config";
      import { getJson } from "./http";
      export const all = () => getJson("/filament");
      export const foreign = () => getJson("/external/filament");
      export const change = (id: number) => fetch(\`\${API_BASE}/filament/\${id}\`, { method: "POST" });`,
  });
  await runScan(folder);
  expect(contracts(folder)).toMatchInlineSnapshot(`
    [
      "GET /\${env.base_path()}/api/v1/external/filament \${API_BASE}/external/filament\${queryString(params)} 80",
      "GET /\${env.base_path()}/api/v1/filament \${API_BASE}/filament\${queryString(params)} 80",
      "POST /\${env.base_path()}/api/v1/filament/{filament_id} \${API_BASE}/filament/\${id} [{"server":"filament_id","client":"id"}] 80",
    ]
  `);
});

test("of routes that end alike, the default of the setting in front of an address decides", async () => {
  const folder = new TempFolder({
    "server/app.ts": `
      import express from "express";
      const app = express();
      app.get("/api/shelves/:id", (req, res) => {});
      app.get("/v1/shelves/:id", (req, res) => {});
      app.get("/api/books", (req, res) => {});
      app.get("/v1/books", (req, res) => {});`,
    "web/constants.ts": `
      export const API_BASE = import.meta.env.VITE_API_BASE || "/api";
      export const HOST = import.meta.env.VITE_HOST || "https://example.com";`,
    "web/shelves.ts": `
      import { API_BASE, HOST } from "./constants";
      export const one = (id: string) => fetch(\`\${API_BASE}/shelves/\${id}\`, { method: "GET" });
      export const books = () => fetch(\`\${HOST}/books\`, { method: "GET" });`,
  });
  try {
    await runScan(folder);
    const asked = `\${API_BASE}/shelves/\${id} [{"server":"id","client":"id"}] 85`;
    expect(contracts(folder)).toEqual([`GET /api/shelves/:id ${asked}`]);
    folder.write({ "web/constants.ts": `export const API_BASE = import.meta.env.VITE_API_BASE || "/v1";` });
    await runScan(folder);
    expect(contracts(folder)).toEqual([`GET /v1/shelves/:id ${asked}`]);
  } finally {
    folder.remove();
  }
});

test("what is asked of a server that is not known does not end in a route for all further parts by its first part", async () => {
  const folder = new TempFolder({
    "package.json": '{ "name": "a", "dependencies": { "next": "15.0.0" } }',
    "app/api/[...trpc]/route.ts": "export async function GET() { return new Response(); }\n",
    "lib/remote.ts": `
export class Remote {
  constructor(private base: string) {}
  one() { return fetch(\`\${this.base}/api/v1/things\`); }
  two() { return fetch("/api/films.all"); }
}
`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual(["GET /api/[...trpc] /api/films.all 60"]);
});

test("addresses without a slash are behind the base of what a function hands them to", async () => {
  const folder = new TempFolder({
    "server/package.json": '{ "name": "server", "dependencies": { "express": "4" } }',
    "server/app.ts": `
      import express from "express";
      const app = express();
      app.patch("/api/notes/:id", (req, res) => {});
      app.delete("/api/boards", (req, res) => {});`,
    "web/package.json": '{ "name": "web", "dependencies": { "axios": "1", "ky": "1" } }',
    "web/api.ts": `
      import axios from "axios";
      import ky from "ky";
      const server = ky.create({ prefixUrl: "/api", credentials: "include" });
      export const ask = (url: string, options?: object) => server(url, { ...options });
      const http = axios.create({ baseURL: "/api" });
      export function call(url: string, options = {}) { return http(url, options); }
      export const read = (file: string) => load(file);
      function load(path: string) { return path; }`,
    "web/use.ts": `
      import { ask, call, read } from "./api";
      export const save = (id: string) => ask(\`notes/\${id}\`, { method: "PATCH", json: { a: 1 } });
      export const drop = () => call("/boards", { method: "DELETE" });
      export const other = (id: string) => read(\`notes/\${id}\`);`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "DELETE /api/boards /api/boards 95",
    `PATCH /api/notes/:id /api/notes/\${id} [{"server":"id","client":"id"}] 95`,
  ]);
});

test("what an own function puts behind a path is asked for with it", async () => {
  const folder = new TempFolder({
    "src/main/java/shop/Orders.java": `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
class Orders {
  @GetMapping("/orders") String all() { return ""; }
  @GetMapping("/orders/{id}/log") String log(@PathVariable String id) { return id; }
}`,
    "src/test/java/shop/OrdersTest.java": `package shop;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;
class OrdersTest {
  @Test void log() { LogHelper.logged("/orders"); }
}
class LogHelper {
  static void logged(String url) { RestAssured.given().when().get(path(url)).then().statusCode(200); }
  private static String path(String url) {
    return url + "/{id}/log";
  }
}`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([`GET /orders/{id}/log /orders/{id}/log [{"server":"id","client":"id"}] 95`]);
});
