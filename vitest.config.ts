import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/**
 * workerd: beside the code, inside the runtime, with D1, R2 and Durable Objects bound as in production.
 * node: the command line, the scanner and what looks at the repository itself.
 * browser: the pages in Chromium.
 * e2e: the built Worker in workerd and the built command line, spoken to from outside.
 */
/** Nobody answers there: tests play their part. */
const identityProviders = [
  {
    id: "idp",
    kind: "oidc",
    name: "Acme ID",
    issuer: "https://idp.example",
    clientId: "drift",
    clientSecret: "s3cret",
  },
  { id: "other", kind: "oidc", name: "Other ID", issuer: "https://other.example", clientId: "drift" },
  { id: "github", kind: "github", name: "GitHub", clientId: "gh", clientSecret: "gh-s3cret" },
];

// What the scans of tests compile is kept beside the packages, not among a person's own things.
process.env.DRIFT_CACHE ??= join(import.meta.dirname, "node_modules/.cache/drift");

export default defineConfig(async () => ({
  test: {
    globalSetup: ["test/harness/product.ts"],
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                STATE_KEY: "a key for tests, of at least 32 bytes",
                OPERATOR_TOKEN: "operator",
                LOCAL_SIGN_IN: "1",
                IDENTITY_PROVIDERS: JSON.stringify(identityProviders),
                ACCOUNT_MIGRATIONS: await readD1Migrations("migrations/account"),
                SHARD_MIGRATIONS: await readD1Migrations("migrations/shard"),
              },
            },
          }),
        ],
        test: {
          name: "workerd",
          include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/*.workerd.test.ts"],
          exclude: ["src/**/*.node.test.ts"],
          setupFiles: ["test/harness/virgin-runtime.ts"],
          isolate: false,
          // Between files of another project, the runtime would be ended and started again.
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "node",
          include: ["src/**/*.node.test.ts", "test/*.test.ts", "test/rules/*.test.ts"],
          exclude: ["test/*.workerd.test.ts"],
          testTimeout: 30_000,
          // A scan of little files is one thread after the other.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/*.test.ts"],
          // Dozens of processes one after the other, on whatever machine: a limit is for what hangs.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file starts a runtime of its own: side by side they would only wait for each other.
          fileParallelism: false,
        },
      },
    ],
  },
}));
