import { expect, test } from "vitest";
import { learnLayers } from "./layers.ts";
import type { FileObservations } from "./observation.ts";

const file = (path: string, ...external: string[]): FileObservations => ({
  path,
  family: path.slice(path.lastIndexOf(".") + 1),
  isTest: false,
  observations: [],
  internal: [],
  external: external.map((to) => ({ to, line: 1, isOfTypes: false })),
});

const many = (folder: string, count: number, ...external: string[]): FileObservations[] =>
  manyOf("php", folder, count, external);
const manyOf = (ending: string, folder: string, count: number, external: string[]): FileObservations[] =>
  Array.from({ length: count }, (_, at) => file(`${folder}/F${at}.${ending}`, ...external));

const told = (files: readonly FileObservations[]): string[] =>
  learnLayers(files, { folders: [], arePackages: false }, new Set()).map(({ condition }) => condition);

test("of a framework that all use, no namespace belongs to the folder where it is used", () => {
  const files = [
    ...many("app/Console", 8, "Illuminate\\Console"),
    ...many("app/Models", 20, "Illuminate\\Database"),
    ...many("app/Http", 10, "Illuminate\\Http"),
  ];
  expect(told(files)).toEqual([]);
});

test("namespaces of one vendor that a folder alone imports are told of once", () => {
  const files = [
    ...many("app/Integrations", 8, "Saloon\\Enums", "Saloon\\Http"),
    ...many("app/Models", 20),
    ...many("app/Http", 10),
  ];
  expect(told(files)).toEqual(["app/Integrations/ alone imports Saloon\\Enums."]);
});

test("what a language brings along is no package that a folder has for itself, unless it reaches out of the program", () => {
  const files = [
    ...manyOf("go", "app/pkg", 8, ["reflect", "encoding/json", "database/sql", "github.com/shop/queue"]),
    ...manyOf("go", "app/models", 20, []),
    ...manyOf("go", "app/handlers", 10, []),
  ];
  expect(told(files)).toEqual([
    "app/pkg/ alone imports database/sql.",
    "app/pkg/ alone imports github.com/shop/queue.",
  ]);
});

test("of a folder of which a few files import what imports it, so many are told of", () => {
  const importing = (path: string, ...to: string[]): FileObservations => ({
    ...file(path),
    internal: to.map((one) => ({ to: one, line: 1, isOfTypes: false })),
  });
  const models = (more: readonly string[]): FileObservations[] =>
    Array.from({ length: 120 }, (_, at) => {
      const back = at === 0 ? more : [];
      return importing(`app/models/F${at}.php`, `app/words/F${at}.php`, ...back);
    });
  const seeds = Array.from({ length: 40 }, (_, at) => importing(`app/seeds/F${at}.php`, `app/models/F${at}.php`));
  const others = [
    ...many("app/words", 120),
    ...many("app/pages", 120),
    importing("app/pages/P.php", "app/seeds/F1.php"),
  ];
  const of = (more: readonly string[]) => told([...models(more), ...seeds, ...others]);
  expect(of([])).toEqual(["app/models/ never imports app/seeds/, which imports it."]);
  expect(of(["app/seeds/F2.php"])).toEqual([
    "1 of 120 files of app/models/ that import others imports app/seeds/, which imports it.",
  ]);
});
