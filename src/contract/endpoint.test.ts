import { expect, it } from "vitest";
import { parseEndpoint } from "./endpoint.ts";

it("reads the server, the project and the branch out of a path", () => {
  expect(parseEndpoint("/mcp")).toEqual({ path: "/mcp" });
  expect(parseEndpoint("/mcp/analysis")).toEqual({ path: "/mcp/analysis" });
  expect(parseEndpoint("/mcp/acme/shop")?.pinned).toEqual({ organisation: "acme", project: "shop" });
  expect(parseEndpoint("/mcp/analysis/acme/shop@main")?.pinned?.branch).toBe("main");
  expect(parseEndpoint("/mcp/acme/shop@feature%2F%C3%BC")?.pinned?.branch).toBe("feature/ü");
  expect(parseEndpoint("/mcp/analysis/analysis/shop")?.pinned?.organisation).toBe("analysis");
});

it.each([
  "/mcpx",
  "/mcp/",
  "/mcp/acme",
  "/mcp/acme/shop/x",
  "/mcp/acme/shop@a@b",
  "/mcp/acme/shop@..",
  "/mcp/acme/shop@%",
  "/mcp/Acme/shop",
  "/mcp/analysis/",
])("serves nothing at %s", (path) => expect(parseEndpoint(path)).toBeUndefined());
