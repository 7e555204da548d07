/** Services in `.proto` files: their methods, and the paths that stand for these. https://protobuf.dev/reference/protobuf/proto3-spec/#service_definition */
import type { FactRow } from "#contract/unit";
import { rowOfRegistration } from "./registration.ts";

interface Method {
  /** `shop.v1.Orders/Place` */
  readonly name: string;
  readonly line: number;
  /** Of `google.api.http`: https://cloud.google.com/endpoints/docs/grpc/transcoding */
  readonly routes: readonly { readonly method: string; readonly route: string }[];
}

const maxMethods = 2_000;
const verbs = /\b(get|put|post|delete|patch)\s*:\s*"((?:[^"\\]|\\.){1,400})"/g;

/** The methods of all services, in the order in which they are written. */
export function readProto(text: string): Method[] {
  const lines = withoutComments(text).split(/\r?\n/);
  const found: Method[] = [];
  let space = "";
  let service: string | undefined;
  let open: { name: string; line: number; text: string } | undefined;
  const close = () => {
    if (!open || found.length >= maxMethods) return;
    const routes = [...open.text.matchAll(verbs)].map(([, verb = "", route = ""]) => ({
      method: verb.toUpperCase(),
      route,
    }));
    found.push({ name: open.name, line: open.line, routes });
    open = undefined;
  };
  for (const [at, line] of lines.entries()) {
    if (line.length > 2_000) continue;
    space = /^\s*package\s+([\w.]+)\s*;/.exec(line)?.[1] ?? space;
    const declared = /^\s*service\s+(\w+)/.exec(line);
    if (declared) service = [space, declared[1]].filter(Boolean).join(".");
    if (/^\s*(?:message|enum)\s+\w+/.test(line) && !open) service = undefined;
    const rpc = /^\s*rpc\s+(\w+)/.exec(line);
    if (rpc && service !== undefined) {
      close();
      open = { name: `${service}/${rpc[1]}`, line: at + 1, text: "" };
    }
    if (!open) continue;
    open.text += `${line}\n`;
    if (open.text.length > 8_000) close();
  }
  close();
  return found;
}

/** With the lines where they were; what looks like a comment in a text is none. */
const withoutComments = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, ""),
  );

/** Rows of `registrations`. Who handles a method, the classes tell that implement its service. */
export function registrationsOf(path: string, methods: readonly Method[]): FactRow[] {
  const row = (kind: string, line: number, told: { method?: string; route?: string; name: string }): FactRow =>
    rowOfRegistration(path, {
      kind,
      framework: "gRPC",
      line,
      handler: told.name.slice(told.name.lastIndexOf(".") + 1).replace("/", "#"),
      ...told,
    });
  return methods.flatMap(({ name, line, routes }) => [
    row("rpc", line, { name }),
    ...routes.map((one) => row("endpoint", line, { ...one, name })),
  ]);
}
