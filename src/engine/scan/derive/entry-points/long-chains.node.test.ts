/** What hangs on a chain of calls as long as applications write them. */

import { expect, test } from "vitest";
import { query } from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("the last of hundreds of calls in a row has the path of the first", async () => {
  const names = Array.from({ length: 250 }, (_, at) => `h${at}`);
  const folder = new TempFolder({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n[dependencies]\nactix-web = "4"\n',
    "src/main.rs": [
      "use actix_web::{get, web, App};",
      ...names.map((name) => `#[get("/${name}")]\nasync fn ${name}() -> String { String::new() }`),
      "fn main() {",
      `    App::new().service(web::scope("/auth").service(web::scope("/v1")${names.map((name) => `.service(${name})`).join("\n")}));`,
      "}",
    ].join("\n"),
  });
  await runScan(folder);
  const routes = query(folder, "select route from entry_points").map(({ route }) => String(route));
  expect(routes.toSorted()).toEqual(names.map((name) => `/auth/v1/${name}`).toSorted());
});
