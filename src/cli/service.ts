/**
 * Which service a command talks to, and what it shows there.
 *
 * The service: `--server`, `DRIFT_SERVER`, that of `--account` or `DRIFT_ACCOUNT`, the folder's settings, the edge that
 * `drift up` runs on this machine, that of the account chosen last. The credential: `--token`, `--account`,
 * `DRIFT_TOKEN`, `DRIFT_ACCOUNT`, the local edge's own token, for a push the identity of the CI run, the sign-in for
 * that service.
 */
import type { Command } from "commander";
import { DriftError, type ErrorBody, type ErrorCode, errorCodes } from "#contract/errors";
import { CliError } from "./errors.ts";
import { checkProject, checkServer, readSettings } from "./folder.ts";
import { defaultState, readLocalEdge } from "./local-edge.ts";
import { type Account, AccountBook } from "./login/account-book.ts";
import { AccountSession } from "./login/account-session.ts";
import { accountCalled, accountFor } from "./login/choose-account.ts";
import { ciCredential } from "./login/ci.ts";
import { type Credential, givenToken, remedyFor, withBearer } from "./login/credential.ts";
import { causeOf } from "./network.ts";

export interface ServiceOptions {
  server?: string;
  token?: string;
  account?: string;
  project?: string;
}

/** Adds `--server`, `--token` and `--account`, and `--project` where a command is about one. */
export function serviceOptions(command: Command, withProject = true): Command {
  command
    .option(
      "--server <url>",
      "the service (default: DRIFT_SERVER, the settings, the local edge, or where you signed in)",
    )
    .option("--token <token>", "a token for it (default: DRIFT_TOKEN, the local edge's own, or your sign-in)")
    .option("--account <name>", "the sign-in to use, as drift use lists them (default: DRIFT_ACCOUNT)");
  return withProject
    ? command.option("--project <org/name>", "the project (default: the settings, or what the token can mean)")
    : command;
}

export interface Service {
  /** Without a slash at the end. */
  readonly url: string;
  /** Undefined: nobody is signed in, and no token is given. */
  readonly credential: Credential | undefined;
  /** `organisation/project`; undefined where nothing names one. */
  readonly project: string | undefined;
}

/**
 * The service for a folder. A token of the local edge, and a sign-in, are shown to their own server alone.
 *
 * @param forPush whether the identity of a CI run will do.
 */
export function findService(folder: string, options: ServiceOptions, forPush = false): Service {
  const refuse = (what: string): never => {
    throw new CliError("usage", what);
  };
  const settings = readSettings(folder);
  const local = readLocalEdge(defaultState(folder));
  const book = new AccountBook();
  const accounts = book.list();
  const given = options.server ?? (process.env.DRIFT_SERVER || undefined);
  const token = options.token ?? (process.env.DRIFT_TOKEN || undefined);
  const words = options.account ?? (token === undefined ? process.env.DRIFT_ACCOUNT : undefined);
  const there = given === undefined ? accounts : accounts.filter((account) => sameOrigin(account.server, given));
  const account = words ? accountCalled(there, words) : undefined;
  const url = given ?? account?.server ?? settings.server ?? local?.url ?? accounts[0]?.server;
  if (!url)
    throw new CliError(
      "usage",
      "no server is known",
      "Run drift login --server URL, give --server, set DRIFT_SERVER, or start one here with drift up.",
    );
  checkServer(url, refuse);
  const server = url.replace(/\/+$/, "");
  const own = local && sameOrigin(local.url, server) ? local : undefined;
  const project = options.project ?? settings.project ?? own?.project;
  if (project !== undefined) checkProject(project, refuse);
  const session = (one: Account | undefined) => one && new AccountSession(book, one);
  const credential =
    (options.token === undefined ? undefined : givenToken("option", options.token)) ??
    session(account) ??
    (token === undefined ? undefined : givenToken("environment", token)) ??
    (own && givenToken("local", own.token)) ??
    (forPush ? ciCredential(server, project) : undefined) ??
    session(accountFor(accounts, new URL(server).origin, project));
  return { url: server, credential, project };
}

const sameOrigin = (a: string, b: string): boolean => URL.parse(a)?.origin === URL.parse(b)?.origin;

export interface Ask {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with its type. */
  readonly body?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * One request to the service's REST interface. A token that is refused as invalid is replaced once, where the
 * credential can.
 *
 * @throws CliError `unreachable` where nobody answers or the answer breaks off, `garbage` where it is not ours.
 * @throws DriftError what the service refuses, with its own words.
 */
export async function ask(service: Service, path: string, request: Ask = {}): Promise<unknown> {
  const { status, text } = await withBearer(
    service.credential,
    (token) => send(service, token, path, request),
    (answer) => answer.status === 401,
  );
  if (status === 204) return undefined;
  const isOk = status >= 200 && status < 300;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw status >= 500
      ? new CliError("unreachable", `${service.url} answers ${status}`, "Try again in a moment.")
      : notOurs(service, status);
  }
  if (isOk) return value;
  if (!isErrorBody(value)) throw notOurs(service, status);
  throw refusalOf(value, service);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(service: Service, token: string | undefined, path: string, request: Ask): Promise<Answer> {
  const { method = "GET", json, body, headers = {}, timeoutMs = 60_000 } = request;
  try {
    const response = await fetch(service.url + path, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(body && { "content-type": body.type }),
        ...headers,
      },
      ...((json !== undefined || body) && { body: json === undefined ? body?.bytes : JSON.stringify(json) }),
    } as RequestInit);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new CliError(
      "unreachable",
      `${service.url} does not answer: ${causeOf(error)}`,
      "Check the URL and your network; a local edge is started with drift up.",
    );
  }
}

const notOurs = (service: Service, status: number): CliError =>
  new CliError(
    "garbage",
    `${service.url} is no drift-edge: it answers ${status} with something else`,
    "Check the URL: it is the service's origin, without a path.",
  );

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" &&
  value !== null &&
  errorCodes.includes((value as ErrorBody).code) &&
  typeof (value as ErrorBody).message === "string";

const refusals: Partial<Record<ErrorCode, "invalid" | "insufficient">> = {
  UNAUTHENTICATED: "invalid",
  SCOPE_REQUIRED: "insufficient",
};

/** The service's words, with what to do about a token. */
function refusalOf({ code, message, ...more }: ErrorBody, { url, credential }: Service): DriftError {
  const refusal = refusals[code];
  const hint = (refusal && remedyFor(refusal, credential, url)) ?? more.hint;
  return new DriftError(code, message, { ...more, ...(hint && { hint }) });
}
