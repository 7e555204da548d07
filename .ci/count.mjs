// The closing line: what the test runners counted, together.
import { readFileSync } from "node:fs";

const [vitest, cargo] = process.argv.slice(2);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(vitest, "utf8"));
const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
for (const [, passed, failed, ignored] of readFileSync(cargo, "utf8").matchAll(
  /test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/g,
)) {
  count.passed += Number(passed);
  count.failed += Number(failed);
  count.skipped += Number(ignored);
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
