import { expect, test } from "vitest";
import { readHistory } from "#engine/scan/history/read-history";
import { TempRepository } from "#engine/scan/testing/temp-repository";

const told = async (repository: TempRepository): Promise<string[]> =>
  (await readHistory(repository.path, false, new Set())).read.flatMap(({ findings }) =>
    findings.map(({ summary }) => summary),
  );

test("a tool whose settings went into a folder's manifest is used as before", async () => {
  const settings = { "jest.config.js": "module.exports = {};\n" };
  const manifest = (own: object): string => JSON.stringify({ name: "server", devDependencies: { jest: "29" }, ...own });
  const moved = new TempRepository({ ...settings, "server/package.json": manifest({}) });
  moved.remove("jest.config.js").write({ "server/package.json": manifest({ jest: { preset: "ts-jest" } }) });
  moved.commit("Set tests up where they are");
  expect(await told(moved)).toEqual([]);

  const gone = new TempRepository({ ...settings, "server/package.json": manifest({}) });
  gone.remove("jest.config.js").write({ "server/package.json": JSON.stringify({ name: "server" }) });
  gone.commit("Test no longer");
  expect(await told(gone)).toEqual(["Drops Jest (test runner)."]);
});
