/** What tests of Java cover of a class whose methods annotations make. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { driftDbPath } from "#engine/scan/drift-folder";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("a field is not covered by what calls the methods that Lombok makes of it", async () => {
  const folder = new TempFolder({
    "src/main/java/shop/Order.java": `
package shop;
import lombok.Data;
@Data
public class Order {
  private String name;
  public boolean isOpen() { return name != null; }
}
`,
    "src/test/java/shop/OrderTest.java": `
package shop;
import org.junit.jupiter.api.Test;
class OrderTest {
  @Test void opens() {
    Order order = new Order();
    order.setName("a");
    order.getName();
    order.isOpen();
  }
}
`,
  });
  await runScan(folder);
  const db = new DatabaseSync(driftDbPath(folder.path), { readOnly: true });
  try {
    const rows = db.prepare("select coalesce(symbol, target) as covered, how from test_covers order by 1").all();
    expect(rows.map(({ covered, how }) => `${covered} ${how}`)).toEqual([
      "src/main/java/shop/Order.java#Order call",
      "src/main/java/shop/Order.java#Order.isOpen call",
    ]);
  } finally {
    db.close();
  }
});
