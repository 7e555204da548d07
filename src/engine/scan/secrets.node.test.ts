/** Secrets in every place that a scan reads appear nowhere in `drift.db`. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { driftDbPath } from "./drift-folder.ts";
import { query } from "./testing/query-db.ts";
import { runScan } from "./testing/run-scan.ts";
import { TempRepository } from "./testing/temp-repository.ts";

test("no secret of the sources, in literals, defaults, routes, comments or manifests, reaches the database", async () => {
  const secret = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
  const typescript = `
    /** Uses ${secret}. */
    import { Router } from "express";
    import { Controller, Get } from "@nestjs/common";
    export const KEY = "${secret}";
    export const router = Router();
    router.get("/${secret}", (req, res) => {});
    router.get(KEY, guard("${secret}"));
    const token = process.env.TOKEN ?? "${secret}";
    function guard(key = "${secret}") { return key; } // ${secret}
    @Controller("${secret}") class C { @Get("${secret}") get() {} }
    enum E { A = "${secret}" }
    test("${secret}", () => {});`;
  const python = `
"""${secret}"""
import os
from fastapi import APIRouter
router = APIRouter(prefix="/${secret}")
KEY: str = "${secret}"
@router.get("/x", tags=["${secret}"])
def show(key="${secret}"): return os.getenv("TOKEN", "${secret}")
`;
  const repository = new TempRepository({
    "a.ts": typescript,
    "b.py": python,
    "c.go": `package c\nimport "os"\nconst Key = "${secret}"\nvar x = os.Getenv("${secret}")\n`,
    "D.java": `@RequestMapping("${secret}") class D { static final String KEY = "${secret}"; }`,
    "package.json": JSON.stringify({ name: "a", dependencies: { b: `git+https://bot:${secret}@example.com/b.git` } }),
    "requirements.txt": `b @ https://bot:${secret}@example.com/b.zip\n`,
  });
  await runScan(repository);
  expect(query(repository, "select count(*) as n from registrations where route like '%‹redacted:%'")).toEqual([
    { n: 6 },
  ]);
  expect(query(repository, "select count(*) as n from dependencies where range like '%‹redacted:%'")).toEqual([
    { n: 2 },
  ]);
  expect(query(repository, "select path from constants where value like '%‹redacted:%' order by 1")).toEqual(
    ["D.java", "a.ts", "b.py", "c.go"].map((path) => ({ path })),
  );
  expect(query(repository, "select distinct path, kind, severity from secret_findings order by 1")).toEqual(
    ["D.java", "a.ts", "b.py", "c.go"].map((path) => ({ path, kind: "github-token", severity: "high" })),
  );
  expect(query(repository, "select count(distinct fingerprint) as n from secret_findings")).toEqual([{ n: 1 }]);
  expect(readFileSync(driftDbPath(repository.path)).includes(secret.slice(4, 24))).toBe(false);
});

test("no secret of the documentation, in prose, code, links, commands or headings, reaches the database", async () => {
  const secret = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
  const [drawn, chosen] = ["Zq8".concat("vW3xT1yR7uP5oN9m"), ["Tr0ub4dor", "3!"].join("&")];
  const readme = `---
title: ${secret}
---
# Use ${secret}

Call \`run(${secret})\`, see \`src/${secret}.ts\` and [it](src/${secret}.ts), set the variable \`TOKEN=${secret}\`.

| Variable | Value |
| --- | --- |
| \`API_KEY\` | api_key=${drawn} |

\`\`\`sh
export API_KEY=${drawn}
npm install ${secret}
curl -H "Authorization: ${secret}" http://localhost/x
login --password=${chosen}
\`\`\`

\`\`\`ts
import { x } from "${secret}";
connect("${secret}");
\`\`\`

    db: postgres://app:${chosen}@localhost/x

<img src="${secret}.png">
`;
  const repository = new TempRepository({ "README.md": readme, "docs/CHANGELOG.md": readme });
  await runScan(repository);
  const redacted = query(repository, "select count(*) as n from doc_claims where quote like '%‹redacted:%'");
  expect(redacted[0]?.n).toBeGreaterThan(1);
  const written = readFileSync(driftDbPath(repository.path));
  for (const part of [secret.slice(4, 24), drawn, chosen]) expect(written.includes(part)).toBe(false);
});

test("a secret in a test or in documentation is told apart, and what somebody chose leaves no fingerprint", async () => {
  const password = ["Tr0ub4dor", "3!"].join("&");
  const folder = new TempRepository({
    "a.ts": `export const password = "${password}";`,
    "a.test.ts": `const password = "${password}";`,
    "b.rs": `/// let password = "${password}";\npub fn sign_in() {}\n`,
    "C.java": `class C { String begin = "-----BEGIN PRIVATE KEY-----\\n" + bodyOfTheKey() + moreOfTheKey() + "-----END PRIVATE KEY-----"; }`,
  });
  await runScan(folder);
  expect(
    query(folder, "select kind, severity, fingerprint, in_test, path, line from secret_findings order by path").map(
      (one) => Object.values(one).join(" "),
    ),
  ).toEqual(["password low  1 a.test.ts 1", "password medium  0 a.ts 1", "password low  1 b.rs 1"]);
  expect(readFileSync(driftDbPath(folder.path)).includes(password)).toBe(false);
});

test("secrets in settings are found without quotes, samples are told apart, and none reaches the database", async () => {
  const drawn = ["q8Zt1Wm4", "Yp0Lr7Xc", "2Vd5Bn9K"].join("");
  const chosen = ["Tr0ub4dor", "3"].join("&");
  const folder = new TempRepository({
    ".env.production": `# ours\nAPI_KEY=${drawn}\nDB_PASSWORD=${chosen}\n`,
    ".env.example": `API_KEY=${drawn}\n`,
    "conf/sample.env": `API_KEY=${drawn}\n`,
    "compose.e2e.yaml": `environment:\n  DB_PASSWORD: ${chosen}\n`,
    "config/app.yml": `db:\n  password: ${chosen}\n  host: \${DB_HOST}\n# api_key: ${drawn}\n`,
    "config/old.yml": `# token: ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}\n`,
    "deploy/appsettings.Production.json": JSON.stringify({ ConnectionStrings: { Password: chosen } }),
    "package-lock.json": JSON.stringify({ token: drawn }),
    ".github/workflows/test.yml": `env:\n  DB_PASSWORD: ${chosen}\n`,
    "notes.bin.yml": "password: \0",
    "docs/openapi.yaml": `a:\n  examples:\n    one:\n\n      # shown\n      password: ${chosen}\n  set:\n    - password: ${chosen}\n`,
  });
  await runScan(folder);
  const found = () =>
    query(folder, "select kind, in_test, path, line from secret_findings order by path, line").map((one) =>
      Object.values(one).join(" "),
    );
  const samplesSeverity = "select distinct in_test, severity from secret_findings where kind = 'key' order by 1";
  expect(query(folder, samplesSeverity).map((one) => Object.values(one))).toEqual([
    [0, "medium"],
    [1, "low"],
  ]);
  const kept = ["key 0 .env.production 2", "password 0 .env.production 3"];
  const samples = ["password 1 compose.e2e.yaml 2", "key 1 conf/sample.env 1"];
  const deployed = "password 0 deploy/appsettings.Production.json 1";
  const described = ["password 1 docs/openapi.yaml 6", "password 0 docs/openapi.yaml 8"];
  const others = ["github-token 0 config/old.yml 1", deployed, ...described];
  expect(found()).toEqual([
    ...["key 1 .env.example 1", ...kept, "password 1 .github/workflows/test.yml 2", ...samples],
    ...["password 0 config/app.yml 2", "key 1 config/app.yml 4", ...others],
  ]);
  const written = readFileSync(driftDbPath(folder.path));
  for (const secret of [drawn, chosen]) expect(written.includes(secret)).toBe(false);

  folder.write({ "config/app.yml": "db:\n  password: $PASSWORD\n" }).remove(".env.example");
  await runScan(folder);
  expect(found()).toEqual([...kept, "password 1 .github/workflows/test.yml 2", ...samples, ...others]);
});

test("no secret of the history, in messages, authors, manifests or decision records, reaches the database", async () => {
  const secret = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7d9s8f7sd98f7s9d8f7\n".repeat(900)}`;
  const manifest = (dependencies: object): string => JSON.stringify({ name: "a", dependencies });
  const repository = new TempRepository({ "a.ts": "", "package.json": manifest({ left: "1.0.0" }) });
  repository
    .write({ "package.json": manifest({ [secret]: "1.0.0", right: `git+https://bot:${secret}@example.com/r.git` }) })
    .commit(`Use ${secret}\n\nWe do so because ${secret} is what the service asks for.`);
  repository
    .write({ "docs/adr/0001-tokens.md": `# Use ${secret}\n\n## Decision\n\nWe take ${secret}.\n`, "a.ts": "1" })
    .commit(`Keep the key here\n\nIt lies here so that everybody has it.\n\n${key}`);
  repository.write({ "package.json": manifest({ right: "1.0.0" }) }).git("add", "-A");
  repository.git("-c", `user.name=${secret}`, "commit", "-q", "-m", "By somebody else", `--author=${secret} <a@b.c>`);
  await runScan(repository);
  expect(query(repository, "select distinct kind from decisions order by 1")).toEqual(
    ["dependency_added", "dependency_removed", "stated"].map((kind) => ({ kind })),
  );
  expect(query(repository, "select count(*) as n from decisions where summary || subject like '%‹redacted:%'")).toEqual(
    [{ n: 3 }],
  );
  const written = readFileSync(driftDbPath(repository.path));
  expect(written.includes(secret.slice(4, 24))).toBe(false);
  expect(written.includes("MIIEpAIBAAKCAQEA")).toBe(false);
});

test("a secret that stands where the environment names none is found, and leaves nothing behind", async () => {
  const drawn = ["q8Zt1Wm4", "Yp0Lr7Xc", "2Vd5Bn9K"].join("");
  const folder = new TempRepository({
    "settings.py": `import os\nkey = os.environ.get("SECRET_KEY", "${drawn}")\nother = env("API_KEY", default="${drawn}")\n`,
    "a.ts": `export const secret = process.env.JWT_SECRET ?? "${drawn}";\nsign(process.env["JWT_SECRET"] || "${drawn}");\n`,
    "a.php": `<?php\n$x = getenv('APP_SECRET') ?: '${drawn}';\n`,
    "a.rb": `sign(ENV.fetch("API_KEY", "${drawn}"))\n`,
    "A.java": `class A { String a = System.getProperty("db.secret", "${drawn}"); }\n`,
  });
  await runScan(folder);
  const found = query(folder, "select kind, path, line from secret_findings order by path, line");
  expect(found.map((one) => Object.values(one).join(" "))).toEqual([
    "secret A.java 1",
    "secret a.php 2",
    "key a.rb 1",
    "secret a.ts 1",
    "secret a.ts 2",
    "secret settings.py 2",
    "key settings.py 3",
  ]);
  expect(readFileSync(driftDbPath(folder.path)).includes(drawn)).toBe(false);
});
