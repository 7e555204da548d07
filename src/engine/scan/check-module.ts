/** Whether the scan module is there and works: what is wrong with it, or undefined. */
import { openScanModule } from "#engine/scan-module";
import { compileScan } from "#wasm/scan";

export function checkModule(): string | undefined {
  try {
    const source = new TextEncoder().encode("export function a() {}\n");
    const read = openScanModule(compileScan()).extract("a.ts", source);
    return read?.symbols === 1 ? undefined : "it does not find a function in a line that declares one";
  } catch (error) {
    return (error as Error).message;
  }
}
