import * as z from "zod";

const common = {
  /** Part of the callback's URL, which the provider has to know. */
  id: z.string().regex(/^(?!local$)[a-z0-9-]{1,40}$/, "use lower-case letters, digits and hyphens, and not `local`"),
  /** As people know it. */
  name: z.string().min(1).max(60),
  clientId: z.string().min(1),
};
/** Over TLS; on this machine it may be without. */
const Issuer = z.url({ protocol: /^https?$/ }).refine((url) => {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}, "an issuer's URL begins with https://");

const Provider = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    kind: z.literal("oidc"),
    /** Exactly as its own document names it. */
    issuer: Issuer,
    clientSecret: z.string().min(1).optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal("github"),
    /** Or a GitHub Enterprise server. */
    issuer: Issuer.default("https://github.com"),
    clientSecret: z.string().min(1),
  }),
]);
export type Provider = z.infer<typeof Provider>;
export type OidcProvider = Extract<Provider, { kind: "oidc" }>;
export type GithubProvider = Extract<Provider, { kind: "github" }>;

/** The providers of the setting `IDENTITY_PROVIDERS`, a JSON array. Throws when it is none; its values are not repeated. */
export function readProviders(setting: string | undefined): Provider[] {
  if (setting === undefined || setting.trim() === "") return [];
  let json: unknown;
  try {
    json = JSON.parse(setting);
  } catch {
    throw new Error("IDENTITY_PROVIDERS is not JSON");
  }
  const read = z.array(Provider).max(20).safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`IDENTITY_PROVIDERS: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (new Set(read.data.map(({ id }) => id)).size !== read.data.length) {
    throw new Error("IDENTITY_PROVIDERS: two have one id");
  }
  return read.data;
}
