import { expect, test } from "vitest";
import { rowsOf } from "#engine/scan/testing/scanned-rows";

test("what stands on handlers they carry, and do not make", async () => {
  const names = ["Cart", "Order", "Price", "Stock", "Store", "Buyer", "Offer"];
  const controllers = names.map((name) => [
    `Controllers/${name}Controller.cs`,
    `using Microsoft.AspNetCore.Mvc;
using Shop;
[ApiController]
[Route("api/${name}")]
public class ${name}Controller : ControllerBase
{
    [HttpGet]
    [HasRight("read")]
    public string Get() => "${name}";
}
`,
  ]);
  const files = {
    "Shop.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>',
    "HasRightAttribute.cs":
      "using System;\nnamespace Shop;\npublic class HasRightAttribute : Attribute { public HasRightAttribute(string name) { } }\n",
    ...Object.fromEntries(controllers),
  };
  const told = await rowsOf(files, "select name from patterns where id like 'api/handlers-call-%'");
  expect(told.map(({ name }) => name)).toEqual(["Handlers carry [HasRight]"]);
});

test("a row of calls is told by its first", async () => {
  const names = ["Carts", "Orders", "Prices", "Stocks", "Stores", "Buyers", "Offers"];
  const files = {
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "log/log.go":
      "package log\ntype Line struct{}\nfunc With(id string) *Line { return nil }\nfunc (l *Line) Of(err error) *Line { return l }\nfunc (l *Line) Error(text string) {}\n",
    "main.go": `package main
import ("github.com/gin-gonic/gin"; "example.com/shop/api")
func main() {
	r := gin.New()
${names.map((name) => `\tr.GET("/${name.toLowerCase()}", api.${name})`).join("\n")}
}
`,
    ...Object.fromEntries(
      names.map((name) => [
        `api/${name.toLowerCase()}.go`,
        `package api
import ("github.com/gin-gonic/gin"; "example.com/shop/log")
func ${name}(c *gin.Context) {
	log.With("${name}").Of(nil).Error("failed")
}
`,
      ]),
    ),
  };
  const told = await rowsOf(files, "select name from patterns where id like 'api/handlers-call-%'");
  expect(told.map(({ name }) => name)).toEqual(["Handlers call log.With"]);
});
