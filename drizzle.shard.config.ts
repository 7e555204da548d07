import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./src/db/schema/snapshots.ts", "./src/db/schema/facts.ts"],
  out: "./migrations/shard",
});
