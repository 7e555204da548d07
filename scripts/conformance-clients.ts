/** The suite's scenarios of clients' sign-in, with `drift login` and the bridge of `drift mcp` as the client. */
import { spawn } from "node:child_process";

const command = "node --no-warnings test/conformance/client.ts";

const passing = [
  "iss-supported",
  "iss-not-advertised",
  "iss-supported-missing",
  "iss-wrong-issuer",
  "iss-unexpected",
  "iss-normalized",
  "metadata-issuer-mismatch",
  "offline-access-scope",
  "offline-access-not-supported",
  "scope-retry-limit",
];

/** What the command line is not, and the scenarios that are about it. */
const beside: Record<string, string[]> = {
  "a person names the service, which is its own authorization server: no other document says where that is": [
    ...["metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "resource-mismatch"],
    ...["authorization-server-migration", "2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback"],
  ],
  "it is one client that every service knows, public, without registration and secret": [
    ...["basic-cimd", "pre-registration", "token-endpoint-auth-basic", "token-endpoint-auth-post"],
  ],
  "it signs in to the whole service, not to one resource of it": ["token-endpoint-auth-none"],
  "it asks once for what a person may give the command line, and says what to do where that is too little": [
    ...["scope-from-www-authenticate", "scope-from-scopes-supported", "scope-omitted-when-undefined", "scope-step-up"],
  ],
  "extensions that the service does not offer": [
    ...["client-credentials-jwt", "client-credentials-basic", "enterprise-managed-authorization"],
    ...["dpop", "dpop-nonce", "wif-jwt-bearer"],
  ],
};

/** Runs them, and says so. False: one fails, or the suite has another that nobody has judged. */
export async function clients(): Promise<boolean> {
  const { output } = await run("list");
  const there = [...output.matchAll(/^ +- auth\/(\S+)/gm)].map(([, name]) => name as string);
  const known = [...passing, ...Object.values(beside).flat()];
  const unknown = there.filter((name) => !known.includes(name));
  const failed: string[] = [];
  for (const name of passing) {
    const one = await run("client", "--command", command, "--scenario", `auth/${name}`, "-o", "results/clients");
    if (one.code === 0 && there.includes(name)) continue;
    failed.push(name);
    console.log(one.output);
  }
  console.log(`clients: ${passing.length - failed.length} of ${passing.length} scenarios of auth/ that fit pass`);
  for (const [why, names] of Object.entries(beside)) console.log(`  not ${names.join(", ")}: ${why}`);
  if (unknown.length > 0) console.log(`  say in scripts/conformance-clients.ts what becomes of ${unknown.join(", ")}`);
  return failed.length === 0 && unknown.length === 0;
}

function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const suite = spawn("conformance", args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
  };
  suite.stdout.on("data", read);
  suite.stderr.on("data", read);
  return new Promise((resolve, reject) => suite.on("error", reject).on("close", (code) => resolve({ code, output })));
}
