import { DriftError } from "#contract/errors";
import { AccountDb } from "#db/account-db";
import type { Project } from "#db/account-rows";
import { ShardWriter } from "#db/shard-writer";

/** What is due, beside the pushes themselves. */
interface Marks {
  /** The project as its last request knew it: an alarm has no request to learn it from. */
  project: Project;
  /** It has been deleted, and its rows are being removed. */
  removing: boolean;
  /** Units may be there that nothing shows: where the sweep goes on. */
  sweep: string;
  /** Retention is due: branches up to this row have had theirs. */
  retention: number;
  /** When retention last went through all branches. */
  retained: number;
  /** Snapshots are there that only their age keeps: retention comes again without a push. */
  ageing: boolean;
}

/**
 * What the object knows of its project, and the doors to the databases. `unfinished` marks a branch
 * whose manifest may hold rows above its head: it is set before such rows are written, and cleared
 * once the head has moved, so whoever changes the branch next takes them back first.
 */
export class ObjectState {
  readonly #storage: DurableObjectStorage;
  readonly #env: Cloudflare.Env;
  readonly account: AccountDb;

  constructor(storage: DurableObjectStorage, env: Cloudflare.Env) {
    this.#storage = storage;
    this.#env = env;
    this.account = new AccountDb(env.ACCOUNT);
  }

  get blobs(): R2Bucket {
    return this.#env.BLOBS;
  }

  /** Throws `PROJECT_NOT_FOUND` where the object has never been told of one, or it is being removed. */
  get project(): Project {
    const project = this.get("project");
    if (!project || this.get("removing")) throw noSuchPush();
    return project;
  }

  writer(project: Project): ShardWriter {
    const shard = this.#env[project.shard as keyof Cloudflare.Env] as D1Database | undefined;
    if (!shard) throw new Error(`No shard "${project.shard}" is bound`);
    return new ShardWriter(shard, project.id);
  }

  get<Key extends keyof Marks>(key: Key): Marks[Key] | undefined {
    return this.#storage.kv.get<Marks[Key]>(key);
  }

  set<Key extends keyof Marks>(key: Key, value: Marks[Key]): void {
    this.#storage.kv.put(key, value);
  }

  clear(key: keyof Marks): void {
    this.#storage.kv.delete(key);
  }

  isUnfinished(branch: number): boolean {
    return this.#storage.kv.get(`unfinished/${branch}`) !== undefined;
  }

  setUnfinished(branch: number, unfinished: boolean): void {
    if (unfinished) this.#storage.kv.put(`unfinished/${branch}`, true);
    else this.#storage.kv.delete(`unfinished/${branch}`);
  }
}

/** No such push, somebody else's, or a deleted project's: one answer. */
export const noSuchPush = (): DriftError =>
  new DriftError("PROJECT_NOT_FOUND", "There is no such push", { hint: "Open a new one: `drift push`" });
