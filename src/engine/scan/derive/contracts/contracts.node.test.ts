/** Requests and the endpoints that answer them, as a scan derives them. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { scan } from "#engine/scan/scan";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { addressOf, laid, routeOf } from "./address.ts";

const run = (folder: TempFolder, full = false) =>
  scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test", workers: 1, full });

function contracts(folder: TempFolder): string[] {
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    return db
      .prepare("select method, route, url, parameters, mismatches, confidence from contracts order by url, method")
      .all()
      .map((row) => Object.values(row).filter(Boolean).join(" "));
  } finally {
    db.close();
  }
}

const shop = {
  "server/package.json": `{ "name": "server", "dependencies": { "express": "4" } }`,
  "server/app.ts": `
    import express, { Router } from "express";
    const app = express();
    const users = Router();
    app.use("/api/users", users);
    users.get("/", (req, res) => {});
    users.get("/me", (req, res) => {});
    users.get("/:userId", (req, res) => {});
    users.post("/", (req, res) => {});
    app.get("/health", (req, res) => {});`,
  "web/package.json": `{ "name": "web", "dependencies": { "axios": "1" } }`,
  "web/api.ts": `
    import axios from "axios";
    export const api = axios.create({ baseURL: "/api" });
    export const github = axios.create({ baseURL: "https://api.github.com" });`,
  "web/users.ts": `
    import { api, github } from "./api";
    export const list = () => api.get("/users");
    export const me = () => api.get("/users/me");
    export const one = (id: string) => api.get(\`/users/\${id}\`);
    export const drop = (id: string) => api.delete(\`/users/\${id}\`);
    export const foreign = () => github.get("/users");
    export const other = () => fetch("https://example.com/api/users");
    export const own = (base: string) => fetch(\`\${base}/api/users?page=1\`);`,
};

test("requests meet endpoints by method and path; those to others' servers meet none", async () => {
  const folder = new TempFolder(shop);
  await run(folder);
  expect(contracts(folder)).toMatchInlineSnapshot(`
    [
      "GET /api/users \${base}/api/users?page=1 85",
      "GET /api/users /users 95",
      "GET /api/users/:userId /users/\${id} [{"server":"userId","client":"id"}] 95",
      "GET /api/users/:userId /users/\${id} [{"server":"userId","client":"id"}] [{"kind":"method","client":"DELETE","server":"GET"}] 95",
      "GET /api/users/me /users/me 95",
    ]
  `);
});

test("after an edit of either side the contracts are those of a full scan", async () => {
  const folder = new TempFolder(shop);
  await run(folder);
  const before = contracts(folder);
  folder.write({ "server/app.ts": shop["server/app.ts"].replace("/api/users", "/api/people") });
  await run(folder);
  expect(contracts(folder)).not.toEqual(before);
  const rescanned = dumpDb(folder.path);
  await run(folder, true);
  expect(rescanned).toEqual(dumpDb(folder.path));
});

test("addresses and routes are read in any writing", () => {
  const parts = (url: string, base?: string) =>
    addressOf(url, base)
      ?.parts.map(({ text }) => text)
      .join("/");
  expect(parts("http://localhost:3000/users/{id}")).toBe("users/id");
  expect(parts("/users/#{user.id}?a=b")).toBe("users/id");
  expect(parts("users", "http://localhost:8000/api/")).toBe("api/users");
  expect(parts("//example.com/users")).toBeUndefined();
  const names = (route: string) => routeOf(route).map(({ text, isParameter }) => (isParameter ? `:${text}` : text));
  expect(names("/users/:id")).toEqual(["users", ":id"]);
  expect(names("/users/{id:int}/<int:page>/[slug]")).toEqual(["users", ":id", ":page", ":slug"]);
  const meets = (url: string, route: string) =>
    laid(addressOf(url, undefined)?.parts ?? [], routeOf(route), 0) !== undefined;
  expect(meets("/files/a/b", "/files/*path")).toBe(true);
  expect(meets("/files", "/files/:id")).toBe(false);
  expect(meets("/users/#{name}", "/users/me")).toBe(false);
});
