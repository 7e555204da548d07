/** Requests of tests that ask for a route by its name. */
import { expect, test } from "vitest";
import { contracts } from "#engine/scan/testing/contracts-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";
import { railsNames } from "./rails-names.ts";

test("Django's routes are asked for by their names, by what a name space, a router and a variable make of these", async () => {
  const folder = new TempFolder({
    "requirements.txt": "django\ndjangorestframework\n",
    "shop/urls.py": `
from django.urls import include, path
from rest_framework.routers import DefaultRouter
from .views import Notes, home
router = DefaultRouter()
router.register("notes", Notes, basename="note")
urlpatterns = [
    path("", home, name="home"),
    path("orders/", include("orders.urls")),
    path("v1/items/", include("items.urls", namespace="old")),
    path("v2/items/", include("items.urls", namespace="new")),
    path("api/", include(router.urls)),
]`,
    "shop/views.py": `
from django.http import HttpResponse
from rest_framework.viewsets import ModelViewSet
def home(request): return HttpResponse("")
class Notes(ModelViewSet): pass`,
    "orders/urls.py": `
from django.urls import path
from .views import order, orders
app_name = "orders"
urlpatterns = [
    path("", orders, name="list"),
    path("<int:pk>/", order, name="one"),
]`,
    "orders/views.py": `
from django.http import HttpResponse
def orders(request): return HttpResponse("")
def order(request, pk): return HttpResponse("")`,
    "items/urls.py": `
from django.urls import path
from .views import item
app_name = "items"
urlpatterns = [path("<int:pk>/", item, name="one")]`,
    "items/views.py": `
from django.http import HttpResponse
def item(request, pk): return HttpResponse("")`,
    "tests/test_pages.py": `
from django.urls import reverse
def test_pages(client, page):
    client.get(reverse("home"))
    client.get(reverse("orders:list"))
    url = reverse("orders:one", kwargs={"pk": 1})
    client.post(url, {"name": "a"})
    client.get(reverse("new:one", args=[1]))
    client.delete(reverse("note-detail", args=[1]))
    client.get(reverse("one", args=[1]))
    client.get(reverse("items:one", args=[1]))
    client.get(reverse(page))`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "ANY / / 95",
    `DELETE /api/notes/{pk} /api/notes/\${pk} [{"server":"pk","client":"pk"}] 95`,
    "ANY /orders /orders 95",
    `ANY /orders/<int:pk> /orders/\${pk} [{"server":"pk","client":"pk"}] 95`,
  ]);
});

test("Laravel's routes are asked for by the names of groups and resources", async () => {
  const folder = new TempFolder({
    "composer.json": `{ "require": { "laravel/framework": "^11" } }`,
    "routes/web.php": `<?php
use Illuminate\\Support\\Facades\\Route;
Route::get('/login', [LoginController::class, 'show'])->name('login');
Route::prefix('admin')->name('admin.')->group(function () {
    Route::get('/users/{user}', [UserController::class, 'show'])
        ->middleware('auth')
        ->name('users.one');
    Route::resource('orders', OrderController::class);
});
Route::group(['prefix' => 'my', 'as' => 'my.'], function () {
    Route::get('profile', ['uses' => 'ProfileController@show', 'as' => 'profile']);
});`,
    "tests/Feature/PagesTest.php": `<?php
namespace Tests\\Feature;
use Illuminate\\Foundation\\Testing\\RefreshDatabase;
use Illuminate\\Foundation\\Testing\\TestCase;
class PagesTest extends TestCase {
    use RefreshDatabase;
    public function test_pages() {
        $this->get(route('login'));
        $this->getJson(route('admin.users.one', 1));
        $this->delete(route('admin.orders.destroy', 1));
        $this->get(route('my.profile'));
        $this->get(route('orders.index'));
        $this->get(route('absent'));
    }
}`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    `DELETE /admin/orders/{order} /admin/orders/\${order} [{"server":"order","client":"order"}] 95`,
    `GET /admin/users/{user} /admin/users/\${user} [{"server":"user","client":"user"}] 95`,
    "GET /login /login 95",
    "GET /my/profile /my/profile 95",
  ]);
});

test("routes that attributes declare are asked for by their names, behind what a class is called by", async () => {
  const folder = new TempFolder({
    "composer.json": `{ "require": { "laravel/framework": "^11", "spatie/laravel-route-attributes": "^1.20" } }`,
    "app/Http/Controllers/ShelfController.php": `<?php
namespace App\\Http\\Controllers;
use Spatie\\RouteAttributes\\Attributes\\{Get, Group, Prefix, Resource, Route};
#[Prefix('shelves')]
class ShelfController {
    #[Get('{shelf}', name: 'shelves.one')]
    public function one() {}
    #[Route(['PUT'], '{shelf}', 'shelves.change')]
    public function change() {}
    #[Get('unnamed')]
    public function unnamed() {}
}
#[Group(prefix: 'desk', as: 'desk.')]
class DeskController {
    #[Get('lamp', 'lamp')]
    public function lamp() {}
}
#[Resource('pens')]
class PenController {
    public function destroy() {}
}`,
    "app/Http/Controllers/Hook.php": `<?php
namespace App\\Http\\Controllers;
use Spatie\\RouteAttributes\\Attributes\\Any;
class Hook {
    #[Any('api/hooks', name: 'api.hooks')]
    public function __invoke() {}
}`,
    "tests/Feature/ShelfTest.php": `<?php
namespace Tests\\Feature;
use Illuminate\\Foundation\\Testing\\TestCase;
class ShelfTest extends TestCase {
    public function test_shelves() {
        $this->get(route('shelves.one', ['shelf' => 1]));
        $this->json('PUT', route('shelves.change', 1));
        $this->get(route('desk.lamp'));
        $this->delete(route('pens.destroy', 1));
        $this->post(route('api.hooks', ['secret' => 'x']));
        $this->get(route('lamp'));
    }
}`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "ANY /api/hooks /api/hooks 95",
    "GET /desk/lamp /desk/lamp 95",
    `DELETE /pens/{pen} /pens/\${pen} [{"server":"pen","client":"pen"}] 95`,
    `GET /shelves/{shelf} /shelves/\${shelf} [{"server":"shelf","client":"shelf"}] 95`,
    `PUT /shelves/{shelf} /shelves/\${shelf} [{"server":"shelf","client":"shelf"}] 95`,
  ]);
});

test("Rails' routes are asked for by their helpers", async () => {
  const folder = new TempFolder({
    Gemfile: `gem "rails"`,
    "config/routes.rb": `
Rails.application.routes.draw do
  root "pages#home"
  get "about", to: "pages#about", as: :about_us
  namespace :admin do
    resources :categories do
      member { post :close }
    end
  end
  namespace :api, path: "api/0.1" do
    resources :people, path: "person", only: :show
  end
end`,
    "app/controllers/pages_controller.rb": `
class PagesController < ApplicationController
  def home; end
  def about; end
end`,
    "app/controllers/admin/categories_controller.rb": `
class Admin::CategoriesController < ApplicationController
  def index; end
  def show; end
  def edit; end
  def close; end
end`,
    "test/controllers/pages_test.rb": `
class PagesTest < ActionDispatch::IntegrationTest
  include SomeHelper
  test "pages" do
    get root_path
    get about_us_url
    get admin_categories_path
    get edit_admin_category_path(1)
    post close_admin_category_path(1), params: { a: 1 }
    get api_person_path(1)
    get about_path
    get fixture_path
  end
end`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "GET / / 95",
    "GET /about /about 95",
    "GET /admin/categories /admin/categories 95",
    `POST /admin/categories/:id/close /admin/categories/\${id}/close [{"server":"id","client":"id"}] 95`,
    `GET /admin/categories/:id/edit /admin/categories/\${id}/edit [{"server":"id","client":"id"}] 95`,
    `GET /api/0.1/person/:id /api/0.1/person/\${id} [{"server":"id","client":"id"}] 95`,
  ]);
});

test("Flask's routes are asked for by the names of blueprints and handlers", async () => {
  const folder = new TempFolder({
    "requirements.txt": "flask\n",
    "app.py": `
from flask import Blueprint, Flask
app = Flask(__name__)
notes = Blueprint("notes", __name__, url_prefix="/notes")
@app.route("/")
def index(): return ""
@notes.post("/<int:note>")
def change(note): return ""
@notes.route("/old", endpoint="former")
def old(): return ""
app.register_blueprint(notes)`,
    "tests/test_notes.py": `
from flask import url_for
from app import app
client = app.test_client()
def test_notes():
    client.get(url_for("index"))
    client.post(url_for("notes.change", note=1))
    client.get(url_for("notes.former"))
    client.get(url_for("change"))`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual([
    "GET / / 95",
    `POST /notes/<int:note> /notes/\${note} [{"server":"note","client":"note"}] 95`,
    "GET /notes/old /notes/old 95",
  ]);
});

test.each([
  ["/", "home", ["root"]],
  ["/orders", "index", ["orders"]],
  ["/orders/new", "new", ["new_order"]],
  ["/profile/edit", "edit", ["edit_profile"]],
  ["/users/:user_id/addresses/:id/edit", "edit", ["edit_user_address"]],
  ["/users/:user_id/statuses", "create", ["user_statuses"]],
  ["/admin/categories/:id/close", "close", ["close_admin_category", "admin_category_close"]],
  ["/(:locale)/orders", "index", []],
])("%s of %s is called %j", (route, action, names) => expect(railsNames(route, action)).toEqual(names));
