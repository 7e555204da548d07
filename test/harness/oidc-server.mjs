/**
 * A certified OpenID provider as a process of its own, with its own sign-in pages.
 *
 * Usage: node oidc-server.mjs PORT REDIRECT_URI
 */
import Provider from "oidc-provider";

const [port, redirectUri] = process.argv.slice(2);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "drift", client_secret: "s3cret", redirect_uris: [redirectUri] }],
  pkce: { required: () => true },
  claims: { email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: id, email: `${id}@acme.test`, email_verified: true }),
  }),
});
provider.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
