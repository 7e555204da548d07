// After an installation in a checkout: builds the command, so that it starts as quickly as a package's. Where it cannot
// be built, as without the bundler or its scripts, the installation is whole all the same: the command runs from its sources.
try {
  const { buildCli } = await import("./build.mjs");
  await buildCli();
} catch (error) {
  console.log(`drift is not built, and runs from its sources: ${error instanceof Error ? error.message : error}`);
}
