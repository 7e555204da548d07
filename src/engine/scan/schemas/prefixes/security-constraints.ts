/**
 * Who a servlet container asks by the path of a request: the constraints of `WEB-INF/web.xml`. Of the patterns that fit the most
 * specific decides, and methods that it does not name are open to anybody.
 * https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#specifying-security-constraints
 */
import { literally } from "#engine/literally";
import type { XmlElement } from "#engine/scan/packages/formats/xml";
import type { PathGuard } from "./prefix.ts";

type Told = Pick<PathGuard, "pattern" | "methods" | "asks" | "line">;

const mostConstraints = 200;
/** Any role, and anybody who is signed in. */
const [anyRole, signedIn] = ["*", "**"];

export function readConstraints(root: XmlElement): Told[] {
  const all = root.all("security-constraint").flatMap((constraint) => {
    const [roles] = constraint.all("auth-constraint");
    const asks = roles ? [nameOf(roles)] : [];
    return constraint.all("web-resource-collection").flatMap((part) => {
      const methods = part.all("http-method").flatMap((one) => one.text() ?? []);
      const omitted = part.all("http-method-omission").flatMap((one) => one.text() ?? []);
      return part
        .all("url-pattern")
        .flatMap((one) => (one.text() ? [{ path: one.text() ?? "", asks, methods, omitted, line: one.line }] : []));
    });
  });
  const byPath = Map.groupBy(all.slice(0, mostConstraints), ({ path }) => path);
  return [...byPath]
    .sort(([one], [other]) => weight(other) - weight(one))
    .flatMap(([path, told]) => {
      const pattern = patternOf(path);
      const [first] = told;
      const open = { pattern, methods: null, asks: [], line: first?.line ?? 1 };
      const entries = told.flatMap(({ asks, methods, omitted, line }) => [
        ...(omitted.length > 0 ? [{ pattern, methods: omitted, asks: [], line }] : []),
        { pattern, methods: methods.length > 0 ? methods : null, asks, line },
      ]);
      return entries.some(({ methods }) => methods === null) ? entries : [...entries, open];
    });
}

/** Who is asked, as annotations say it. Without any role nobody gets in. */
function nameOf(constraint: XmlElement): string {
  const roles = constraint.all("role-name").flatMap((one) => one.text() ?? []);
  if (roles.length === 0) return "DenyAll";
  if (roles.includes(signedIn)) return "authenticated";
  return `RolesAllowed(${roles.map((role) => (role === anyRole ? role : `'${role}'`)).join(", ")})`;
}

/** A whole path is more specific than what begins so, this than an ending, and that than all paths. */
function weight(path: string): number {
  if (path === "/" || path === "/*") return 0;
  if (path.startsWith("*.")) return 1;
  return path.endsWith("/*") ? path.length + 2 : 100_000;
}

function patternOf(path: string): string {
  if (path === "/" || path === "/*") return "^/.*$";
  if (path.startsWith("*.")) return `${literally(path.slice(1))}$`;
  return path.endsWith("/*") ? `^${literally(path.slice(0, -2))}(?:/.*)?$` : `^${literally(path)}$`;
}
