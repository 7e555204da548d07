import { expect, test } from "vitest";
import { table } from "./table.ts";

const rows = [
  ["GET", "/api/orders/:order/items", "OrderController.listItemsOfOrder", "packages/shop/src/orders.ts:1200"],
  ["POST", "/api/login", "login", "a/b.ts:3"],
];

test("columns are aligned, under headings where there are any", () => {
  expect(table(rows.slice(1), { head: ["method", "route", "handler", "place"], width: 80 })).toBe(
    "method  route       handler  place\nPOST    /api/login  login    a/b.ts:3",
  );
});

test("what is too wide for the terminal is cut in the least important column first", () => {
  expect(table(rows, { width: 88, shorten: [2] })).toMatchInlineSnapshot(`
    "GET   /api/orders/:order/items  OrderController.listI…  packages/shop/src/orders.ts:1200
    POST  /api/login                login                   a/b.ts:3"
  `);
  // Then in the widest; of a place the end stays.
  expect(table(rows, { width: 60, shorten: [2] })).toMatchInlineSnapshot(`
    "GET   /api/orders/:order…  OrderContro…  …src/orders.ts:1200
    POST  /api/login           login         a/b.ts:3"
  `);
});

test("nothing is cut below what a reader knows it again by, nor where nobody reads it on a terminal", () => {
  expect(table(rows, { width: 10 }).split("\n")[0]).toBe("GET   /api/orders…  OrderContro…  …ers.ts:1200");
  expect(table(rows, { width: Number.POSITIVE_INFINITY })).toContain(rows[0]?.join("   ").split("   ")[3]);
});
