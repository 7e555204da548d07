import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { bindings } from "./runtime.ts";

/** What of it is compared. */
interface Config {
  compatibility_date: string;
  compatibility_flags: string[];
  vars: Record<string, string>;
  d1_databases: { binding: string; migrations_dir: string }[];
  r2_buckets: { binding: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
}

it("binds what wrangler.toml binds", () => {
  const config = unstable_readConfig({ config: "wrangler.toml" }) as Config;
  expect(config.compatibility_date).toBe(bindings.compatibilityDate);
  expect(config.compatibility_flags).toEqual(bindings.compatibilityFlags);
  expect(config.vars).toEqual(bindings.vars);
  expect(Object.fromEntries(config.d1_databases.map((one) => [one.binding, one.migrations_dir]))).toEqual(
    Object.fromEntries(Object.entries(bindings.databases).map(([name, kind]) => [name, `migrations/${kind}`])),
  );
  expect(config.r2_buckets.map(({ binding }) => binding)).toEqual(bindings.buckets);
  expect(Object.fromEntries(config.durable_objects.bindings.map((one) => [one.name, one.class_name]))).toEqual(
    bindings.objects,
  );
});
