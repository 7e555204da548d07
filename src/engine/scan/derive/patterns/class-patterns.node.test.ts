/** What classes and their members come to be counted as. */

import { expect, test } from "vitest";
import * as db from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const query = (folder: TempFolder, sql: string): string[] =>
  db.query(folder, sql).map((row) => Object.values(row).join(" | "));

const names = ["cart", "order", "price", "stock", "store", "buyer", "offer", "parcel", "refund"];
const title = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

test("a method that only the documentation of a class tells is not one that it defines", async () => {
  const classes = names.map((name) => [
    `src/${name}/${title(name)}.php`,
    `<?php\n/**\n * @method static at(string $node)\n */\nclass ${title(name)} extends Base {\n  public function run() {}\n}\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "src/Base.php": "<?php\nclass Base {\n  public function at($node) {}\n  public function run() {}\n}\n",
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints where condition like '%Base%'")).toEqual([
    "Every class that extends Base defines run. | 9 | 9",
  ]);
});

test("what a framework asks of all that extend its class is no convention, of one's own class it is", async () => {
  const classes = names.map((name) => [
    `src/${name}/${title(name)}.js`,
    `export class ${title(name)} extends Component {\n  render() {}\n  title() {}\n}\n`,
  ]);
  const of = (files: Record<string, string>) => new TempFolder({ ...Object.fromEntries(classes), ...files });
  const asked = "select condition from constraints where condition like '%Component%'";
  const framework = of({});
  await runScan(framework);
  expect(query(framework, asked)).toEqual(["Every class that extends Component defines title."]);
  const own = of({ "src/Component.js": "export class Component {\n  show() {}\n}\n" });
  await runScan(own);
  expect(query(own, asked)).toEqual(["Every class that extends Component defines render and title."]);
});

test("overloads of a method are counted once for a class", async () => {
  const classes = names.map((name) => [
    `src/${name}/${title(name)}.java`,
    `package ${name};\npublic class ${title(name)} extends Base {\n  public void run() {}\n  public void run(int times) {}\n}\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "src/base/Base.java": "package base;\npublic class Base {\n  public void run() {}\n}\n",
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "Every class that extends Base defines run. | 9 | 9",
  ]);
});

test("classes in Ruby's modules have conventions, and the modules none", async () => {
  const classes = names.map((name) => [
    `app/jobs/shop/${name}_job.rb`,
    `module Shop\n  class Later\n  class ${title(name)}Job < QueueJob\n    def perform\n    end\n  end\n  end\nend\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "lib/queue_job.rb": "class QueueJob\n  def perform\n  end\nend\n",
  });
  await runScan(folder);
  const found = query(folder, "select name, occurrences from patterns where id like 'structural/ruby-%' order by id");
  expect(found).toEqual(["Classes named …Job extend QueueJob | 9", "Classes in shop/ are named …Job | 9"]);
});

test("records of Java are said to be records", async () => {
  const records = names.map((name) => [
    `src/shop/orders/${title(name)}Line.java`,
    `package shop.orders;\npublic record ${title(name)}Line(int count) {}\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(records),
    "src/shop/orders/OpenLine.java": "package shop.orders;\npublic class OpenLine {\n  int count;\n}\n",
  });
  await runScan(folder);
  const found = query(folder, "select name, summary, outliers from patterns where name like '%record%'");
  expect(found).toEqual(["Classes named …Line are records | Classes named …Line are records. | 1"]);
});

test("a class in a class of Python needs no documentation of its own", async () => {
  const models = names.map((name) => [
    `shop/${name}.py`,
    ["", "Line", "List"]
      .map((end) => `class ${title(name)}${end}:\n    """What is sold."""\n\n    class Meta:\n        ordering = []\n`)
      .join("\n\n"),
  ]);
  const folder = new TempFolder(Object.fromEntries(models));
  await runScan(folder);
  const told = query(folder, "select is_outlier, count(*) from pattern_locations where pattern like '%documented%'");
  expect(told).toEqual(["0 | 9"]);
});

test("a module of CommonJS that is one function or class gives out its main thing", async () => {
  const modules = names.map((name) => [`src/${name}.js`, `function ${name}() {}\nmodule.exports = ${name};\n`]);
  const objects = { "src/all.js": "module.exports = { a: 1 };\n" };
  const folder = new TempFolder({ ...Object.fromEntries(modules), ...objects });
  await runScan(folder);
  const patterns = "select name, occurrences, outliers from patterns where id like '%export-style%'";
  expect(query(folder, patterns)).toEqual(["Default exports in modules | 9 | 0"]);
});

test("what classes extend is no outlier of theirs, and who extends it through another follows", async () => {
  const classes = names.map((name, at) => [
    `app/jobs/${name}_job.rb`,
    `class ${title(name)}Job < ${at < 2 ? "SlowJob" : "BaseJob"}\n  def perform\n  end\nend\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "app/jobs/base_job.rb": "class BaseJob\n  def perform\n  end\nend\n",
    "app/jobs/slow_job.rb": "class SlowJob < BaseJob\n  def perform\n  end\nend\n",
    "app/jobs/lone_job.rb": "class LoneJob\n  def perform\n  end\nend\n",
  });
  await runScan(folder);
  const found = query(
    folder,
    "select name, occurrences, outliers from patterns where id like 'structural/ruby-base-%'",
  );
  expect(found).toEqual(["Classes named …Job extend BaseJob | 10 | 1"]);
});

test("an own decorator is told of classes that are called like it, and of few classes nothing is", async () => {
  const classes = names.map((name) => [
    `routes/${name}.py`,
    `from routes.base import controller\n\n\n@controller\nclass ${title(name)}Controller:\n    pass\n`,
  ]);
  const few = names.slice(0, 6).map((name) => [`jobs/${name}.py`, `class ${title(name)}Job:\n    pass\n`]);
  const folder = new TempFolder({
    ...Object.fromEntries([...classes, ...few]),
    "routes/base.py": "def controller(cls):\n    return cls\n",
  });
  await runScan(folder);
  const found = query(folder, "select name, occurrences from patterns where name like 'Classes%' order by id");
  expect(found).toEqual([
    "Classes in routes/ are named …Controller | 9",
    "Classes named …Controller carry @controller | 9",
  ]);
});

test("an abstract class leaves a method to those that extend it, and one that leaves it out is counted", async () => {
  const several = [...names, "coupon", "label"];
  const classes = several.map((name, at) => [
    `src/${name}/${title(name)}.java`,
    `package ${name};\npublic class ${title(name)} extends Base {\n${at === 0 ? "" : "  public void run() {}\n"}}\n`,
  ]);
  const folder = new TempFolder({
    ...Object.fromEntries(classes),
    "src/base/Base.java": "package base;\npublic class Base {\n  public void run() {}\n}\n",
    "src/base/Half.java": "package base;\npublic abstract class Half extends Base {\n  public void walk() {}\n}\n",
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "10 of 11 classes that extend Base define run. | 10 | 11",
  ]);
});

test("a version is no role of classes: they are looked at by the folder around it", async () => {
  const of = (kind: string) =>
    names.map((name) => [
      `app/Http/${kind}s/V1/${title(name)}${kind}.php`,
      `<?php\nnamespace App\\Http\\${kind}s\\V1;\nclass ${title(name)}${kind} {\n}\n`,
    ]);
  const folder = new TempFolder(Object.fromEntries([...of("Resource"), ...of("Request")]));
  await runScan(folder);
  expect(query(folder, "select name from patterns where id like '%class-names%' order by name")).toEqual([
    "Classes in Requests/ are named …Request",
    "Classes in Resources/ are named …Resource",
  ]);
});

test("the class that leaves a method out is told, also of those that stand with others in one file", async () => {
  const view = (name: string, at: number) =>
    `class ${title(name)}View(Base):\n${at === 7 ? "    pass\n" : "    def get_rows(self):\n        return []\n"}`;
  const all = [...names, "coupon", "label", "ticket"];
  const folder = new TempFolder({
    "app/base.py": "class Base:\n    pass\n",
    "app/one.py": `from app.base import Base\n${all.slice(0, 4).map(view).join("")}`,
    "app/two.py": `from app.base import Base\n${all
      .slice(4, 8)
      .map((name, at) => view(name, at + 4))
      .join("")}`,
    "app/three.py": `from app.base import Base\n${all
      .slice(8)
      .map((name, at) => view(name, at + 8))
      .join("")}`,
  });
  await runScan(folder);
  expect(query(folder, "select condition, exceptions from constraints where condition like '%Base%'")).toEqual([
    '11 of 12 classes that extend Base define get_rows. | [{"path":"app/two.py","line":11}]',
  ]);
});
