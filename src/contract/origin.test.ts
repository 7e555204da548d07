import { expect, it } from "vitest";
import { canonicalOrigin, isLoopback } from "./origin.ts";

it.each([
  [undefined, "http://127.0.0.1:8787/mcp", "http://127.0.0.1:8787"],
  [undefined, "http://localhost:8787/", "http://localhost:8787"],
  [undefined, "https://drift.example/mcp", "https://drift.example"],
  // Elsewhere a port and a lack of TLS are the caller's word.
  [undefined, "http://drift.example:81/mcp", "https://drift.example"],
  ["https://drift.example/", "https://other.workers.dev/mcp", "https://drift.example"],
])("with ISSUER %s, what was asked for at %s is of %s", (configured, url, origin) => {
  expect(canonicalOrigin(configured, url)).toBe(origin);
});

it("knows this machine's own names", () => {
  for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(name)).toBe(true);
  for (const name of ["127.0.0.1.example", "localhost.example", "0.0.0.0", "[::]", "10.0.0.1", ""]) {
    expect(isLoopback(name)).toBe(false);
  }
});
