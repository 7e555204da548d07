/** Who is asked in the bodies of handlers, and of the functions that these call. */

import { expect, test } from "vitest";
import { askedOf } from "#engine/scan/testing/asked-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

const files = {
  "package.json": '{ "dependencies": { "express": "4" } }',
  "auth.js": `
export function requireUser(req) {
  const user = sessions.get(req.cookies.sid);
  if (!user) throw new UnauthorizedError("no");
  return user;
}
export function allowed(req, res) {
  if (!req.user) { res.status(401).end(); return false; }
  return true;
}
`,
  "orders.js": `
import { requireUser } from "./auth.js";
export function ofUser(req) {
  const user = requireUser(req);
  return orders.of(user);
}
export function remove(user, order) {
  if (order.owner !== user.id) throw new ForbiddenError();
  orders.remove(order);
}
`,
  "app.js": `
import express from "express";
import { allowed, requireUser } from "./auth.js";
import { ofUser, remove } from "./orders.js";
const app = express();
app.get("/own", signedIn, (req, res) => res.json(ofUser(req)));
app.get("/open", (req, res) => {
  if (req.query.all) requireUser(req);
  res.json([]);
});
app.put("/orders", (req, res) => {
  if (!allowed(req, res)) return;
  res.json({});
});
app.post("/orders", (req, res) => {
  allowed(req, res);
  res.json({});
});
app.delete("/orders/:id", (req, res) => {
  remove(requireUser(req), orders.get(req.params.id));
  res.end();
});
app.post("/login", (req, res) => {
  const user = users.find(req.body.name);
  if (!user || user.hash !== hash(req.body.password)) return res.status(401).end();
  res.json(user);
});
`,
};

test("what functions ask is asked by whoever surely calls them, unless their answer is not waited for", async () => {
  const folder = new TempFolder(files);
  await runScan(folder);
  expect(askedOf(folder)).toEqual({
    "DELETE /orders/:id": ["in 403", "in requireUser(req)"],
    "GET /open": ["in requireUser(req)?"],
    "GET /own": ["signedIn", "in requireUser(req)"],
    "POST /login": [],
    "POST /orders": [],
    "PUT /orders": ["in allowed(req, res)"],
  });
});

test("an edit of what is called changes who is asked where it is", async () => {
  const folder = new TempFolder(files);
  await runScan(folder);
  const asked = () => askedOf(folder)["GET /own"];
  expect(asked()).toEqual(["signedIn", "in requireUser(req)"]);
  folder.write({ "auth.js": files["auth.js"].replace('if (!user) throw new UnauthorizedError("no");', "") });
  await runScan(folder);
  expect(asked()).toEqual(["signedIn"]);
  folder.write({ "auth.js": files["auth.js"] });
  await runScan(folder);
  expect(asked()).toEqual(["signedIn", "in requireUser(req)"]);
});

test("what ends a Rust function by a mark behind a call is asked, and surely so on whichever way the call goes on", async () => {
  const folder = new TempFolder({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nactix-web = "4"\n',
    "src/main.rs": `mod principal;
use actix_web::{get, post, web, App, HttpResponse, HttpServer};
use principal::{ErrorResponse, Principal};
#[get("/orders")]
async fn all(principal: Principal) -> Result<HttpResponse, ErrorResponse> {
    principal.validate_admin_session()?;
    Ok(HttpResponse::Ok().finish())
}
#[get("/keys")]
async fn keys(principal: Principal) -> Result<HttpResponse, ErrorResponse> {
    principal.validate_api_key_or_session()?;
    Ok(HttpResponse::Ok().finish())
}
#[get("/groups")]
async fn groups(principal: Principal) -> Result<HttpResponse, ErrorResponse> {
    principal.validate_group_session()?;
    Ok(HttpResponse::Ok().finish())
}
#[get("/public")]
async fn public(principal: Principal) -> Result<HttpResponse, ErrorResponse> {
    principal.validate_session_unless_public()?;
    Ok(HttpResponse::Ok().finish())
}
#[post("/orders")]
async fn make(principal: Principal) -> Result<HttpResponse, ErrorResponse> {
    let session = principal.validate_admin_session().ok();
    Ok(HttpResponse::Ok().json(session.is_some()))
}
async fn main() {
    HttpServer::new(|| App::new().service(all).service(keys).service(groups).service(public).service(make));
}
`,
    "src/principal.rs": `
pub struct Principal { role: u8, key: Option<Key>, public: bool }
impl Principal {
    pub fn validate_admin_session(&self) -> Result<(), ErrorResponse> {
        if self.is_admin() {
            Ok(())
        } else {
            Err(ErrorResponse::new(Kind::Forbidden, "admins only"))
        }
    }
    pub fn validate_api_key(&self) -> Result<(), ErrorResponse> {
        if let Some(key) = &self.key {
            match key.access() {
                Ok(_) => Ok(()),
                Err(_) => Err(ErrorResponse::new(Kind::Forbidden, "no right")),
            }
        } else {
            Err(ErrorResponse::new(Kind::Unauthorized, "no key"))
        }
    }
    pub fn validate_api_key_or_session(&self) -> Result<(), ErrorResponse> {
        match self.validate_api_key() {
            Ok(_) => Ok(()),
            Err(err) => {
                if err.kind == Kind::Forbidden { Err(err) } else { self.validate_admin_session() }
            }
        }
    }
    pub fn validate_group_session(&self) -> Result<(), ErrorResponse> {
        if self.is_admin() {
            return self.validate_admin_session();
        }
        self.validate_api_key()
    }
    pub fn validate_session_unless_public(&self) -> Result<(), ErrorResponse> {
        if self.public {
            return Ok(());
        }
        self.validate_admin_session()
    }
    fn is_admin(&self) -> bool { self.role == 1 }
}
pub struct ErrorResponse;
impl ErrorResponse { pub fn new(kind: Kind, text: &str) -> Self { Self } }
`,
  });
  await runScan(folder);
  expect(askedOf(folder)).toEqual({
    "GET /groups": ["in principal.validate_group_session()"],
    "GET /keys": ["in principal.validate_api_key_or_session()"],
    "GET /orders": ["in principal.validate_admin_session()"],
    "GET /public": ["in principal.validate_session_unless_public()?"],
    "POST /orders": [],
  });
});

test("what a package of permissions asks counts through further functions of its own, by the name of the one that is called", async () => {
  const folder = new TempFolder({
    "go.mod": "module shop\n\ngo 1.22\n",
    "main.go": `package main

import (
	"net/http"
	"shop/orders"
)

func show(ctrl *orders.Controller) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		order, err := ctrl.Find(r.Context(), sessionOf(r), r.PathValue("id"))
		if err != nil {
			http.Error(w, err.Error(), statusOf(err))
			return
		}
		render(w, order)
	}
}

func main() {
	http.HandleFunc("GET /orders/{id}", show(&orders.Controller{}))
}
`,
    "auth/auth.go": `package auth

import (
	"context"
	"errors"
)

var ErrNotAuthorized = errors.New("not authorized")

func CheckOrder(ctx context.Context, session *Session, order string) error {
	return Check(ctx, session, &Scope{Path: order})
}

func Check(ctx context.Context, session *Session, scope *Scope) error {
	authorized, err := session.Reaches(ctx, scope)
	if err != nil {
		return err
	}
	if !authorized {
		return ErrNotAuthorized
	}
	return nil
}
`,
    "orders/find.go": `package orders

import (
	"context"
	"shop/auth"
)

type Controller struct{ store Store }

func (c *Controller) Find(ctx context.Context, session *auth.Session, ref string) (*Order, error) {
	order, err := c.store.Find(ctx, ref)
	if err != nil {
		return nil, err
	}
	if err = auth.CheckOrder(ctx, session, order.Path); err != nil {
		return nil, err
	}
	return order, nil
}
`,
  });
  await runScan(folder);
  expect(askedOf(folder)).toEqual({ "GET /orders/{id}": ["in auth.CheckOrder(ctx, session, order.Path)"] });
});

test("who signs out is asked nothing where he is led to the form, and a failure is a refusal for who has not signed in", async () => {
  const folder = new TempFolder({
    "package.json": '{ "dependencies": { "express": "4" } }',
    "app.js": `
import express from "express";
const app = express();
app.get("/logout", (req, res) => {
  req.logout((error) => {
    if (error) return res.redirect("/login");
  });
  if (!req.user) return res.redirect("/login");
  res.redirect("/");
});
app.get("/home", (req, res) => {
  if (!req.user) return res.redirect("/login");
  res.json({});
});
`,
    "requirements.txt": "django\n",
    "shop/settings.py": 'ROOT_URLCONF = "shop.urls"\n',
    "shop/urls.py":
      "from django.urls import path\nfrom shop import views\nurlpatterns = [path('tags/add', views.add), path('tags/one', views.one)]\n",
    "shop/views.py": `from django.http import Http404, JsonResponse
def add(request):
    if not request.user.is_authenticated:
        raise Http404()
    return JsonResponse({})
def one(request):
    if not request.GET.get("id"):
        raise Http404()
    return JsonResponse({})
`,
    "pom.xml":
      "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>",
    "src/main/java/a/Tokens.java": `package a;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
@RestController
class Tokens {
  @GetMapping("/tokens")
  ResponseEntity<Message> all() {
    Subject subject = SubjectContext.get();
    if (!subject.hasRole("admin")) {
      return ResponseEntity.ok(Message.fail(1, "No permission"));
    }
    return ResponseEntity.ok(Message.success());
  }
  @GetMapping("/favourites")
  ResponseEntity<Message> favourites() {
    String user = currentUser();
    if (user == null) {
      return ResponseEntity.ok(Message.fail(1, "User not authenticated"));
    }
    return ResponseEntity.ok(Message.success());
  }
}
`,
  });
  await runScan(folder);
  expect(askedOf(folder)).toEqual({
    "ANY /tags/add": ["in 401"],
    "ANY /tags/one": [],
    "GET /favourites": ["in currentUser()"],
    "GET /home": ["in login"],
    "GET /logout": [],
    "GET /tokens": ['in subject.hasRole("admin")'],
  });
});
