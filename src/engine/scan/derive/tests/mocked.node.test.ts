import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

async function covered(files: Record<string, string>): Promise<string[]> {
  const folder = new TempFolder(files);
  await runScan(folder, { sourceMode: "none" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    const sql = "select coalesce(symbol, target) || ' by ' || how as told from test_covers order by 1";
    return db
      .prepare(sql)
      .all()
      .map(({ told }) => String(told));
  } finally {
    db.close();
  }
}

test("what a path or a name behind an object replaces is led to where it is declared", async () => {
  const folder = new TempFolder({
    "shop/mail.py": "def send(to): return to\nclass Box:\n    def put(self, one): return one\n",
    "shop/orders.py": "from shop.mail import send, Box\ndef order(one): return send(one)\n",
    "test_orders.py": `
from unittest import TestCase, mock
from shop import mail
from shop.mail import Box
@mock.patch("shop.bills.mail.send")
class OrdersTest(TestCase):
    @mock.patch("shop.orders.send")
    @mock.patch("shop.orders.Box.put")
    def test_order(self, put, send):
        with mock.patch.object(Box, "put"), mock.patch.object(mail, "send"), mock.patch("shop.none.send"):
            pass
`,
    "shop/bills.py": "from shop import mail\ndef bill(one): return mail.send(one)\n",
    "src/box.ts": "export class Box {\n  put(one: string): string { return one; }\n}\n",
    "src/box.test.ts": `
      import { test, vi } from "vitest";
      import { Box } from "./box";
      test("put", () => {
        const box = new Box();
        vi.spyOn(box, "put");
        vi.spyOn(console, "log");
      });`,
  });
  await runScan(folder, { sourceMode: "none" });
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    const what = "subject || ' ' || coalesce(target, '-') || ' ' || symbol";
    const told = db.prepare(`select ${what} as told from mocks order by path, line, 1`);
    expect(told.all().map(({ told }) => told)).toEqual([
      "put src/box.ts#Box.put src/box.test.ts#<module>",
      "log - src/box.test.ts#<module>",
      "shop.bills.mail.send shop/mail.py#send test_orders.py#OrdersTest",
      ...[
        "shop.orders.send shop/mail.py#send",
        "shop.orders.Box.put shop/mail.py#Box.put",
        "put shop/mail.py#Box.put",
        "send shop/mail.py#send",
        "shop.none.send -",
      ].map((it) => `${it} test_orders.py#OrdersTest.test_order`),
    ]);
  } finally {
    db.close();
  }
});

test("modules that a test replaces are not covered by their imports, those of which it takes parts are", async () => {
  const found = await covered({
    "src/mail.ts": "export const send = (to: string): string => (to ? to : '');\n",
    "src/tax.ts": "export const tax = (n: number): number => (n ? n : 0);\nexport const zero = (): number => 0;\n",
    "src/log.ts": "export const log = (n: number): number => (n ? n : 0);\n",
    "src/cart.ts": "export const total = (n: number): number => (n ? n : 0);\n",
    "test/shop.test.ts": `
      import { expect, test, vi } from "vitest";
      import { send } from "../src/mail";
      import { tax } from "../src/tax";
      import { log } from "../src/log";
      import { total } from "../src/cart";
      vi.mock("../src/mail", () => ({ send: vi.fn() }));
      vi.mock("../src/tax", async () => ({ ...(await vi.importActual("../src/tax")), zero: vi.fn() }));
      test("totals", () => {
        vi.mocked(log).mockReturnValue(1);
        expect(total(1)).toBe(1);
        expect(send).toHaveBeenCalled();
      });`,
  });
  expect(found).toEqual(["src/cart.ts#total by call", "src/tax.ts#tax by import"]);
});

test("calls on what stands for a class run nothing of it; on what is made, spied on or static they do", async () => {
  const type = (name: string) =>
    `<?php\nnamespace App;\nclass ${name} {\n  public function get(): int { return 1 ?: 2; }\n  public static function one(): int { return 1 ?: 2; }\n}\n`;
  const found = await covered({
    "composer.json": '{ "autoload": { "psr-4": { "App\\\\": "src/", "Tests\\\\": "tests/" } } }',
    "src/Dep.php": type("Dep"),
    "src/Made.php": type("Made"),
    "src/Spied.php": type("Spied"),
    "tests/AllTest.php": `<?php
namespace Tests;
use App\\Dep;
use App\\Made;
use App\\Spied;
use Mockery;
use PHPUnit\\Framework\\TestCase;
class AllTest extends TestCase {
  public function testA(): void {
    $d = Mockery::mock(Dep::class);
    $this->assertSame(1, $d->get());
    Dep::one();
    $m = $this->createMock(Made::class);
    $n = new Made();
    $n->get();
    $s = Mockery::spy(Spied::class);
    $s->get();
  }
}
`,
  });
  expect(found).toEqual([
    "src/Dep.php#Dep.one by call",
    "src/Made.php#Made by call",
    "src/Made.php#Made.get by call",
    "src/Spied.php#Spied by import",
    "src/Spied.php#Spied.get by call",
  ]);
});
