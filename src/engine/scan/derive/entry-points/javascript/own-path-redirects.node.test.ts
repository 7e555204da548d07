import { expect, test } from "vitest";
import { leadsToOwnPath } from "./own-path-redirects.ts";

const middleware = (...statements: string[]) => `function middleware(req) {\n  ${statements.join("\n  ")}\n}`;
const toLocale = `return NextResponse.redirect(new URL(\`/\${locale}\${req.nextUrl.pathname}\`, req.url));`;

test("What only puts variables in front of the path that is asked for leads on.", () => {
  expect(leadsToOwnPath(middleware("if (isFile(req)) return;", toLocale))).toBe(true);
  expect(leadsToOwnPath(middleware("// return new Response()", "if (a) return null;", toLocale))).toBe(true);
  expect(
    leadsToOwnPath(middleware('return NextResponse.rewrite(new URL(pathname.replace("/pt", "/pt-PT"), req.url), {});')),
  ).toBe(true);
});

test("What may answer by itself, or leads elsewhere, does not.", () => {
  expect(leadsToOwnPath(middleware("return NextResponse.next();"))).toBe(false);
  for (const other of [
    `if (!user) return NextResponse.redirect(new URL(\`/login?from=\${req.nextUrl.pathname}\`, req.url));`,
    `if (!user) return NextResponse.redirect(new URL(\`/login/\${req.nextUrl.pathname}\`, req.url));`,
    'if (!user) return NextResponse.redirect(new URL("/login", req.url));',
    'if (!user) return NextResponse.json({ error: "no" }, { status: 401 });',
    "if (!user) return new Response(null, { status: 401 });",
    "if (!user) throw new Refused();",
    "if (!user) return refused(req);",
  ])
    expect([other, leadsToOwnPath(middleware(other, toLocale))]).toEqual([other, false]);
});
