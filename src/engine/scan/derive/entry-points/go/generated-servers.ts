/**
 * Servers that oapi-codegen makes of a description. What is generated registers methods of a wrapper behind an address
 * that it is given; where that is done, what handles the requests is known, and what stands before them.
 */

import { join } from "#engine/scan/derive/entry-points/join-paths";
import type { Guard, Registration } from "#engine/scan/derive/entry-points/registration";
import { lastName } from "#engine/scan/derive/symbols";

/** The names of mounts that say where such a server is registered, and by which methods it is handled. */
const [generated, byMethods] = ["generated server", "generated methods"];
/** A method of the type whose methods are registered. */
const ofWrapper = /^([^#]*)#ServerInterfaceWrapper\.(\w+)$/;
/** The address that stands before all paths of what is generated. */
const base = /\$\{(?:\w+\.)?[bB]aseURL\}/;
/** What types that are generated for routers stand for. */
const routers: Readonly<Record<string, string>> = { EchoRouter: "Echo", ServeMux: "net/http" };

/** All registrations, with those of generated servers where these are registered. */
export function withGeneratedServers(registrations: readonly Registration[]): readonly Registration[] {
  const isOf = (name: string) => (one: Registration) => one.kind === "mount" && one.name === name;
  const servers = registrations.filter(isOf(generated));
  if (servers.length === 0) return registrations;
  const methods = new Map(registrations.filter(isOf(byMethods)).map((one) => [one.owner, readGuards(one)]));
  const others = registrations.filter((one) => !isOf(generated)(one) && !isOf(byMethods)(one));
  const fileOf = ({ mounted }: Registration) => (mounted ?? "").replace(/#.*$/s, "");
  const files = new Set(servers.map(fileOf));
  const endpoints = others.filter(
    (one) => one.kind === "endpoint" && files.has(ofWrapper.exec(one.handler ?? "")?.[1] ?? ""),
  );
  const before = new Map(
    others.flatMap((one) =>
      one.kind === "mount" && one.framework?.startsWith("~") ? [[one.mounted, one] as const] : [],
    ),
  );
  const whole = endpoints.map((one) => {
    const own = one.framework?.startsWith("~") ? before.get(one.owner) : undefined;
    const written = `${own?.route ?? ""}${one.route ?? ""}`.replace(base, "");
    const framework = one.framework?.startsWith("~") ? (routers[lastName(one.framework)] ?? null) : one.framework;
    return { ...one, framework, route: written };
  });
  const left = new Set<Registration>(endpoints);
  const owners = new Set(endpoints.map(({ owner }) => owner));
  // What is generated puts what it is given around its own.
  for (const one of others)
    if (files.has(one.path) && (one.kind === "guard" || (one.framework?.startsWith("~") && owners.has(one.mounted))))
      left.add(one);
  const told = servers.flatMap((server): Registration[] => {
    const handling = new Map(methods.get(server.mounted)?.map((one) => [one.name, one.symbol]));
    const own = whole.filter(({ handler }) => ofWrapper.exec(handler ?? "")?.[1] === fileOf(server));
    const made = own.map((one) => {
      const method = ofWrapper.exec(one.handler ?? "")?.[2] ?? "";
      const handler = handling.get(method) ?? `${fileOf(server)}#ServerInterface.${method}`;
      return { ...one, owner: server.mounted, handler, handler_name: handler.replace(/^[^#]*#/, "") };
    });
    const route = server.route === null ? "" : join("", server.route);
    return [{ ...server, name: null, route }, ...made];
  });
  return [...others.filter((one) => !left.has(one)), ...told];
}

const readGuards = ({ guards }: Registration): readonly Guard[] => (guards === null ? [] : JSON.parse(guards));
