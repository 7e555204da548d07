/** Requests of tests by functions that a framework gives them, which nothing in the repository is called like. */
import { expect, test } from "vitest";
import { contracts } from "#engine/scan/testing/contracts-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("what tests ask by a bare verb is a request, through a helper of theirs too; what code is given so is none", async () => {
  const folder = new TempFolder({
    "config/routes.rb": `
Rails.application.routes.draw do
  resources :orders, only: %i[update destroy]
end`,
    "app/controllers/orders_controller.rb": `
class OrdersController < ActionController::Base
  def update; end
  def destroy; end
end`,
    "lib/shelf.rb": `
module Shelf
  def store(value)
    put("/orders/1", value)
  end
end`,
    "spec/support/api_helper.rb": `
module ApiHelper
  def put_with_token(token, path, params = {})
    put(path, params: params.to_json, headers: { token: token })
  end
end`,
    "spec/requests/orders_spec.rb": `
RSpec.describe OrdersController do
  include ApiHelper
  it("changes") { put_with_token("t", "/orders/1") }
  it("removes") { delete "/orders/1" }
end`,
  });
  await runScan(folder);
  const mismatch = `[{"server":"id","client":"1"}]`;
  expect(contracts(folder)).toEqual([
    `DELETE /orders/:id /orders/1 ${mismatch} 70`,
    `PUT /orders/:id /orders/1 ${mismatch} 70`,
  ]);
});
