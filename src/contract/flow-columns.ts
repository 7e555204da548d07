/** The columns of what a file gives to the world outside and takes from it; `fact-tables.ts` tells of all tables. */
import { type Column, int, json, maybe, path, symbol, text } from "./fact-columns.ts";
import { sinkKinds } from "./fact-words.ts";

export const clientSiteColumns = [
  // `base`: what stands before the addresses of calls with the same owner; `handed`: a function that is no library's is
  // given what looks like an address, which may be a request.
  text("kind", 20, ["call", "base", "handed"]),
  maybe(text("library", 40)), // of `handed` what is called, as written
  maybe(text("owner", 1_000)), // what it is called on, as the owners of registrations
  maybe(symbol("callee")), // of `handed`: the function of the repository
  maybe(text("place", 60)), // of `handed`: where the address is given: 0, 1.url, path
  maybe(text("method", 60)), // GET …; ${name}: what the name holds; DEFAULT: nothing is given that could tell
  text("url", 1_000), // as written; what is put into it as well
  maybe(json("fields", 2_000)), // ["name", …] of what is sent, where they are written
  maybe(symbol("response")), // the declaration of the type that it is told to give
  symbol("symbol"), // whose code it is
  path("path"),
  int("line"),
] as const satisfies readonly Column[];

export const sinkColumns = [
  symbol("symbol"), // whose code it is
  text("kind", 20, sinkKinds),
  int("cwe"), // the number of the weakness: 89
  text("owasp", 8), // the category of OWASP's Top Ten of 2021: A03
  text("library", 40),
  text("callee"), // as written
  int("argument"), // which of what it is given, from 0
  text("given", 20, ["parameter", "unknown"]), // constants are no sinks
  maybe(json("sources", 1_000)), // ["name", …]: the parameters that go into it
  path("path"),
  int("line"),
  int("confidence"), // 0 to 100
] as const satisfies readonly Column[];
