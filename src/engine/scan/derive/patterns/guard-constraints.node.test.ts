/** Guards that nearly all endpoints pass, and who breaks no rule without one. */

import { expect, test } from "vitest";
import * as db from "#engine/scan/testing/query-db";
import { runScan } from "#engine/scan/testing/run-scan";
import { rowsOf } from "#engine/scan/testing/scanned-rows";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const query = (folder: TempFolder, sql: string): string[] =>
  db.query(folder, sql).map((row) => Object.values(row).join(" | "));

const names = ["cart", "order", "price", "stock", "store", "buyer", "offer", "parcel", "refund"];

test("a guard is a constraint where somebody asked for it, and what reads bodies for everybody is none", async () => {
  const routes = names.map(
    (name, at) => `app.${at === 0 ? "get" : "post"}("/${name}", ${at === 0 ? "" : "signedIn, "}handle);`,
  );
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "app.use(express.json());",
      "app.use(stamped);",
      "function stamped(req, res, next) {}",
      "function signedIn(req, res, next) {}",
      "function handle(req, res) {}",
      ...routes,
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "8 of 9 endpoints pass signedIn. | 8 | 9",
  ]);
});

test("a guard that goes by another's name behind words of its own stands in its place", async () => {
  const routes = names.map((name, at) => `app.post("/${name}", ${at === 0 ? "ownRecorded" : "Recorded"}, handle);`);
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "function Recorded(req, res, next) {}",
      "function ownRecorded(req, res, next) {}",
      "function handle(req, res) {}",
      ...routes,
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "Every endpoint passes Recorded, but 1 passes another guard. | 8 | 8",
  ]);
});

test("who passes another guard, or is where nobody is signed in, breaks no rule", async () => {
  const one = (path: string, guard: string) => `app.get("${path}", ${guard}handle);`;
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "app.use(noted);",
      "function noted(req, res, next) {}",
      "function signedIn(req, res, next) {}",
      "function validApiKey(req, res, next) {}",
      "function handle(req, res) {}",
      ...names.map((name) => one(`/${name}`, "signedIn, ")),
      one("/login", ""),
      one("/health", ""),
      one("/machines/:id", "validApiKey, "),
      one("/forgotten", ""),
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "9 of 10 endpoints pass signedIn; 1 more passes another guard, 2 are where nobody is signed in. | 9 | 10",
  ]);
});

test("a group that stands before many others is another way in, and what only notes who is signed in no guard", async () => {
  const machines = ["a", "b", "c", "d", "e"].map((name) => `app.get("/machines/${name}", daemon, handle);`);
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "function signedIn(req, res, next) {}",
      "function daemon(req, res, next) {}",
      "function set_user_tag(req, res, next) {}",
      "function handle(req, res) {}",
      ...[...names, "bill", "till", "shelf"].map((name) => `app.get("/${name}", set_user_tag, signedIn, handle);`),
      ...machines,
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "Every endpoint passes signedIn, but 5 pass another guard. | 12 | 12",
  ]);
});

test("what nearly all handlers take that refuses is a constraint", async () => {
  const folder = new TempFolder({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n[dependencies]\nrocket = "0.5"\n',
    "src/main.rs": [
      "#[macro_use]",
      "extern crate rocket;",
      "use rocket::{http::Status, request::{FromRequest, Outcome, Request}};",
      "pub struct Headers;",
      "impl<'r> FromRequest<'r> for Headers {",
      "    type Error = ();",
      "    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, ()> {",
      '        match request.headers().get_one("Authorization") {',
      "            Some(_) => Outcome::Success(Headers),",
      "            None => Outcome::Error((Status::Unauthorized, ())),",
      "        }",
      "    }",
      "}",
      ...names.map(
        (name, at) => `#[get("/${name}")] fn ${name}(${at === 0 ? "" : "headers: Headers"}) -> String { x() }`,
      ),
      `#[launch] fn rocket() -> _ { rocket::build().mount("/", routes![${names.join(", ")}]) }`,
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints where condition like '%endpoint%'")).toEqual([
    "8 of 9 endpoints pass Headers.",
  ]);
});

test("what only sends elsewhere has nothing to guard", async () => {
  const folder = new TempFolder({
    Gemfile: 'gem "rails"\n',
    "config/routes.rb": [
      "Rails.application.routes.draw do",
      ...names.map((name) => `  get "/${name}" => "shop#${name}"`),
      '  get "/basket", to: redirect("/cart")',
      '  get "/orders", to: redirect("/order")',
      "end",
    ].join("\n"),
    "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n",
    "app/controllers/shop_controller.rb": [
      "class ShopController < ApplicationController",
      "  before_action :require_login",
      ...names.flatMap((name) => [`  def ${name}`, "  end"]),
      "  def require_login",
      "  end",
      "end",
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select count(*) from entry_points where handler_name = 'redirect'")).toEqual(["2"]);
  expect(query(folder, "select condition, held, chances from constraints where id like 'auth/%'")).toEqual([
    "Every endpoint passes require_login. | 9 | 9",
  ]);
});

test("what one of several applications asks is said of it alone", async () => {
  const app = (folder: string, guard: string) => ({
    [`${folder}/package.json`]: JSON.stringify({ name: folder, dependencies: { express: "4" } }),
    [`${folder}/app.ts`]: [
      'import express from "express";',
      "const app = express();",
      "function signedIn(req, res, next) {}",
      "function handle(req, res) {}",
      ...names.map((name) => `app.get("/${name}", ${guard}handle);`),
    ]
      .slice(0, guard === "" ? 6 : undefined)
      .join("\n"),
  });
  const folder = new TempFolder({ ...app("api", "signedIn, "), ...app("site", "") });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "Every endpoint in api passes signedIn. | 9 | 9",
  ]);
});

test("what decides by the path whether it asks, and what only signs some out, is no rule for all", async () => {
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      'function requireUser(req, res, next) { if (!req.user) return res.redirect("/login?to=" + req.path); next(); }',
      'function adminOnly(req, res, next) { if (req.path.startsWith("/admin")) return asked(req, res, next); next(); }',
      "function signOutDeletedUsers(req, res, next) { next(); }",
      "function handle(req, res) {}",
      ...names.map((name) => `app.post("/${name}", requireUser, adminOnly, signOutDeletedUsers, handle);`),
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints")).toEqual(["Every endpoint passes requireUser."]);
});

test("what lets every request pass is no rule, whatever it is called", async () => {
  const folder = new TempFolder({
    "app.ts": [
      'import express from "express";',
      "const app = express();",
      "function userLayout(req, res, next) { res.locals.layout = null; next(); }",
      "function adminTemplate(name) { return (req, res, next) => { req.template = name; res.set('X-A', name); next(); }; }",
      "function signedIn(req, res, next) { if (!req.user) return res.sendStatus(401); next(); }",
      "async function verified(req, res, next) { req.user = await verify(req); next(); }",
      "function failing(req, res, next) { next(new Error('no')); }",
      "function handle(req, res) {}",
      ...names.map(
        (name) => `app.post("/${name}", userLayout, adminTemplate("a"), signedIn, verified, failing, handle);`,
      ),
    ].join("\n"),
  });
  await runScan(folder);
  expect(query(folder, "select condition from constraints order by 1")).toEqual([
    "Every endpoint passes failing.",
    "Every endpoint passes signedIn.",
    "Every endpoint passes verified.",
  ]);
});

test("a filter that notes who asks and goes on is no rule, one that answers itself is", async () => {
  const filter = (name: string, body: string): string =>
    `package shop;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.*;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
@Component
class ${name} extends OncePerRequestFilter {
  private Tokens tokens;
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws Exception {
    String token = request.getHeader("Authorization");
    ${body}
    chain.doFilter(request, response);
  }
}
`;
  const paths = ["a", "b", "c", "d", "e", "f"];
  const told = await rowsOf(
    {
      "src/main/java/shop/TokenFilter.java": filter("TokenFilter", "if (token != null) { tokens.remember(token); }"),
      "src/main/java/shop/KeyAuthFilter.java": filter(
        "KeyAuthFilter",
        "if (token == null) { response.sendError(401); return; }",
      ),
      "src/main/java/shop/Shop.java": `package shop;
import org.springframework.web.bind.annotation.*;
@RestController
class Shop {
${paths.map((path) => `  @GetMapping("/${path}") String ${path}() { return "x"; }`).join("\n")}
}
`,
    },
    "select condition from constraints where category = 'auth'",
  );
  expect(told).toEqual([{ condition: "Every endpoint passes KeyAuthFilter." }]);
});

test("a filter that asks whom its base then notes is no rule, nor is an action that answers nothing", async () => {
  const resources = names.map(
    (name) => `
import jakarta.ws.rs.*;
@Path("/${name}")
public class ${name[0]?.toUpperCase()}${name.slice(1)}Resource {
  @GET public String get() { return "a"; }
}`,
  );
  const folder = new TempFolder({
    "web/src/main/webapp/WEB-INF/web.xml": `<web-app>
  <filter><filter-name>token</filter-name><filter-class>shop.TokenFilter</filter-class></filter>
  <filter-mapping><filter-name>token</filter-name><url-pattern>/*</url-pattern></filter-mapping>
</web-app>`,
    "web/src/main/java/shop/NotingFilter.java": `package shop;
import jakarta.servlet.*;
public abstract class NotingFilter implements Filter {
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {
    request.setAttribute("user", authenticate(request));
    chain.doFilter(request, response);
  }
  protected abstract String authenticate(ServletRequest request);
}`,
    "web/src/main/java/shop/TokenFilter.java": `package shop;
import jakarta.servlet.*;
public class TokenFilter extends NotingFilter {
  protected String authenticate(ServletRequest request) {
    return new Tokens().verify(request.getParameter("token"));
  }
}`,
    ...Object.fromEntries(
      resources.map((text, at) => [`web/src/main/java/shop/R${at}.java`, `package shop;\n${text}`]),
    ),
  });
  await runScan(folder);
  expect(
    query(folder, "select distinct guards like '%TokenFilter%' from entry_points where kind = 'endpoint'"),
  ).toEqual(["1"]);
  expect(query(folder, "select condition from constraints where category = 'auth'")).toEqual([]);
  const rails = new TempFolder({
    Gemfile: 'gem "rails"\n',
    "config/routes.rb": `Rails.application.routes.draw do\n${names.map((name) => `  get "/${name}", to: "carts#show"`).join("\n")}\nend\n`,
    "app/controllers/application_controller.rb": `class ApplicationController < ActionController::Base
  before_action :authenticate_user_from_token!
  before_action :require_user!

  private

  def authenticate_user_from_token!
    user = User.find_by(token: params[:token])
    sign_in user if user
  end

  def require_user!
    redirect_to "/login" unless current_user
  end
end
`,
    "app/controllers/carts_controller.rb": "class CartsController < ApplicationController\n  def show\n  end\nend\n",
  });
  await runScan(rails);
  expect(query(rails, "select condition from constraints where category = 'auth'")).toEqual([
    "Every endpoint passes require_user!.",
  ]);
});

test("a middleware of PHP's that always goes on is no rule, one that may answer is", async () => {
  const middleware = (name: string, body: string) => ({
    [`app/Http/Middleware/${name}.php`]: `<?php
namespace App\\Http\\Middleware;
class ${name} {
  public function handle($request, \\Closure $next) { ${body} return $next($request); }
}`,
  });
  const folder = new TempFolder({
    "composer.json": '{ "require": { "laravel/framework": "^10.0" } }',
    ...middleware("Locale", "if ($request->user()) { app()->setLocale('de'); }"),
    ...middleware("SignedIn", "if (!$request->user()) { return redirect('/pay'); }"),
    "app/Http/Controllers/Shop.php": `<?php
namespace App\\Http\\Controllers;
class Shop { ${names.map((name) => `public function ${name}() {}`).join(" ")} }`,
    "routes/web.php": `<?php
use App\\Http\\Controllers\\Shop;
use App\\Http\\Middleware\\Locale;
use App\\Http\\Middleware\\SignedIn;
use Illuminate\\Support\\Facades\\Route;
Route::get('/install/tables', [Shop::class, 'cart']);
Route::middleware(Locale::class)->group(function () {
${names.map((name) => `  Route::get('/${name}', [Shop::class, '${name}'])->middleware(SignedIn::class);`).join("\n")}
});`,
  });
  await runScan(folder);
  expect(query(folder, "select condition, held, chances from constraints")).toEqual([
    "Every endpoint passes SignedIn, but 1 is where nobody is signed in. | 9 | 9",
  ]);
});
