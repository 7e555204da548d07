import { DurableObject } from "cloudflare:workers";
import { DriftError } from "#contract/errors";
import type { CommitAnswer, OpenAnswer, OpenRequest, PackAnswer, StatusAnswer } from "#contract/push";
import type { Author } from "#db/account/handle";
import { type Project as ProjectRow, projectName } from "#db/account-rows";
import { type Outcome, settle } from "#durable/outcome";
import { logFault } from "#mcp/log";
import { changeEvents } from "./announce.ts";
import { ObjectState } from "./object-state.ts";
import { type PushAuthor, PushBook } from "./push-book.ts";
import { Pushes } from "./pushes.ts";
import { Turns } from "./turns.ts";
import { Upkeep } from "./upkeep.ts";

/** Packs that may wait in memory for their turn, 8 MiB each. */
const queue = 6;
const hour = 3_600_000;

/**
 * One project: the only writer of its facts and heads. Named by the project's number, so what calls it
 * must have resolved the caller to that project before.
 *
 * It trusts what `openRequest` has parsed, and nothing in a pack. Between two pushes it holds no state
 * but its book of recent pushes; heads lie in the account database, facts in the shard.
 */
export class Project extends DurableObject<Cloudflare.Env> {
  readonly #turns = new Turns();
  readonly #book = new PushBook(this.ctx.storage);
  readonly #state = new ObjectState(this.ctx.storage, this.env);
  readonly #pushes = new Pushes(this.#state, this.#book, async (project, writer, units) => {
    const hub = this.env.HUBS.getByName(project.organisation);
    try {
      const events = await changeEvents(project, writer, units);
      await Promise.all(events.map((event) => hub.publish(event)));
    } catch (error) {
      // The push stands all the same; subscribers learn of it with the next one.
      logFault({ requestId: "", at: `announce ${project.id}` }, error);
    }
  });
  readonly #upkeep = new Upkeep(this.#state, this.#book, this.#pushes, this.#turns);

  async open(project: ProjectRow, author: PushAuthor, request: OpenRequest): Promise<Outcome<OpenAnswer>> {
    return settle(async () => {
      const answer = await this.#turns.run(() => this.#pushes.open(project, author, request));
      await this.#wake(hour);
      return { project: projectName(project), ...answer };
    });
  }

  async pack(push: string, packed: Uint8Array): Promise<Outcome<PackAnswer>> {
    return settle(() => {
      if (this.#turns.waiting >= queue) {
        throw new DriftError("RATE_LIMITED", "Too many packs wait for this project", { retryAfterMs: 1_000 });
      }
      return this.#turns.run(() => this.#pushes.pack(push, packed));
    });
  }

  async status(push: string): Promise<Outcome<StatusAnswer>> {
    return settle(() => this.#pushes.status(push));
  }

  async commit(push: string): Promise<Outcome<CommitAnswer>> {
    return settle(async () => {
      const answer = await this.#turns.run(() => this.#pushes.commit(push));
      this.#state.set("retention", 0);
      await this.#wake(hour);
      return answer;
    });
  }

  async abandon(push: string): Promise<Outcome<void>> {
    return settle(() => this.#turns.run(async () => this.#pushes.abandon(push)));
  }

  /** Takes over what was set of the project: its name, and how long snapshots are kept. */
  async know(project: ProjectRow): Promise<void> {
    await this.#turns.run(async () => {
      if (this.#state.get("removing")) return;
      this.#state.set("project", project);
      this.#state.set("retention", 0);
      await this.#wake(hour);
    });
  }

  /** Hides the project from everyone at once, and begins to remove its rows and blobs. Answers the deletion's id. */
  async remove(project: ProjectRow, author: Author): Promise<string> {
    return this.#turns.run(async () => {
      this.#state.set("project", project);
      this.#state.set("removing", true);
      this.#pushes.abandonAll();
      this.#state.set("sweep", "");
      await this.#wake(0);
      return this.#state.account.projects.hide(project, author);
    });
  }

  override async alarm(): Promise<void> {
    const next = await this.#upkeep.run().catch((error: unknown) => {
      // The platform would try a few times and then never again.
      logFault({ requestId: "", at: "upkeep" }, error);
      return hour;
    });
    if (next === "gone") await this.ctx.storage.deleteAll();
    else if (next !== "rest") await this.#wake(next);
  }

  /** Brings the alarm forward, never puts it off: moving it on every call would be a write a call. */
  async #wake(afterMs: number): Promise<void> {
    const at = Date.now() + afterMs;
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > at) await this.ctx.storage.setAlarm(at);
  }
}
