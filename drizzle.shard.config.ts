import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./src/db/schema/!(account|*.test).ts",
  out: "./migrations/shard",
});
