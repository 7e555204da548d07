// After an installation in a checkout: builds the command, so that it starts as quickly as a package's. Without the
// bundler, which an installation may leave out, the command runs from its sources.
try {
  await import("esbuild");
} catch (error) {
  console.log(`drift is not built, and runs from its sources: ${error instanceof Error ? error.message : error}`);
  process.exit(0);
}
const { buildCli } = await import("./build.mjs");
await buildCli();
