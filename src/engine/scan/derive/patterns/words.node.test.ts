import { expect, test } from "vitest";
import { holdsComponent } from "./words.ts";

test("what keeps an application's state is no component, whatever its ending", () => {
  const paths = [
    "ui/Cart.jsx",
    "ui/Cart.vue",
    "store/reducers/User.jsx",
    "store/UserReducer.jsx",
    "api/CartActions.tsx",
  ];
  expect(paths.filter(holdsComponent)).toEqual(["ui/Cart.jsx", "ui/Cart.vue"]);
});
