import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { dumpDb } from "#engine/scan/testing/dump-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { readPrefixes, saysPrefixes } from "./read-prefixes.ts";

/** Kind, framework, path and what it holds of, or who handles it. */
const told = (path: string, text: string) =>
  readPrefixes(path, text).map(([kind, framework, , method, route, name, , handler, , , , , line]) =>
    [kind, framework, method, route, name, handler, line].filter((one) => one !== null).join(" "),
  );

test("each of several servlets is before the packages that it serves, one alone before its module", () => {
  const servlet = (name: string, packages: string) =>
    `<servlet><servlet-name>${name}</servlet-name>
      <servlet-class>org.glassfish.jersey.servlet.ServletContainer</servlet-class>
      <init-param><param-name>jersey.config.server.provider.packages</param-name>
        <param-value>${packages}</param-value></init-param></servlet>
    <servlet-mapping><servlet-name>${name}</servlet-name><url-pattern>/${name}/*</url-pattern></servlet-mapping>`;
  const path = "web/src/main/webapp/WEB-INF/web.xml";
  expect(told(path, `<web-app>${servlet("a", "shop.a")}${servlet("b", "shop.b, shop.c")}</web-app>`)).toEqual([
    "prefix JAX-RS /a below web/src/main/java/shop/a/ 5",
    "prefix JAX-RS /b below web/src/main/java/shop/b/ 9",
    "prefix JAX-RS /b below web/src/main/java/shop/c/ 9",
  ]);
  expect(told(path, `<web-app>${servlet("a", "shop.a")}</web-app>`)).toEqual(["prefix JAX-RS /a below web/ 5"]);
  expect(told(path, "<beans/>")).toEqual([]);
});

test("a container's filters ask before the paths of their mappings, but those that ask nobody", () => {
  const filter = (name: string, type: string, ...patterns: string[]) =>
    `<filter><filter-name>${name}</filter-name><filter-class>${type}</filter-class></filter>
    <filter-mapping><filter-name>${name}</filter-name>
      ${patterns.map((one) => `<url-pattern>${one}</url-pattern>`).join("")}</filter-mapping>`;
  const proxy = "org.springframework.web.filter.DelegatingFilterProxy";
  const all = [
    filter("known", "shop.web.Known", "/admin/*", "*.do"),
    filter("texts", "org.springframework.web.filter.CharacterEncodingFilter", "/*"),
    filter("tokens", proxy, "/api/*"),
    filter("springSecurityFilterChain", proxy, "/*"),
  ];
  const lines = told("src/main/webapp/WEB-INF/web.xml", `<web-app>${all.join("")}</web-app>`);
  expect(lines.filter((one) => /^guard Spring [/*]/.test(one))).toEqual([
    "guard Spring /admin/* application 2",
    "guard Spring *.do application 2",
    "guard Spring /api/* application 6",
  ]);
});

test("what Spring's one servlet is mapped to stands before its paths", () => {
  const servlet = (name: string, pattern: string) =>
    `<servlet><servlet-name>${name}</servlet-name>
      <servlet-class>org.springframework.web.servlet.DispatcherServlet</servlet-class></servlet>
    <servlet-mapping><servlet-name>${name}</servlet-name><url-pattern>${pattern}</url-pattern></servlet-mapping>`;
  const path = "web/src/main/webapp/WEB-INF/web.xml";
  const ofOne = (pattern: string) => told(path, `<web-app>${servlet("a", pattern)}</web-app>`);
  expect(ofOne("/api/*")).toEqual(["prefix Spring /api below web/ 3"]);
  for (const pattern of ["/", "/*", "*.do"]) expect(ofOne(pattern)).toEqual([]);
  expect(told(path, `<web-app>${servlet("a", "/a/*")}${servlet("b", "/b/*")}</web-app>`)).toEqual([]);
});

test("an application's settings are read by their keys however these are written", () => {
  const folder = "src/main/resources";
  const micronaut = `micronaut:\n  server:\n    contextPath: \${BASE:/shop/}\n`;
  expect(told(`${folder}/application.yml`, micronaut)).toEqual([
    "prefix Micronaut /shop below  3",
    "prefix settings /shop/ placeholder micronaut.server.contextpath 3",
  ]);
  const spring = "server.servlet.context-path=/shop\nspring.mvc.servlet.path = /api\nserver.port=80\n";
  expect(told(`${folder}/application.properties`, spring)).toEqual([
    "prefix Spring /shop/api below  1",
    "prefix Spring WebFlux /shop/api below  1",
    "prefix Spring WebSocket /shop/api below  1",
    "prefix Spring Data REST /shop/api below  1",
    "prefix settings /shop placeholder server.servlet.contextpath 1",
    "prefix settings /api placeholder spring.mvc.servlet.path 2",
  ]);
  expect(told(`${folder}/application.properties`, "spring.data.rest.base-path=/api\n")).toEqual([
    "prefix Spring Data REST /api below  1",
    "prefix settings /api placeholder spring.data.rest.basepath 1",
  ]);
  const own = "shop:\n  base-path: api/v1\n  name: items\n  url: http://shop.example\n  all: /all/{id}\n";
  expect(told(`${folder}/application.yml`, own)).toEqual([
    "prefix settings api/v1 placeholder shop.basepath 2",
    "prefix settings /all/{id} placeholder shop.all 5",
  ]);
});

test("a path that nobody knows, or none, is no prefix", () => {
  for (const value of [`\${BASE}`, "/", "''"])
    expect(told("src/main/resources/application.yml", `server.servlet.context-path: ${value}`)).toEqual([]);
  expect(saysPrefixes("src/main/resources/application-dev.yml")).toBe(false);
  expect(saysPrefixes("config/routes/dev/profiler.yaml")).toBe(false);
});

test("what Symfony's routing files import is behind their prefixes, where it is the repository's", () => {
  const routes = `
api: { resource: '../src/{Api,Rest}/', type: attribute, prefix: /api }
one: { resource: ../src/One.php, prefix: one }
all: { resource: ../src/Controller/, prefix: / }
operations: { resource: ., type: api_platform, prefix: /api }
other: { resource: '@OtherBundle/routes.yaml', prefix: /other }
outside: { resource: ../../../elsewhere/, prefix: /elsewhere }
old: { path: /old, defaults: { _controller: 'App\\Old::show' }, methods: GET }
service: { path: /service, controller: app.service }
bundled: { path: /bundled, defaults: { _controller: 'ShopBundle:Admin/Cart:show' } }
folder: { resource: "@ShopBundle/Controller", type: annotation, prefix: /shop }
words: { path: { en: /contact, nl: /vraag }, controller: 'App\\Old::ask', methods: [POST] }
`;
  expect(told("config/routes.yaml", routes)).toEqual([
    "prefix Symfony /api below src/Api/ 2",
    "prefix Symfony /api below src/Rest/ 2",
    "prefix Symfony one below src/One.php 3",
    "prefix Symfony  below src/Controller/ 4",
    "prefix Symfony /other below @OtherBundle/routes.yaml 6",
    "prefix Symfony /shop below @ShopBundle/Controller/ 11",
    "endpoint Symfony GET /old route old App\\Old@show 8",
    "endpoint Symfony ANY /service route service 9",
    "endpoint Symfony ANY /bundled route bundled ShopBundle\\Controller\\Admin\\CartController@showAction 10",
    "endpoint Symfony POST /contact route words App\\Old@ask 12",
    "endpoint Symfony POST /vraag route words App\\Old@ask 12",
  ]);
});

test("what cannot be read tells nothing", () => {
  expect(told("WEB-INF/web.xml", "<web-app><servlet>")).toEqual([]);
  expect(told("config/routes.yaml", `a: ${"[".repeat(100_000)}`)).toEqual([]);
  expect(told("config/routes.yaml", "a: &a [*a, *a]\nb: { resource: *a, prefix: /x }")).toEqual([]);
});

test("after an edit of a servlet mapping the endpoints are those of a full scan", async () => {
  const descriptor = (pattern: string) => `<web-app>
    <servlet><servlet-name>api</servlet-name><servlet-class>shop.ServletContainer</servlet-class></servlet>
    <servlet-mapping><servlet-name>api</servlet-name><url-pattern>${pattern}</url-pattern></servlet-mapping></web-app>`;
  const path = "src/main/webapp/WEB-INF/web.xml";
  const folder = new TempFolder({
    [path]: descriptor("/api/*"),
    "src/main/java/shop/Things.java": `package shop;
      import jakarta.ws.rs.*;
      @Path("/things") public class Things { @GET public String all() { return ""; } }`,
  });
  const run = (full: boolean) => runScan(folder, { full });
  const routes = () => {
    const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
    const rows = db.prepare("select route from entry_points").all();
    db.close();
    return rows.map(({ route }) => route);
  };
  await run(false);
  expect(routes()).toEqual(["/api/things"]);
  folder.write({ [path]: descriptor("/rest/*") });
  await run(false);
  expect(routes()).toEqual(["/rest/things"]);
  const edited = dumpDb(folder.path);
  await run(true);
  expect(dumpDb(folder.path)).toEqual(edited);
});

test("who is asked by a path stands in the settings of security, which may be no settings", () => {
  const path = "app/config/security.yml";
  const control = `security:
  access_control:
    - { path: ^/login, role: IS_AUTHENTICATED_ANONYMOUSLY }
    - { path: ^/api, allow_if: "is_granted('API')", methods: POST }
    - { path: ^/ftp, host: x, roles: ROLE_USER }
`;
  expect(readPrefixes(path, control).map((row) => [row[4], row[3], row[5], row[8], row[12]])).toEqual([
    ["^/login", null, "by path below ", null, 3],
    ["^/api", "POST", "by path below ", '[{"name":"is_granted(\'API\')","symbol":null}]', 4],
    ["when ^/ftp", null, "by path below ", '[{"name":"ROLE_USER","symbol":null}]', 5],
  ]);
  expect(readPrefixes(path, "security: [1, 2]")).toEqual([]);
  expect(readPrefixes(path, "security: { access_control: x, firewalls: 1 }")).toEqual([]);
  expect(saysPrefixes("config/packages/test/security.yaml")).toBe(false);
});

test("parameters that paths name stand in the settings of services, but those that the environment gives", () => {
  const services = `parameters:
  app.admin: /control
  app.limit: 3
  app.host: '%env(HOST)%'
services: { _defaults: { autowire: true } }
`;
  expect(readPrefixes("config/services.yaml", services).map((row) => [row[4], row[5], row[12]])).toEqual([
    ["/control", "parameter app.admin", 2],
  ]);
  expect(readPrefixes("config/packages/app.yaml", "parameters: 3")).toEqual([]);
  expect(saysPrefixes("config/packages/test/app.yaml")).toBe(false);
});

test("a prefix of what a loader of its own finds stands before no files", () => {
  const routes = `api: { resource: ., type: api_platform, prefix: /api }
all: { resource: ../src/All/, type: attribute, prefix: /all }
`;
  expect(readPrefixes("config/own_routes/all.yaml", routes).map((row) => [row[4], row[5]])).toEqual([
    ["/all", "below config/src/All/"],
  ]);
});

test("a dash alone is a text in Symfony's routes", () => {
  const routes = "a: { path: /a, controller: App\\A::show, defaults: { slug: -, kind: - } }\n";
  expect(told("config/routes.yaml", routes)).toEqual(["endpoint Symfony ANY /a route a App\\A@show 1"]);
});

test("an expression with brackets between braces is a text to Symfony", () => {
  const control = `security:
  access_control:
    - { path: ^/users/[^/]+/(edit|delete)(/|$), role: ROLE_USER, methods: [POST] }
    - { path: ^/profile(/|$), roles: [ROLE_USER, ROLE_EDITOR] }
    - { path: '^/[a-z]{2}/admin', roles: ROLE_ADMIN }
`;
  expect(
    readPrefixes("config/packages/security.yaml", control).map((row) => [row[3], row[4], row[8], row[12]]),
  ).toEqual([
    ["POST", "^/users/[^/]+/(edit|delete)(/|$)", '[{"name":"ROLE_USER","symbol":null}]', 3],
    [null, "^/profile(/|$)", '[{"name":"ROLE_USER|ROLE_EDITOR","symbol":null}]', 4],
    [null, "^/[a-z]{2}/admin", '[{"name":"ROLE_ADMIN","symbol":null}]', 5],
  ]);
});

test("a Razor page says its path and its model, a file without a directive is none", () => {
  const path = "web/Pages/Admin/Tags.cshtml";
  expect(saysPrefixes(path)).toBe(true);
  expect(saysPrefixes("web/Views/Home/Index.cshtml")).toBe(false);
  expect(told(path, '@* tags *@\n@page "/tags"\n@model Shop.TagsModel\n')).toEqual([
    "page ASP.NET Core GET {page} page /tags TagsModel 2",
  ]);
  expect(told(path, "@page\n<p>Tags</p>")).toEqual(["page ASP.NET Core GET {page} page  Tags 1"]);
  expect(told(path, "<p>@page</p>")).toEqual([]);
});
