/** Who is asked in the bodies of handlers, and of the functions that these call. */
import { expect, test } from "vitest";
import { scan } from "#engine/scan/scan";
import { query } from "#engine/scan/testing/query-db";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const scanned = (folder: TempFolder) =>
  scan({ folder: folder.path, sourceMode: "snippets", generated: false, scanner: "test", workers: 1 });

/** Of each endpoint who is asked, by its path. */
const told = (folder: TempFolder): Record<string, string[]> =>
  Object.fromEntries(
    query(folder, "select method, route, guards from entry_points order by route, method").map(
      ({ method, route, guards }) => {
        const all = JSON.parse(String(guards ?? "[]")) as { name: string; inside?: boolean }[];
        return [`${method} ${route}`, all.map(({ name, inside }) => (inside ? `in ${name}` : name))];
      },
    ),
  );

const files = {
  "package.json": '{ "dependencies": { "express": "4" } }',
  "auth.js": `
export function requireUser(req) {
  const user = sessions.get(req.cookies.sid);
  if (!user) throw new UnauthorizedError("no");
  return user;
}
export function allowed(req, res) {
  if (!req.user) { res.status(401).end(); return false; }
  return true;
}
`,
  "orders.js": `
import { requireUser } from "./auth.js";
export function ofUser(req) {
  const user = requireUser(req);
  return orders.of(user);
}
export function remove(user, order) {
  if (order.owner !== user.id) throw new ForbiddenError();
  orders.remove(order);
}
`,
  "app.js": `
import express from "express";
import { allowed, requireUser } from "./auth.js";
import { ofUser, remove } from "./orders.js";
const app = express();
app.get("/own", signedIn, (req, res) => res.json(ofUser(req)));
app.get("/open", (req, res) => {
  if (req.query.all) requireUser(req);
  res.json([]);
});
app.put("/orders", (req, res) => {
  if (!allowed(req, res)) return;
  res.json({});
});
app.post("/orders", (req, res) => {
  allowed(req, res);
  res.json({});
});
app.delete("/orders/:id", (req, res) => {
  remove(requireUser(req), orders.get(req.params.id));
  res.end();
});
app.post("/login", (req, res) => {
  const user = users.find(req.body.name);
  if (!user || user.hash !== hash(req.body.password)) return res.status(401).end();
  res.json(user);
});
`,
};

test("what functions ask is asked by whoever surely calls them, unless their answer is not waited for", async () => {
  const folder = new TempFolder(files);
  await scanned(folder);
  expect(told(folder)).toEqual({
    "DELETE /orders/:id": ["in 403", "in requireUser(req)"],
    "GET /open": ["in requireUser(req)?"],
    "GET /own": ["signedIn", "in requireUser(req)"],
    "POST /login": [],
    "POST /orders": [],
    "PUT /orders": ["in allowed(req, res)"],
  });
});

test("an edit of what is called changes who is asked where it is", async () => {
  const folder = new TempFolder(files);
  await scanned(folder);
  const asked = () => told(folder)["GET /own"];
  expect(asked()).toEqual(["signedIn", "in requireUser(req)"]);
  folder.write({ "auth.js": files["auth.js"].replace('if (!user) throw new UnauthorizedError("no");', "") });
  await scanned(folder);
  expect(asked()).toEqual(["signedIn"]);
  folder.write({ "auth.js": files["auth.js"] });
  await scanned(folder);
  expect(asked()).toEqual(["signedIn", "in requireUser(req)"]);
});
