import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";
import { readSettings, saysSettings } from "./settings-files.ts";

const resources = "src/main/resources";
const uses = 'select variable, path, line, "default", required from environment_uses order by path, line';
const placed = (name: string, otherwise?: string): string =>
  `\${${name}${otherwise === undefined ? "" : `:${otherwise}`}}`;

test("variables that settings name are told, with what takes their place", async () => {
  const files = {
    [`${resources}/application.yml`]: [
      "db:",
      `  url: jdbc:postgresql://${placed("DB_HOST", "localhost")}:${placed("DB_PORT")}/shop`,
      `  # user: ${placed("DB_USER")}`,
      `  password: ${placed("DB_PASSWORD", "kept-apart")}`,
      `  other: ${placed("db.url")}`,
    ].join("\n"),
    "config/packages/mailer.yaml":
      "parameters:\n    env(MAIL_PORT): '25'\nmailer:\n    host: '%env(MAIL_HOST)%'\n    port: '%env(int:MAIL_PORT)%'\n",
    "config/database.yml":
      'production:\n  pool: <%= ENV.fetch("POOL") { 5 } %>\n  host: <%= ENV["HOST"] || "local" %>\n  user: <%= ENV.fetch("DB_USER") %>\n  name: <%= ENV.fetch("DB_NAME", nil) %>\n',
  };
  expect((await rowsOf(files, uses)).map((row) => Object.values(row as object).join(" "))).toEqual([
    "POOL config/database.yml 2 5 0",
    "HOST config/database.yml 3 local 0",
    "DB_USER config/database.yml 4  1",
    "DB_NAME config/database.yml 5  ",
    "MAIL_HOST config/packages/mailer.yaml 4  ",
    "MAIL_PORT config/packages/mailer.yaml 5 25 0",
    `DB_HOST ${resources}/application.yml 2 localhost 0`,
    `DB_PORT ${resources}/application.yml 2  1`,
    `DB_PASSWORD ${resources}/application.yml 4  0`,
  ]);
});

test("settings of Dropwizard are known by what they set", async () => {
  const files = {
    [`${resources}/config/shop.yaml`]: [
      "server:",
      "  applicationConnectors:",
      `    - port: ${placed("PORT", "-8080")}`,
      `      host: ${placed("HOST")}`,
    ].join("\n"),
    [`${resources}/config/chart.yaml`]: `image: ${placed("IMAGE", "-shop")}`,
  };
  expect((await rowsOf(files, uses)).map((row) => Object.values(row as object).join(" "))).toEqual([
    `PORT ${resources}/config/shop.yaml 3 8080 0`,
    `HOST ${resources}/config/shop.yaml 4  `,
  ]);
});

test("what reads no variable tells nothing", () => {
  expect(saysSettings("config/routes.rb")).toBe(false);
  expect(readSettings(`${resources}/application.yml`, "a: [\nb: }")).toEqual([]);
});
