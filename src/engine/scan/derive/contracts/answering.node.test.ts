/** Who may answer a request: servers beside it, procedures by their names, and no stand-in of others. */
import { expect, test } from "vitest";
import { contracts } from "#engine/scan/testing/contracts-of";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("what a server asks in code that its endpoints import is somebody else's", async () => {
  const folder = new TempFolder({
    "server/app.ts": `
      import express from "express";
      import { movies } from "./movies";
      const app = express();
      app.get("/api/movies/:id", async (req, res) => res.json(await movies(req.params.id)));`,
    "server/movies.ts": `
      import { ask } from "./ask";
      export const movies = (id: string) => ask(id);`,
    "server/ask.ts": `
      import axios from "axios";
      export const ask = (id: string, base = process.env.BASE) => axios.get(\`\${base}/movies/\${id}\`);`,
    "web/movies.ts": `
      import axios from "axios";
      export const movie = (id: string, base = "") => axios.get(\`\${base}/api/movies/\${id}\`);`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    `GET /api/movies/:id \${base}/api/movies/\${id} [{"server":"id","client":"id"}] 85`,
  ]);
});

test("procedures of tRPC are asked by their names", async () => {
  const folder = new TempFolder({
    "server/router.ts": `
      import { initTRPC } from "@trpc/server";
      const t = initTRPC.create();
      const notes = t.router({
        list: t.procedure.query(() => []),
        add: t.procedure.mutation(() => 1),
      });
      export const appRouter = t.router({ notes, health: t.procedure.query(() => "up") });
      export type AppRouter = typeof appRouter;`,
    "web/client.ts": `
      import { createTRPCClient } from "@trpc/client";
      import type { AppRouter } from "../server/router";
      export const client = createTRPCClient<AppRouter>({ links: [] });`,
    "web/react.ts": `
      import { createTRPCReact } from "@trpc/react-query";
      import type { AppRouter } from "../server/router";
      export const trpc = createTRPCReact<AppRouter>();`,
    "web/notes.ts": `
      import { client } from "./client";
      import { trpc } from "./react";
      export const health = () => client.health.query();
      export const wrong = async () => (await client.notes.list.mutate()).map((it) => it);
      export const other = () => client.others.list.query();
      export function useNotes() {
        const add = trpc.notes.add.useMutation();
        return trpc.notes.list.useQuery();
      }`,
  });
  await runScan(folder);
  expect(contracts(folder)).toMatchInlineSnapshot(`
    [
      "QUERY health health 95",
      "MUTATION notes.add notes.add 95",
      "QUERY notes.list notes.list [{"kind":"method","client":"MUTATION","server":"QUERY"}] 95",
      "QUERY notes.list notes.list 95",
    ]
  `);
  const told = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(dumpDb(folder.path)).toEqual(told);
});

test("examples and stand-ins answer what lies beside them, and what takes all no path that others serve", async () => {
  const server = (routes: string) => `
    import express from "express";
    const app = express();
    ${routes}`;
  const folder = new TempFolder({
    "server/v1.ts": server(`app.post("/v1/login", login);`),
    "server/registry.ts": server(`app.all("/api/v1/*", registry);`),
    "server/models.ts": `
      import axios from "axios";
      export const models = (provider: string) => axios.get(\`\${provider}/models\`);`,
    "mock-openai/server.js": server(`app.get("/models", models);`),
    "mock-openai/ask.ts": `
      import axios from "axios";
      export const models = (base: string) => axios.get(\`\${base}/models?own=1\`);`,
    "web/login.ts": `
      import axios from "axios";
      export const login = () => axios.post("/api/v1/login", {});
      export const gone = () => axios.post("/api/v1/gone", {});`,
  });
  await runScan(folder);
  expect(contracts(folder)).toMatchInlineSnapshot(`
    [
      "GET /models \${base}/models?own=1 85",
      "POST /v1/login /api/v1/login 75",
    ]
  `);
});

test("a test that asks a server of its own asks the application's where the same handler answers", async () => {
  const server = (routes: string) => `
    package shop
    import "github.com/gin-gonic/gin"
    ${routes}`;
  const folder = new TempFolder({
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "main.go": server(`
    func Films(c *gin.Context) {}
    func Books(c *gin.Context) {}
    func Pens(c *gin.Context) {}
    func Start() {
      r := gin.New()
      r.GET("/shop/films", Films)
      r.GET("/shop/books", Books)
      r.GET("/shop/pens", Pens)
    }`),
    "main_test.go": `
    package shop
    import ("net/http/httptest"; "testing"; "github.com/gin-gonic/gin")
    func other(c *gin.Context) {}
    func served(path string) {
      r := gin.New()
      r.Any("/*any", other)
      r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
    }
    func TestShop(t *testing.T) {
      r := gin.New()
      r.GET("/films", Films)
      r.GET("/books", other)
      r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/films", nil))
      r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/books", nil))
      served("/shop/pens")
    }`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual(["GET /shop/films /films 60"]);
});
