/**
 * Which paths a servlet container hands to what serves JAX-RS, and to Spring: `WEB-INF/web.xml`.
 * https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#deployment-descriptor
 */
import { readXml, type XmlElement } from "#engine/scan/packages/formats/xml";
import { moduleOf, type Prefix } from "./prefix.ts";
import { readConstraints } from "./security-constraints.ts";

export const isServlets = (path: string): boolean => /(?:^|\/)WEB-INF\/web\.xml$/.test(path);

/** What serves JAX-RS by its class: Jersey's, RESTEasy's, CXF's, and an application's own that extends one. */
const serving = /ServletContainer$|HttpServletDispatcher$|Http30Dispatcher$|Jaxrs\w*Servlet$|\.rs\.core\.Application$/;
const configuring = /^(?:jersey\.config\.|com\.sun\.jersey\.|resteasy\.|(?:jakarta|javax)\.ws\.rs\.Application$)/;
/** The packages whose classes it serves. */
const packages = /^(?:jersey\.config\.server\.provider\.packages|com\.sun\.jersey\.config\.property\.packages)$/;

export function readServlets(path: string, text: string): Prefix[] {
  const root = readXml(text);
  if (root?.name !== "web-app") return [];
  const [found, dispatching] = [root.all("servlet").filter(isServing), root.all("servlet").filter(isDispatching)];
  const mappingOf = (servlet: XmlElement) => {
    const name = servlet.text("servlet-name");
    const mapping = root.all("servlet-mapping").find((one) => one.text("servlet-name") === name);
    const route = mapping?.text("url-pattern")?.replace(/\/?\*$/, "") ?? "";
    return mapping && route.startsWith("/") ? { route, line: mapping.line } : undefined;
  };
  // Which of several has a controller, only what they are configured by tells.
  const spring = dispatching.length === 1 ? dispatching.flatMap((one) => mappingOf(one) ?? []) : [];
  const behind = spring.filter(({ route }) => route !== "/");
  const ofSpring = behind.map((told) => ({ framework: "Spring", ...told, below: moduleOf(path) }));
  const ofResources = found.flatMap((servlet) => {
    const mapped = mappingOf(servlet);
    if (!mapped) return [];
    const told = { framework: "JAX-RS", ...mapped };
    // One serves all there are, each of several those of its own packages.
    if (found.length === 1) return [{ ...told, below: moduleOf(path) }];
    return packagesOf(servlet).map((one) => ({
      ...told,
      below: `${moduleOf(path)}src/main/java/${one.replaceAll(".", "/")}/`,
    }));
  });
  return [...ofSpring, ...ofResources];
}

const parametersOf = (servlet: XmlElement): [name: string, value: string][] =>
  servlet.all("init-param").map((one) => [one.text("param-name") ?? "", one.text("param-value") ?? ""]);

const isServing = (servlet: XmlElement): boolean =>
  serving.test(servlet.text("servlet-class") ?? servlet.text("servlet-name") ?? "") ||
  parametersOf(servlet).some(([name]) => configuring.test(name));

const isDispatching = (servlet: XmlElement): boolean =>
  servlet.text("servlet-class") === "org.springframework.web.servlet.DispatcherServlet";

const packagesOf = (servlet: XmlElement): string[] =>
  parametersOf(servlet).flatMap(([name, value]) => (packages.test(name) ? value.split(/[\s,;]+/).filter(Boolean) : []));

/** A servlet of the application's own, and the path on which it is put. */
export interface DeployedServlet {
  /** Its class with its package. */
  readonly type: string;
  readonly pattern: string;
  readonly line: number;
}

/** The servlets that a container puts somewhere which serve no other framework. */
export function readDeployedServlets(text: string): DeployedServlet[] {
  const root = readXml(text);
  if (root?.name !== "web-app") return [];
  const own = root.all("servlet").filter((one) => !isServing(one) && !isDispatching(one));
  const classes = new Map(own.map((one) => [one.text("servlet-name"), one.text("servlet-class") ?? ""]));
  return root.all("servlet-mapping").flatMap((mapping) => {
    const type = classes.get(mapping.text("servlet-name")) ?? "";
    const patterns = mapping.all("url-pattern").flatMap((one) => one.text() ?? []);
    return type === "" ? [] : patterns.map((pattern) => ({ type, pattern, line: mapping.line }));
  });
}

/** Who a container asks by the paths of requests. */
export function readServletConstraints(text: string): ReturnType<typeof readConstraints> {
  const root = readXml(text);
  return root?.name === "web-app" ? readConstraints(root) : [];
}

/** A filter, and the path before which it asks. */
export interface ServletFilter {
  readonly name: string;
  readonly pattern: string;
  readonly line: number;
}

/** What asks nobody: what Spring has for encodings, methods and sessions. */
const plain = /^org\.springframework\.(?:web\.filter|orm)\.(?!DelegatingFilterProxy$)|Encoding\w*Filter$/;
/** Spring's stand-in for a filter that goes by its name; what chains of their own say who asks. */
const standIn = /\.DelegatingFilterProxy$/;
const chains = /security|shiro/i;

/** The filters that a container asks, in the order of their mappings: those by paths before those by servlets. */
export function readServletFilters(text: string): ServletFilter[] {
  const root = readXml(text);
  if (root?.name !== "web-app") return [];
  const classes = new Map(root.all("filter").map((one) => [one.text("filter-name"), one.text("filter-class") ?? ""]));
  const told = (mapping: XmlElement): string | undefined => {
    const name = mapping.text("filter-name") ?? "";
    const type = classes.get(name) ?? "";
    if (type === "" || plain.test(type) || (standIn.test(type) && chains.test(name))) return undefined;
    return standIn.test(type) ? name : type.replace(/^.*[.$]/, "");
  };
  const patternsOf = (element: XmlElement) => element.all("url-pattern").flatMap((one) => one.text() ?? []);
  const servlets = Map.groupBy(root.all("servlet-mapping"), (one) => one.text("servlet-name"));
  const ofServlets = (mapping: XmlElement) =>
    mapping.all("servlet-name").flatMap((one) => {
      const name = one.text();
      return name === "*" ? ["/*"] : (servlets.get(name) ?? []).flatMap(patternsOf);
    });
  return [patternsOf, ofServlets].flatMap((patterns) =>
    root.all("filter-mapping").flatMap((mapping) => {
      const name = told(mapping);
      return name === undefined ? [] : patterns(mapping).map((pattern) => ({ name, pattern, line: mapping.line }));
    }),
  );
}
