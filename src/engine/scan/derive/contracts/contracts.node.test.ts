/** Requests and the endpoints that answer them, as a scan derives them. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { contracts } from "#engine/scan/testing/contracts-of";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

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
  await runScan(folder);
  expect(contracts(folder)).toMatchInlineSnapshot(`
    [
      "GET /api/users \${base}/api/users?page=1 85",
      "GET /api/users /api/users 95",
      "GET /api/users/:userId /api/users/\${id} [{"server":"userId","client":"id"}] 95",
      "GET /api/users/:userId /api/users/\${id} [{"server":"userId","client":"id"}] [{"kind":"method","client":"DELETE","server":"GET"}] 95",
      "GET /api/users/me /api/users/me 95",
    ]
  `);
});

test("nothing is told where two servers have the route, behind a written host, or of other methods at a single part", async () => {
  const folder = new TempFolder({
    ...shop,
    "server/docs.ts": `
      import express from "express";
      const docs = express();
      docs.get("/pages/api", (req, res) => {});
      docs.get("/orders", (req, res) => {});`,
    "old/app.ts": `
      import express from "express";
      const app = express();
      app.get("/health", (req, res) => {});`,
    "web/users.ts": `
      import axios from "axios";
      export const health = () => axios.get("/health");
      export const page = () => axios.get("http://localhost:8123/api");
      export const add = () => axios.post("/orders", {});`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([]);
});

test("a route for all further parts answers what is asked for from its start, not from somewhere in it", async () => {
  const folder = new TempFolder({
    "server/package.json": `{ "name": "server", "dependencies": { "express": "4" } }`,
    "server/app.ts": `
      import express from "express";
      const app = express();
      function handleNotFound(req, res) { res.sendStatus(404); }
      app.get("/api/none/v1/*", handleNotFound);
      app.get("/api/licensing/v1/*", (req, res) => {});`,
    "mail/box.ts": `
      const MAILBOX = process.env.MAILBOX;
      export const all = () => fetch(\`\${MAILBOX}/v1/messages\`);
      export const mine = () => fetch(\`\${MAILBOX}/api/licensing/v1/keys\`);
      export const none = () => fetch(\`\${MAILBOX}/api/none/v1/keys\`);
      export const made = () => fetch("/api/licensing/v1/keys", { method: "POST" });`,
  });
  await runScan(folder);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's path is written so
  expect(contracts(folder)).toEqual(["GET /api/licensing/v1/* ${MAILBOX}/api/licensing/v1/keys 60"]);
});

test("a client is called itself, servers put versions into their routes, and case says nothing", async () => {
  const folder = new TempFolder({
    ...shop,
    "server/app.ts": shop["server/app.ts"].replace("/health", "/api/Carts/list"),
    "web/api.ts": `
      import ky from "ky";
      class Http {
        private client: ReturnType<typeof ky.create>;
        constructor() { this.client = ky.create({ prefixUrl: "/api" }); }
        async request(method: string, url: string) { return this.client(url, { method }); }
        async get(url: string) { return this.request("get", url); }
      }
      export const http = new Http();`,
    "web/users.ts": `
      import { http } from "./api";
      export const list = () => http.get("users");
      export const me = () => fetch("/api/v1/users/me");
      export const carts = () => fetch("/api/carts/list");`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "GET /api/Carts/list /api/carts/list 95",
    "GET /api/users /api/users 95",
    "GET /api/users/me /api/v1/users/me 75",
  ]);
});

test("a framework's request in PHP takes more fields than its class declares, a class of one's own does not", async () => {
  const handler = (base: string) => ({
    "composer.json": `{ "require": { "laravel/framework": "^11" } }`,
    "routes/api.php": `<?php
      use App\\Invites;
      use Illuminate\\Support\\Facades\\Route;
      Route::post('/invites/send', [Invites::class, 'send']);`,
    "app/Invites.php": `<?php
      namespace App;
      class Invite${base} { public array $emails; }
      class Invites { public function send(Invite $invite) {} }`,
    "web/invite.ts": `
      import axios from "axios";
      export const send = (emails: string[], role: string) => axios.post("/api/invites/send", { emails, role });`,
  });
  const own = new TempFolder(handler(""));
  await runScan(own);
  expect(contracts(own)).toEqual(['POST /api/invites/send /api/invites/send [{"kind":"field","client":"role"}] 95']);
  const foreign = new TempFolder(handler(" extends \\Illuminate\\Foundation\\Http\\FormRequest"));
  await runScan(foreign);
  expect(contracts(foreign)).toEqual(["POST /api/invites/send /api/invites/send 95"]);
});

test("what extends the type that an endpoint gives adds what the client keeps beside it", async () => {
  const app = (base: string) => ({
    "package.json": `{ "name": "shop", "dependencies": { "@nestjs/common": "11", "axios": "1" } }`,
    "api/users.ts": `
      import { Controller, Get } from "@nestjs/common";
      export class UserDto { name: string; email: string; }
      @Controller("users")
      export class Users { @Get() one(): UserDto { return new UserDto(); } }`,
    "web/users.ts": `
      import axios from "axios";
      import { UserDto } from "../api/users";
      export class Row${base} { name: string; isSelected: boolean; }
      export const load = () => axios.get<Row>("/users");`,
  });
  const apart = new TempFolder(app(""));
  await runScan(apart);
  expect(contracts(apart)).toEqual(['GET /users /users [{"kind":"field","client":"isSelected"}] 95']);
  const below = new TempFolder(app(" extends UserDto"));
  await runScan(below);
  expect(contracts(below)).toEqual(["GET /users /users 95"]);
});

test("a test asks the server that it lies beside, where several have the route", async () => {
  const server = (name: string) => ({
    [`${name}/package.json`]: `{ "name": "${name}", "dependencies": { "express": "4", "supertest": "7" } }`,
    [`${name}/src/app.ts`]: `
      import express from "express";
      export const app = express();
      app.get("/orders/current", (req, res) => {});`,
    [`${name}/test/app.test.ts`]: `
      import request from "supertest";
      import { app } from "../src/app";
      it("gives", () => request(app).get("/orders/current"));`,
  });
  const folder = new TempFolder({ ...server("shop"), ...server("stock") });
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const met = db.prepare("select path, server from contracts order by path").all();
  db.close();
  expect(met.map((one) => Object.values(one))).toEqual([
    ["shop/test/app.test.ts", "shop/src/app.ts"],
    ["stock/test/app.test.ts", "stock/src/app.ts"],
  ]);
});

test("after an edit of either side the contracts are those of a full scan", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  const before = contracts(folder);
  folder.write({ "server/app.ts": shop["server/app.ts"].replace("/api/users", "/api/people") });
  await runScan(folder);
  expect(contracts(folder)).not.toEqual(before);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

const wrapped = {
  ...shop,
  "web/request.ts": `
    const root = "/api";
    export async function request(method: string, path: string, body?: object) {
      return fetch(\`\${root}\${path}\`, { method, body: JSON.stringify(body) });
    }
    export const get = (path: string) => request("GET", path);
    export class Client {
      constructor(private readonly host: string) {}
      send(options: { url: string; method: string }) {
        return fetch(this.host + options.url, { method: options.method });
      }
    }`,
  "web/users.ts": `
    import { Client, get, request } from "./request";
    export const list = () => get("/users");
    export const add = (name: string) => request("POST", "/users", { name });
    export const one = (client: Client, id: string) => client.send({ method: "GET", url: \`/api/users/\${id}\` });
    export const none = (map: Map<string, string>) => map.get("/users");`,
  "web/users.test.ts": `
    import { get } from "./request";
    test("lists", async () => { await get("/users/me"); });`,
};

test("a request through own functions stands where its address is written; a test's is told as one", async () => {
  const folder = new TempFolder(wrapped);
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const told = db.prepare("select method, url, via, symbol, is_test from client_calls order by path, line").all();
  const asked = db.prepare("select method, route, path, is_test from contracts order by path, line").all();
  db.close();
  expect(told.map((row) => Object.values(row).join(" "))).toMatchInlineSnapshot(`
    [
      "GET /api/users/me web/request.ts#get web/users.test.ts#<module> 1",
      "GET /api/users web/request.ts#get web/users.ts#list 0",
      "POST /api/users web/request.ts#request web/users.ts#add 0",
      "GET \${this.host}/api/users/\${id} web/request.ts#Client.send web/users.ts#one 0",
    ]
  `);
  expect(asked.map((row) => Object.values(row).join(" "))).toMatchInlineSnapshot(`
    [
      "GET /api/users/me web/users.test.ts 1",
      "GET /api/users web/users.ts 0",
      "POST /api/users web/users.ts 0",
      "GET /api/users/:userId web/users.ts 0",
    ]
  `);
});

test("after an edit of a function that asks for others the requests are those of a full scan", async () => {
  const folder = new TempFolder(wrapped);
  await runScan(folder);
  const before = contracts(folder);
  folder.write({ "web/request.ts": wrapped["web/request.ts"].replace('"/api"', '"/other"') });
  await runScan(folder);
  expect(contracts(folder)).not.toEqual(before);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

test("a route for all further parts answers nothing that another may", async () => {
  const folder = new TempFolder({
    "go.mod": "module shop\n\ngo 1.22\n\nrequire github.com/labstack/echo/v4 v4.0.0\n",
    "server/app.go": `package server
import ("net/http"; "github.com/labstack/echo/v4")
type Server struct{}
func (s *Server) file(c echo.Context) error { return c.NoContent(200) }
func (s *Server) Register(e *echo.Echo, h http.Handler) {
	g := e.Group("/file")
	g.GET("/attachments/:uid/:filename", s.file)
	e.Any("/file/*", echo.WrapHandler(h))
	e.Any("/api/v1/*", echo.WrapHandler(h))
}
`,
    "server/app_test.go": `package server
import ("fmt"; "net/http"; "net/http/httptest"; "testing"; "github.com/labstack/echo/v4")
func TestFile(t *testing.T) {
	e := echo.New()
	(&Server{}).Register(e, nil)
	name := "attachments/x"
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, fmt.Sprintf("/file/%s/%s", name, "b"), nil))
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/file/plain", nil))
}
func TestOwn(t *testing.T) {
	e := echo.New()
	e.POST("/api/v1/test", func(c echo.Context) error { return nil })
	e.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/api/v1/test", nil))
}
`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual(["ANY /file/* /file/plain 60"]);
});

test("what tests call of the program itself is no request of theirs; what they ask through their own helper is", async () => {
  const folder = new TempFolder({
    "config/routes.rb": `
Rails.application.routes.draw do
  namespace(:api) { namespace(:v1) { resources :versions, only: :show } }
end`,
    "app/controllers/api/v1/versions_controller.rb": `
class Api::V1::VersionsController < ActionController::Base
  def show; end
end`,
    "lib/store.rb": `
class Store
  def get(key)
    File.binread(key)
  end
end`,
    "test/store_test.rb": `
require_relative "../lib/store"
class StoreTest < Minitest::Test
  def test_reads
    assert_nil Store.new.get("versions/list")
    assert_nil Store.new.get("/api/v1/versions/1")
  end
end`,
  });
  try {
    await runScan(folder);
    expect(contracts(folder)).toEqual([
      `GET /api/v1/versions/:id /api/v1/versions/1 [{"server":"id","client":"1"}] 70`,
    ]);
  } finally {
    folder.remove();
  }
});

test("what begins with the base of the function that asks is no path behind it", async () => {
  const folder = new TempFolder({
    ...shop,
    "web/api.ts": `
      export const origin = document.title;
      export const get = (path: string) => fetch(\`\${origin}\${path}\`);`,
    "web/users.ts": `
      import { get, origin } from "./api";
      export const list = () => get("/api/users");
      export const twice = () => get(\`\${origin}/api/users\`);`,
  });
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  const asked = db.prepare("select symbol, url from client_calls").all();
  db.close();
  expect(asked.map((row) => Object.values(row).join(" "))).toMatchInlineSnapshot(`
    [
      "web/users.ts#list \${origin}/api/users",
    ]
  `);
});

test("a part that a route may leave out is left out, where no other route is just what is asked for", async () => {
  const folder = new TempFolder({
    "server/app.ts": `
      import express from "express";
      const app = express();
      app.get("/api/shelves/:name", (req, res) => {});
      app.get("/api/shelves/books/:id?", (req, res) => {});
      app.get("/api/shelves/books", (req, res) => {});
      app.get("/api/shelves/pens/:id?", (req, res) => {});`,
    "web/shelves.ts": `
      export const books = () => fetch("/api/shelves/books");
      export const book = (id: string) => fetch(\`/api/shelves/books/\${id}\`);
      export const pens = () => fetch("/api/shelves/pens");
      export const pen = (id: string) => fetch(\`/api/shelves/pens\${id ? \`/\${id}\` : ""}\`);`,
  });
  await runScan(folder);
  expect(contracts(folder).map((one) => one.split(" ").slice(0, 2).join(" "))).toEqual([
    "GET /api/shelves/books",
    "GET /api/shelves/books/:id?",
    "GET /api/shelves/pens/:id?",
    "GET /api/shelves/pens/:id?",
  ]);
});
