/** Functions that are given a path and a method, and ask nothing. */
import { expect, test } from "vitest";
import { contracts } from "#engine/scan/testing/contracts-of";
import { runScan } from "#engine/scan/testing/run-scan";
import { TempFolder } from "#engine/scan/testing/temp-repository";

test("what looks a path and a method up is no request, what hands them on is one", async () => {
  const folder = new TempFolder({
    "pom.xml":
      "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>",
    "src/main/java/a/Labels.java": `package a;
import org.springframework.web.bind.annotation.*;
@RestController
class Labels {
  @PutMapping("/api/labels") void change() {}
  @PostMapping("/api/labels") void add() {}
}
`,
    "src/test/java/a/LabelsTest.java": `package a;
import org.junit.jupiter.api.Test;
class LabelsTest {
  private static String rolesFor(String path, String method) { return tree.searchRoles(path + "=" + method); }
  private static String ask(String path, String method) { return harness.perform(path, method); }
  @Test void roles() { assertEquals("[admin]", rolesFor("/api/labels", "put")); }
  @Test void adds() { assertEquals("ok", ask("/api/labels", "post")); }
}
`,
  });
  await runScan(folder);
  expect(contracts(folder)).toEqual(["POST /api/labels /api/labels 70"]);
});
