import { expect, test } from "vitest";
import { readProto } from "./proto.ts";

test("the methods of services are told with the paths that stand for them", () => {
  const text = `
syntax = "proto3";
package shop.v1;
// service Old { rpc Gone(A) returns (B); }
service Orders {
  rpc Place(PlaceRequest) returns (Order) {
    option (google.api.http) = {
      post: "/v1/{parent=shops/*}/orders"
      body: "*"
      additional_bindings { put: "/v1/orders" }
    };
  }
  /* rpc None(A) returns (B); */
  rpc Watch(stream A) returns (stream B);
}
message Order { string id = 1; }
`;
  expect(readProto(text)).toEqual([
    {
      name: "shop.v1.Orders/Place",
      line: 6,
      routes: [
        { method: "POST", route: "/v1/{parent=shops/*}/orders" },
        { method: "PUT", route: "/v1/orders" },
      ],
    },
    { name: "shop.v1.Orders/Watch", line: 14, routes: [] },
  ]);
});

test("a comment that does not end, a line that is long and a file of services are read in bounded time", () => {
  expect(readProto(`/* ${"a ".repeat(1e5)}`)).toEqual([]);
  expect(readProto(`service A {\n rpc ${"x".repeat(1e6)}\n}`)).toEqual([]);
  const many = Array.from({ length: 5_000 }, (_, at) => ` rpc M${at}(A) returns (B);`);
  expect(readProto(`service A {\n${many.join("\n")}\n}`)).toHaveLength(2_000);
});
