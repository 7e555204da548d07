/** What the commands about a team share: the service, the organisation of the token, and waiting for a deletion. */
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { CliError } from "./errors.ts";
import { findFolder } from "./folder.ts";
import { noCredential } from "./login/credential.ts";
import { note } from "./output.ts";
import { ask, findService, type Service, type ServiceOptions, serviceOptions } from "./service.ts";
import { table as fittedTable } from "./table.ts";

export interface TeamOptions extends ServiceOptions {
  json?: true;
}

/** Adds the options of a command about a team; `shape` is what `--json` prints. */
export const teamOptions = (command: Command, shape: string): Command =>
  serviceOptions(command, false).option("--json", `print ${shape}`);

/** The service, with a credential. Throws `refused` where there is none. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const service = findService(findFolder(), options);
  if (service.credential) return service;
  throw new CliError("refused", `nobody is signed in to ${service.url}`, noCredential(service.url));
}

/** The organisation that the service's token is for, and its path. */
export async function openOrganisation(
  options: ServiceOptions,
): Promise<{ service: Service; organisation: string; path: string }> {
  const service = await openService(options);
  const { organisations } = (await ask(service, "/v1/organisations")) as { organisations: { organisation: string }[] };
  const [own] = organisations;
  if (!own) throw new CliError("refused", "the token is for no organisation");
  return { service, organisation: own.organisation, path: `/v1/organisations/${own.organisation}` };
}

export interface Member {
  readonly user: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly joinedAt: string;
}

/** A member by id, e-mail address or name. Throws `usage` where none or several are meant. */
export function findMember(members: readonly Member[], who: string): Member {
  const found = members.filter(({ user, name, email }) => [user, name, email].includes(who));
  const [one] = found;
  if (one && found.length === 1) return one;
  throw new CliError(
    "usage",
    one ? `several members are called ${who}` : `there is no member ${who}`,
    "drift members lists them; an id or an e-mail address names one.",
  );
}

/** Throws `usage` unless the name was repeated: what follows cannot be undone. */
export function checkConfirmed(what: string, name: string, confirm: string | undefined): void {
  if (confirm === name) return;
  throw new CliError("usage", `${what} ${name} would be removed for good`, `To go on, add --confirm ${name}`);
}

/** Waits until all rows of a deletion are gone, or `timeoutMs` have passed. */
export async function waitForDeletion(service: Service, status: string, timeoutMs = 600_000): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  for (let pause = 200; ; pause = Math.min(5_000, pause * 2)) {
    const { done } = (await ask(service, status)) as { done: boolean };
    if (done) return true;
    if (Date.now() > end) return false;
    await setTimeout(pause);
  }
}

export interface Deleting {
  readonly deletion: string;
  readonly status: string;
}

/** Says how a deletion stands, and with `wait` how it ended. */
export async function followDeletion(service: Service, { status }: Deleting, wait: boolean): Promise<boolean> {
  if (!wait) {
    note(`rows are removed in the background; ${service.url}${status} says when that is done`);
    return false;
  }
  return waitForDeletion(service, status);
}

/** Rows of cells as aligned text of which nothing is cut: what stands in it is copied. */
export const table = (rows: readonly (readonly string[])[]): string =>
  fittedTable(rows, { width: Number.POSITIVE_INFINITY });

/** `2026-11-22` */
export const dayOf = (at: string | null): string => at?.slice(0, 10) ?? "never";
