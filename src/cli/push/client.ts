import * as z from "zod";
import { CliError } from "#cli/errors";
import { type Ask, ask, type Service } from "#cli/service";
import { DriftError } from "#contract/errors";
import { Hash } from "#contract/ids";
import {
  type BranchHead,
  branchHead,
  type CommitAnswer,
  commitAnswer,
  type OpenAnswer,
  type OpenRequest,
  openAnswer,
  type PackAnswer,
  packAnswer,
  type StatusAnswer,
  statusAnswer,
} from "#contract/push";
import { firstContact, retrying, underWay } from "./retry.ts";

/** The push protocol as a client speaks it. Every request is safe to repeat, and is, until it is answered. */
export class PushClient {
  /** Sent so far, repeated ones too. */
  requests = 0;
  /** Bytes of their bodies. */
  bytesSent = 0;
  readonly #service: Service;
  readonly #project: string;
  #answered = false;

  /** @param project `organisation/project` */
  constructor(service: Service, project: string) {
    this.#service = service;
    this.#project = project;
  }

  /** Undefined: nothing has been pushed to the branch. */
  async head(branch: string): Promise<BranchHead | undefined> {
    try {
      return await this.#ask(branchHead, this.#branch(branch));
    } catch (error) {
      if (error instanceof DriftError && error.body.code === "SCAN_REQUIRED") return undefined;
      throw error;
    }
  }

  /** Hashes of the units that a branch's snapshot shows. */
  units(branch: string, seq: number): Promise<string[]> {
    return this.#ask(z.array(Hash), `${this.#branch(branch)}/units?seq=${seq}`);
  }

  open(request: OpenRequest): Promise<OpenAnswer> {
    return this.#ask(openAnswer, `/v1/projects/${this.#project}/pushes`, { method: "POST", json: request });
  }

  pack(push: string, number: number, bytes: Uint8Array<ArrayBuffer>): Promise<PackAnswer> {
    const body = { bytes, type: "application/gzip" };
    return this.#ask(packAnswer, `/v1/pushes/${push}/packs/${number}`, { method: "PUT", body });
  }

  status(push: string): Promise<StatusAnswer> {
    return this.#ask(statusAnswer, `/v1/pushes/${push}`);
  }

  commit(push: string): Promise<CommitAnswer> {
    return this.#ask(commitAnswer, `/v1/pushes/${push}/commit`, { method: "POST" });
  }

  #branch(branch: string): string {
    return `/v1/projects/${this.#project}/branches/${encodeURIComponent(branch)}`;
  }

  async #ask<T>(schema: z.ZodType<T>, path: string, request: Ask = {}): Promise<T> {
    const bytes = request.body?.bytes.length ?? (request.json ? Buffer.byteLength(JSON.stringify(request.json)) : 0);
    const value = await retrying(this.#answered ? underWay : firstContact, () => {
      this.requests += 1;
      this.bytesSent += bytes;
      return ask(this.#service, path, request);
    });
    this.#answered = true;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new CliError(
      "garbage",
      `${this.#service.url} answers something that is no answer to a push`,
      "Check the URL, and that this drift and the service are of the same version.",
    );
  }
}
