/** What entry points reach, as a scan derives it. */
import { expect, test } from "vitest";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { flows } from "#engine/scan/testing/flows-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const shop = {
  "package.json": `{ "name": "shop", "dependencies": { "express": "4", "pg": "8" } }`,
  "src/app.ts": `
    import express from "express";
    import { find, list } from "./orders";
    import { run } from "./shell";
    const app = express();
    app.get("/orders/:id", signedIn, (req, res) => {
      const { id } = req.params;
      find(id);
    });
    app.get("/orders", (req, res) => {
      list("new");
    });
    app.post("/run", (req, res) => run(req.body.name));
    function signedIn(req, res, next) { next(); }
  `,
  "src/orders.ts": `
    import { query } from "./db";
    export function find(id: string) {
      return query("select email from users where id = '" + id + "'");
    }
    export function list(state: string) {
      return query(\`select id from orders where state = '\${state}'\`);
    }
  `,
  "src/db.ts": `
    import { Pool } from "pg";
    const pool = new Pool();
    export function query(sql: string) {
      return pool.query(sql);
    }
  `,
  "src/shell.ts": `
    import { exec } from "node:child_process";
    export interface Shell { run(name: string): void }
    export class Local implements Shell {
      run(name: string) { exec("ls " + name); }
    }
    export function run(name: string, shell: Shell = new Local()) { shell.run(name); }
  `,
};

test("a value is followed argument by argument; of another entry point's handler in the same place nothing is said", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  expect(flows(folder)).toMatchInlineSnapshot(`
    [
      "GET /orders reaches read orders list+10",
      "GET /orders/:id reaches read users find+7 ["signedIn"]",
      "GET /orders/:id taints sql pool.query find+7 query+1 ["signedIn"]",
      "POST /run taints exec exec run+12 Local.run+0 unsure at 2",
    ]
  `);
});

test("after an edit the flows are those of a full scan, and lines above move none", async () => {
  const folder = new TempFolder(shop);
  await runScan(folder);
  const before = flows(folder);
  folder.write({ "src/db.ts": `// new\n\n${shop["src/db.ts"]}` });
  const moved = await runScan(folder);
  expect(flows(folder)).toEqual(before);
  expect(moved.units.changed).toBeLessThan(5);
  folder.write({ "src/orders.ts": shop["src/orders.ts"].replace(`'" + id + "'`, `1`) });
  await runScan(folder);
  expect(flows(folder)).not.toEqual(before);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

/** What rests on what: each edit changes flows of files that it does not touch, or of none. */
const edits: Record<string, Record<string, string>> = {
  "a method more of a class on the way": {
    "src/shell.ts": shop["src/shell.ts"].replace("implements Shell {", "implements Shell {\n      stop() {}"),
  },
  "a function on the way does something else": {
    "src/shell.ts": shop["src/shell.ts"].replace(`exec("ls " + name);`, ""),
  },
  "an implementation more, elsewhere": {
    "src/remote.ts": `
      import { exec } from "node:child_process";
      import { Shell } from "./shell";
      export class Remote implements Shell { run(name: string) { exec("ssh " + name); } }`,
  },
  "an implementation less": {
    "src/shell.ts": shop["src/shell.ts"].replace("class Local implements Shell", "class Local"),
  },
  "where it leads is gone": { "src/db.ts": "export const nothing = 1;" },
  "an entry point less": { "src/app.ts": shop["src/app.ts"].replace(/app\.post.*/, "") },
  "a script takes no request any more": { "admin.php": "<?php\n" },
};

test.each(Object.keys(edits))("after an edit the flows are those of a full scan: %s", async (edit) => {
  const folder = new TempFolder({
    ...shop,
    "script.php": `<?php\nfunction show($db) { $id = $_GET['id']; mysqli_query($db, "select * from a where id = '$id'"); }`,
    "admin.php": `<?php\n$id = $_GET['id'];\nmysqli_query($db, "select * from b where id = '$id'");`,
  });
  await runScan(folder);
  folder.write(edits[edit] ?? {});
  await runScan(folder);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

const service = {
  "go.mod": "module example.com/shop\ngo 1.22\nrequire github.com/gin-gonic/gin v1.10.0\n",
  "main.go": `package main
import "github.com/gin-gonic/gin"
type Finder interface {
	Find(id string) string
	Drop(id string)
}
type Handler struct { finder Finder }
func (h *Handler) Get(c *gin.Context) { h.finder.Find(c.Param("id")) }
func main() {
	h := &Handler{}
	r := gin.Default()
	r.GET("/a/:id", h.Get)
}
`,
  "store/shell.go": `package store
import "os/exec"
type Shell struct{}
func (s *Shell) Find(id string) string {
	exec.Command("sh", "-c", "ls "+id).Run()
	return ""
}
`,
  "store/drop.go": "package store\nfunc (s *Shell) Drop(id string) {}\n",
  "store/half.go": `package store
import "os/exec"
type Half struct{}
func (h Half) Find(id string) string { exec.Command("sh", "-c", "half "+id).Run(); return "" }
`,
  "mocks/shell.go": `package mocks
import "os/exec"
type Shell struct{}
func (s *Shell) Find(id string) string { exec.Command("sh", "-c", "mock "+id).Run(); return "" }
func (s *Shell) Drop(id string) {}
`,
};

test.each([
  ["a method less of a type, elsewhere", { "store/drop.go": "package store\n" }],
  ["a method more that is asked for", { "main.go": service["main.go"].replace("Drop(", "Drop2()\n\tDrop(") }],
  [
    "something embedded from outside",
    {
      "store/half.go": service["store/half.go"]
        .replace("struct{}", "struct{ sql.DB }")
        .replace('"os/exec"', '("os/exec"; "database/sql")'),
      "main.go": service["main.go"].replace("Drop(", "Close() error\n\tDrop("),
      "store/more.go": "package store\nfunc (h Half) Drop(id string) {}\n",
    },
  ],
  ["a method more of another type", { "store/more.go": "package store\nfunc (h Half) Drop(id string) {}\n" }],
])("after an edit of Go the flows are those of a full scan: %s", async (_, edit) => {
  const folder = new TempFolder(service);
  await runScan(folder);
  const before = flows(folder);
  folder.write(edit);
  await runScan(folder);
  expect(flows(folder)).not.toEqual(before);
  const rescanned = dumpDb(folder.path);
  await runScan(folder, { full: true });
  expect(rescanned).toEqual(dumpDb(folder.path));
});

test("behind an interface of Go stand the types that have all its methods", async () => {
  const folder = new TempFolder(service);
  await runScan(folder);
  expect(flows(folder).map((one) => one.replace(/ unsure.*/, ""))).toEqual([
    "GET /a/:id taints exec exec.Command Shell.Find+0",
  ]);
});

test("a type of Go has the methods of what it embeds, and whatever is outside of the repository may have", async () => {
  const asked = { "main.go": service["main.go"].replace("Drop(", "Close() error\n\tPing() error\n\tDrop(") };
  const store = (embeds: string, rest = "") => ({
    ...service,
    ...asked,
    "store/half.go": `package store
import ("os/exec"; "database/sql")
type Half struct{ ${embeds} }
type Base struct{}
func (b *Base) Close() error { return nil }
func (b *Base) Ping() error { return nil }
func (h Half) Find(id string) string { exec.Command("sh", "-c", "half "+id).Run(); return "" }
${rest}`,
  });
  const drop = "func (h Half) Drop(id string) {}\n";
  const found = ["GET /a/:id taints exec exec.Command Half.Find+0"];
  for (const [files, expected] of [
    [store("*sql.DB", drop), found],
    [store("*Base", drop), found],
    [store("*Base"), []],
    [store("name string", drop), []],
    // What has more of it from outside than itself may be anything.
    [store("*sql.DB"), []],
  ] as const) {
    const folder = new TempFolder(files);
    await runScan(folder);
    expect(flows(folder).map((one) => one.replace(/ unsure.*/, ""))).toEqual(expected);
  }
});

test("what a function without a name is given is followed where another function makes it", async () => {
  const folder = new TempFolder({
    "package.json": `{ "name": "a", "dependencies": { "express": "4" } }`,
    "a.ts": `
      import express from "express";
      import { exec } from "node:child_process";
      const app = express();
      app.get("/a", show());
      app.get("/b", list());
      function show() { return ({ query }, res) => { exec("ls " + query.a); }; }
      function list() { return (req, res) => { exec("ls " + parseInt(req.query.a)); }; }`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["GET /a taints exec exec"]);
});

test("what a function of Go is given that makes a handler was not sent", async () => {
  const folder = new TempFolder({
    "go.mod": "module example.com/a\n\nrequire github.com/gin-gonic/gin v1.10.0\n",
    "main.go": `package main
import ("net/http"; "github.com/gin-gonic/gin")
func main() { r := gin.New(); r.GET("/a", away("/b", 302)); r.GET("/c", back) }
func away(to string, code ...int) func(c *gin.Context) {
  return func(c *gin.Context) { http.Redirect(c.Writer, c.Request, to, code[0]) }
}
func back(c *gin.Context) { http.Redirect(c.Writer, c.Request, c.Query("to"), 302) }
`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["GET /c taints redirect http.Redirect"]);
});

test("a script that takes a request itself is an entry point; what it checks and escapes is none", async () => {
  const folder = new TempFolder({
    "show.php": `<?php\n$id = $_GET['id'];\nmysqli_query($db, "select * from a where id = '$id'");`,
    "safe.php": `<?php\n$id = mysqli_real_escape_string($db, $_GET['id']);\nmysqli_query($db, "select * from a where id = '$id'");`,
    "list.php": `<?php\n$id = $_GET['id'];\nif (!in_array($id, $known)) exit;\nmysqli_query($db, "select * from a where id = '$id'");`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["show.php taints sql mysqli_query"]);
});

test("a read tells what it reads of what is sensitive, whatever its filter names", async () => {
  const folder = new TempFolder({
    "package.json": `{ "name": "a", "dependencies": { "express": "4", "@prisma/client": "6" } }`,
    "prisma/schema.prisma": `
model User {
  id       Int    @id
  email    String
  password String
}
`,
    "a.ts": `
      import { PrismaClient } from "@prisma/client";
      import express from "express";
      const prisma = new PrismaClient();
      const app = express();
      app.get("/whole", async (req, res) => res.json(await prisma.user.findFirst({ where: { id: 1 } })));
      app.get("/some", async (req, res) => {
        res.json(await prisma.user.findFirst({ where: { email: "a" }, select: { id: true } }));
      });
      app.get("/both", async (req, res) => {
        await prisma.user.findFirst({ select: { email: true } });
        await prisma.user.findFirst({ select: { password: true } });
      });`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual([
    'GET /both reaches read user ["user.email","user.password"]',
    "GET /some reaches read user",
    'GET /whole reaches read user ["user.email","user.password"]',
  ]);
});

test("functions of a thousand parameters that hand all of them on are followed in bounds", async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `p${at}`).join(",\n");
  const folder = new TempFolder({
    "package.json": `{ "name": "a", "dependencies": { "express": "4" } }`,
    "a.ts": `
      import express from "express";
      import { exec } from "node:child_process";
      const app = express();
      app.get("/a", handle);
      function handle(req, res) { one(req.query.a); }
      function one(${names}) { two(${names}); }
      function two(${names}) { one(${names}); exec("ls " + p0); }`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["GET /a taints exec exec one+0 two+999"]);
});

test("what a framework hands in to work with is not what was asked", async () => {
  const folder = new TempFolder({
    "composer.json": `{ "require": { "symfony/routing": "7" } }`,
    "Documents.php": `<?php
use Symfony\\Component\\Routing\\Attribute\\Route;
class Documents {
    #[Route('/documents', methods: ['POST'])]
    public function clear(string $folder, PathHelper $helper) { unlink($folder . '/a'); unlink($helper->get('b')); }
    #[Route('/{_locale}/documents', methods: ['PUT'])]
    public function empty(string $folder) { unlink($folder . '/a'); }
    #[Route('/documents/{name}', methods: ['DELETE'])]
    public function remove(string $name) { exec('rm /srv/' . $name); }
}
`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["DELETE /documents/{name} taints exec exec"]);
});

test("a command opens files that its operator names, and a signal is handed what is stored", async () => {
  const folder = new TempFolder({
    "shown.py": `
import os
import click
from django.db.models.signals import post_delete
from django.dispatch import receiver

@click.command()
@click.argument("name")
def show(name):
    open(name)
    os.system("cat " + name)

@receiver(post_delete)
def forget(sender, instance, **kwargs):
    os.remove(instance.path)
`,
  });
  await runScan(folder);
  expect(flows(folder)).toEqual(["show taints exec os.system"]);
});

test("a single segment of a route opens no other folder, and a number none at all", async () => {
  const folder = new TempFolder({
    "requirements.txt": "flask\n",
    "app.py": `
from flask import Flask
import os

app = Flask(__name__)

@app.route("/files/<name>")
def show(name):
    os.system("cat " + name)
    return open("files/" + name)

@app.route("/trees/<path:name>")
def tree(name):
    return open("files/" + name)

@app.route("/pages/<int:page>")
def page(page):
    os.system("show " + page)
`,
  });
  try {
    await runScan(folder);
    expect(flows(folder)).toEqual([
      "GET /files/<name> taints exec os.system",
      "GET /pages/<int:page> reaches exec os.system",
      "GET /trees/<path:name> taints path open",
    ]);
  } finally {
    folder.remove();
  }
});
