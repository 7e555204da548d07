/** What is called from outside of the code, and which endpoints tests ask. */
import type { DatabaseSync } from "node:sqlite";

export interface Entered {
  /** Handlers of endpoints that tests ask, and who is asked before them. */
  readonly asked: ReadonlySet<string>;
  /** Those of other endpoints. */
  readonly unasked: ReadonlySet<string>;
  /** What else frameworks call: of commands, jobs, events. */
  readonly otherwise: ReadonlySet<string>;
  /** False: tests ask for what is not known, so that they may ask any. */
  readonly isAskedKnown: boolean;
  /** No request of a test is known. */
  readonly isSilent: boolean;
}

/** Of what tests ask for, so many hundredths have to be known endpoints. */
const leastMet = 75;

/** Packages by which tests visit pages, which ask whatever they like. */
const browsers = [
  ...["cypress", "playwright", "playwright-core", "@playwright/test", "puppeteer", "selenium-webdriver", "webdriverio"],
  ...["testcafe", "nightwatch", "detox", "capybara", "selenium", "laravel/dusk", "symfony/panther", "@wdio/cli"],
  ...["Selenium.WebDriver", "Microsoft.Playwright", "PuppeteerSharp", "pytest-playwright", "splinter", "behat/mink"],
  ...["codeception/codeception", "org.seleniumhq.selenium:selenium-java", "com.codeborne:selenide"],
];
/** Packages by which tests ask, so that where no request is known they ask for what is not. */
const askers = [
  ...["supertest", "chai-http", "light-my-request", "pactum", "frisby", "rack-test", "airborne", "symfony/browser-kit"],
  ...["Microsoft.AspNetCore.Mvc.Testing", "io.rest-assured:rest-assured", "io.ktor:ktor-server-test-host"],
  ...["webtest", "schemathesis", "tavern", "actix-test", "axum-test"],
];

interface Row {
  readonly kind: string;
  readonly method: string | null;
  readonly route: string | null;
  readonly handler: string | null;
  readonly path: string;
  readonly guards: string | null;
}

export function readEntered(db: DatabaseSync): Entered {
  const asked = new Set<string>();
  const unasked = new Set<string>();
  const otherwise = new Set<string>();
  const met = db.prepare("select distinct method, route, server from contracts where is_test").all();
  const routes = new Set(met.map(({ method, route, server }) => `${method} ${route} ${server}`));
  const rows = db.prepare("select kind, method, route, handler, path, guards from entry_points").all();
  for (const { kind, method, route, handler, path, guards } of rows as unknown as Row[]) {
    const isAsked = routes.has(`${method ?? "ANY"} ${route} ${path}`);
    const into = kind !== "endpoint" ? otherwise : isAsked ? asked : unasked;
    if (handler !== null) into.add(handler);
    for (const { symbol } of guards === null ? [] : (JSON.parse(guards) as { symbol: string | null }[]))
      if (symbol !== null) into.add(symbol);
  }
  for (const one of [...asked, ...otherwise]) unasked.delete(one);
  const names = (packages: readonly string[]): boolean =>
    db
      .prepare(`select 1 from dependencies where name in (${packages.map(() => "?").join()}) limit 1`)
      .get(...packages) !== undefined;
  const requests = count(db, "select count(*) as found from client_calls where is_test");
  const known = count(db, "select count(*) as found from contracts where is_test");
  return {
    asked,
    unasked,
    otherwise,
    isAskedKnown: !names(browsers) && (requests > 0 ? known * 100 >= requests * leastMet : !names(askers)),
    isSilent: requests === 0,
  };
}

const count = (db: DatabaseSync, sql: string): number => Number(db.prepare(sql).get()?.found);

export const isSameEntered = (one: Entered, other: Entered): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ asked, unasked, otherwise, isAskedKnown, isSilent }: Entered): string =>
  JSON.stringify([[...asked].sort(), [...unasked].sort(), [...otherwise].sort(), isAskedKnown, isSilent]);
