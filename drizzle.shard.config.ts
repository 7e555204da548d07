import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: [
    "./src/db/schema/snapshots.ts",
    "./src/db/schema/facts.ts",
    "./src/db/schema/meaning.ts",
    "./src/db/schema/patterns.ts",
    "./src/db/schema/testing.ts",
    "./src/db/schema/findings.ts",
    "./src/db/schema/structure.ts",
    "./src/db/schema/documents.ts",
  ],
  out: "./migrations/shard",
});
