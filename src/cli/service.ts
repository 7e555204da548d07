/**
 * Which service a command talks to, and how: `--server` and `--token`, else `DRIFT_SERVER` and `DRIFT_TOKEN`, else
 * the folder's settings, else the edge that `drift up` runs on this machine.
 */
import type { Command } from "commander";
import { DriftError, type ErrorBody, errorCodes } from "#contract/errors";
import { CliError } from "./errors.ts";
import { checkProject, checkServer, readSettings } from "./folder.ts";
import { defaultState, readLocalEdge } from "./local-edge.ts";

export interface ServiceOptions {
  server?: string;
  token?: string;
  project?: string;
}

/** Adds `--server` and `--token`, and `--project` where a command is about one. */
export function serviceOptions(command: Command, withProject = true): Command {
  command
    .option("--server <url>", "the service (default: DRIFT_SERVER, the settings, or the local edge)")
    .option("--token <token>", "a token for it (default: DRIFT_TOKEN, or the local edge's own)");
  return withProject
    ? command.option("--project <org/name>", "the project (default: the settings, or what the token can mean)")
    : command;
}

export interface Service {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string | undefined;
  /** `organisation/project`; undefined where nothing names one. */
  readonly project: string | undefined;
}

/** The service for a folder. A token of the local edge is shown to that edge alone. */
export function findService(folder: string, options: ServiceOptions): Service {
  const refuse = (what: string): never => {
    throw new CliError("usage", what);
  };
  const settings = readSettings(folder);
  const local = readLocalEdge(defaultState(folder));
  const url = options.server ?? (process.env.DRIFT_SERVER || undefined) ?? settings.server ?? local?.url;
  if (!url)
    throw new CliError(
      "usage",
      "no server is known",
      "Give --server URL, set DRIFT_SERVER, run drift init --server URL, or start one here with drift up.",
    );
  checkServer(url, refuse);
  const origin = url.replace(/\/+$/, "");
  const own = local && sameOrigin(local.url, origin) ? local : undefined;
  const project = options.project ?? settings.project ?? own?.project;
  if (project !== undefined) checkProject(project, refuse);
  return { url: origin, token: options.token ?? (process.env.DRIFT_TOKEN || undefined) ?? own?.token, project };
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
 * One request to the service's REST interface.
 *
 * @throws CliError `unreachable` where nobody answers or the answer breaks off, `garbage` where it is not ours.
 * @throws DriftError what the service refuses, with its own words.
 */
export async function ask(service: Service, path: string, request: Ask = {}): Promise<unknown> {
  const { method = "GET", json, body, headers = {}, timeoutMs = 60_000 } = request;
  let response: Response;
  let text: string;
  try {
    response = await fetch(service.url + path, {
      method,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "application/json",
        ...(service.token && { authorization: `Bearer ${service.token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...(body && { "content-type": body.type }),
        ...headers,
      },
      ...((json !== undefined || body) && { body: json === undefined ? body?.bytes : JSON.stringify(json) }),
    } as RequestInit);
    text = await response.text();
  } catch (error) {
    throw new CliError(
      "unreachable",
      `${service.url} does not answer: ${causeOf(error)}`,
      "Check the URL and your network; a local edge is started with drift up.",
    );
  }
  if (response.status === 204) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw response.status >= 500
      ? new CliError("unreachable", `${service.url} answers ${response.status}`, "Try again in a moment.")
      : notOurs(service, response);
  }
  if (response.ok) return value;
  if (!isErrorBody(value)) throw notOurs(service, response);
  throw refusalOf(value);
}

const notOurs = (service: Service, response: Response): CliError =>
  new CliError(
    "garbage",
    `${service.url} is no drift-edge: it answers ${response.status} with something else`,
    "Check the URL: it is the service's origin, without a path.",
  );

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === "object" &&
  value !== null &&
  errorCodes.includes((value as ErrorBody).code) &&
  typeof (value as ErrorBody).message === "string";

/** The service's words, with what to do about a token. */
function refusalOf({ code, message, ...more }: ErrorBody): DriftError {
  const hint =
    code === "UNAUTHENTICATED" ? "Give --token, or set DRIFT_TOKEN; drift up prints the local one." : undefined;
  return new DriftError(code, message, { ...(hint && { hint }), ...more });
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return "no answer in time";
  return cause instanceof Error && cause.message ? cause.message : message;
}
