import type { Branch, Project } from "#db/account-rows";
import type { ObjectState } from "./object-state.ts";
import type { PushBook } from "./push-book.ts";
import type { Pushes } from "./pushes.ts";
import type { Turns } from "./turns.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Each step is one to a few dozen statements: an alarm stays under the 1,000 of an invocation. */
const stepsPerAlarm = 40;
const branchesPerStep = 100;

/** "more": there is another step; "rest": nothing until the next push; "gone": the project is removed. */
type Next = "more" | "rest" | "gone" | number;

/**
 * What a project needs now and then: pushes that were left expire, old snapshots are forgotten, units
 * that nothing shows are removed, and a deleted project goes altogether. Everything is done in small
 * steps that may be cut off anywhere and go on at the next alarm.
 */
export class Upkeep {
  readonly #state: ObjectState;
  readonly #book: PushBook;
  readonly #pushes: Pushes;
  readonly #turns: Turns;
  readonly #now: () => number;

  constructor(state: ObjectState, book: PushBook, pushes: Pushes, turns: Turns, now: () => number = () => Date.now()) {
    this.#state = state;
    this.#book = book;
    this.#pushes = pushes;
    this.#turns = turns;
    this.#now = now;
  }

  /** Answers after how many milliseconds to come again. */
  async run(): Promise<Exclude<Next, "more">> {
    const project = this.#state.get("project");
    if (!project) return "gone";
    await this.#turns.run(async () => this.#pushes.expire());
    if (this.#state.get("ageing") && this.#now() - (this.#state.get("retained") ?? 0) >= day) {
      this.#state.set("retention", 0);
    }
    for (let steps = 0; steps < stepsPerAlarm; steps++) {
      const removing = this.#state.get("removing");
      const next = await this.#turns.run(() => (removing ? this.#remove(project) : this.#tidy(project)));
      if (next !== "more") return next;
    }
    return 1_000;
  }

  /** One step of retention, then of the sweep that it may have made due. */
  async #tidy(project: Project): Promise<Next> {
    const retained = this.#state.get("retention");
    if (retained !== undefined) return this.#retain(project, retained);
    const after = this.#state.get("sweep");
    if (after === undefined) {
      if (this.#book.open.length > 0) return hour;
      return this.#state.get("ageing") ? day : "rest";
    }
    const wanted = this.#book.open.map(({ id }) => this.#book.units(id).added);
    const branches = await this.#state.account.branches.list(project.id);
    const next = await this.#state.writer(project).sweep(
      after,
      branches.map(({ id }) => id),
      (hash) => wanted.some((added) => added.indexOf(hash) !== -1),
    );
    if (next === undefined) this.#state.clear("sweep");
    else this.#state.set("sweep", next);
    return "more";
  }

  async #retain(project: Project, after: number): Promise<Next> {
    const { account } = this.#state;
    if (after === 0) this.#state.set("ageing", false);
    const writer = this.#state.writer(project);
    const all = await account.branches.list(project.id);
    const page = all.filter(({ id }) => id > after).slice(0, branchesPerStep);
    for (const branch of page) {
      if (branch.head) await this.#forgetOld(project, branch, all);
      else if (!this.#book.openOn(branch.id)) {
        await writer.removeBranch(branch.id);
        this.#state.setUnfinished(branch.id, false);
        await account.branches.dropEmpty(branch.id);
      }
    }
    const last = page.at(-1)?.id;
    if (last === undefined) {
      this.#state.clear("retention");
      this.#state.set("retained", this.#now());
    } else this.#state.set("retention", last);
    return "more";
  }

  /** A snapshot that another branch is laid over stays, however old, and with it all that came after. */
  async #forgetOld(project: Project, branch: Branch, all: readonly Branch[]): Promise<void> {
    const writer = this.#state.writer(project);
    const snapshots = await writer.snapshots(branch.id);
    const young = this.#now() - project.keepDays * day;
    const kept = snapshots.filter(({ pushedAt }, at) => at < project.keepSnapshots || pushedAt >= young);
    const bases = all.flatMap(({ base }) => (base?.branch === branch.id ? [base.seq] : []));
    if (kept.length > project.keepSnapshots) this.#state.set("ageing", true);
    const horizon = Math.min(...kept.map(({ seq }) => seq), ...bases);
    if (snapshots.every(({ seq }) => seq >= horizon)) return;
    const removed = await writer.forget(branch.id, horizon);
    if (removed > 0 && this.#state.get("sweep") === undefined) this.#state.set("sweep", "");
  }

  async #remove(project: Project): Promise<Next> {
    // The request that began this may have died before it hid the project.
    await this.#state.account.projects.hide(project, { user: null });
    const writer = this.#state.writer(project);
    const next = await writer.sweep(this.#state.get("sweep") ?? "", [], () => false);
    this.#state.set("sweep", next ?? "");
    if (next !== undefined) return "more";
    const { blobs, account } = this.#state;
    const [branches, { objects }] = await Promise.all([
      account.branches.list(project.id, 0, branchesPerStep),
      blobs.list({ prefix: `projects/${project.id}/` }),
    ]);
    if (objects.length > 0) {
      await blobs.delete(objects.map(({ key }) => key));
      return "more";
    }
    for (const { id } of branches) {
      await writer.removeBranch(id);
      await account.branches.drop(id);
    }
    if (branches.length > 0) return "more";
    await account.projects.forget(project);
    return "gone";
  }
}
