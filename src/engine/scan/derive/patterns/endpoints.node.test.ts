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
