import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { guessProject, slugOf } from "./project-name.ts";

it.each([
  ["shop", "shop"],
  ["My Shop_2.0", "my-shop-2-0"],
  ["--x--", "x"],
  ["日本", "project"],
  ["a".repeat(60), "a".repeat(39)],
])("names the project of a folder %s", (folder, slug) => expect(slugOf(folder)).toBe(slug));

it.each([
  [["acme/other"], "acme/other"],
  [["acme/a", "acme/shop", "acme/b"], "acme/shop"],
])("takes of %j the only one, or the one named like the folder", async (projects, expected) => {
  expect(await guessFrom(projects)).toBe(expected);
});

it.each([
  [[], "the service has no project yet"],
  [["acme/a", "acme/b"], "no project is named, and none is named like the folder"],
  [["acme/shop", "globex/shop"], "no project is named, and none is named like the folder"],
])("of %j takes none", async (projects, message) => {
  await expect(guessFrom(projects)).rejects.toThrow(message);
});

async function guessFrom(projects: string[]): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ projects: projects.map((project) => ({ project })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await guessProject({ url, credential: undefined, project: undefined }, "/home/me/Shop");
  } finally {
    server.close();
  }
}
