import { DriftError } from "#contract/errors";
import {
  type CommitAnswer,
  type OpenAnswer,
  type OpenRequest,
  type PackAnswer,
  type StatusAnswer,
  sourceModes,
} from "#contract/push";
import { pushLimits } from "#contract/push-limits";
import { merkleRoot, sha256 } from "#contract/unit";
import { type Branch, type Head, type Project, projectName } from "#db/account-rows";
import type { SnapshotRef } from "#db/shard-reader";
import type { ShardWriter } from "#db/shard-writer";
import { randomText } from "#db/tokens";
import { Bitmap, HashList } from "./hash-list.ts";
import { noSuchPush, type ObjectState } from "./object-state.ts";
import { unitsOf, unpack } from "./pack.ts";
import type { PushAuthor, PushBook, PushRecord, PushUnits } from "./push-book.ts";

/** Tells subscribers what a push has changed. */
/** What opening a push comes to, whatever the project is called. */
type Opened = Omit<OpenAnswer, "project">;

export type Announce = (project: Project, writer: ShardWriter, units: PushUnits) => Promise<void>;

/**
 * The push protocol of one project. Its methods run one after the other (`Turns`), so between reading a
 * head and moving it, or between finding a unit there and showing it, nothing else happens.
 */
export class Pushes {
  readonly #state: ObjectState;
  readonly #book: PushBook;
  readonly #announce: Announce;
  readonly #now: () => number;

  constructor(state: ObjectState, book: PushBook, announce: Announce, now: () => number = () => Date.now()) {
    this.#state = state;
    this.#book = book;
    this.#announce = announce;
    this.#now = now;
  }

  async open(project: Project, author: PushAuthor, asked: OpenRequest): Promise<Opened> {
    const { units: sent, ...request } = asked;
    if (this.#state.get("removing")) throw noSuchPush();
    this.#state.set("project", project);
    allowSource(project, request.sourceMode);
    const { account } = this.#state;
    const known = await account.branches.find(project.id, request.branch);
    const current = known && this.#book.openOn(known.id);
    // It has moved the head, but could not say so.
    if (current && known?.head?.push === current.id) await this.commit(current.id);
    const open = known && this.#openOn(known.id, author, request);
    const head = known?.head;
    if (head && isUpToDate(head, request)) {
      await account.branches.renewScan(head.branch, head.seq, Date.parse(request.scannedAt));
      return { push: null, upToDate: true, seq: head.seq, missing: [], leaseMs: pushLimits.leaseMs };
    }
    if (open && isSame(open, author, request)) return this.#resume(open);
    if (open) this.#takeOver(open);
    const seq = head?.seq ?? 0;
    const parent = request.parentSeq || 0;
    if (parent !== seq && !request.force) throw parentConflict(request.branch, parent, head);
    const { id: branch, base } = known ?? (await account.branches.create(project, request.branch));
    const writer = this.#state.writer(project);
    const shown = await shownAt(writer, { branch, seq, base });
    const before = parent === seq ? shown : await shownAt(writer, { branch, seq: parent, base });
    const target = targetOf(sent, parent === 0 ? new Set() : before);
    if (target.size > pushLimits.units) {
      throw new DriftError("LIMIT_EXCEEDED", `A snapshot has at most ${pushLimits.units} units`, {
        hint: "Exclude generated or vendored files from the scan",
      });
    }
    if ((await merkleRoot(target)) !== request.rootHash) {
      throw new DriftError("INVALID_ARGUMENT", "The units do not have this root hash", {
        hint: "Send the whole list of unit hashes in `units.all`",
      });
    }
    const added = HashList.of(filter(target, (hash) => !shown.has(hash)));
    const removed = HashList.of(filter(shown, (hash) => target.indexOf(hash) === -1));
    const units: PushUnits = { added, removed, stored: Bitmap.ofSize(added.size) };
    const present = await writer.read.present([...added]);
    for (const hash of present) units.stored.add(added.indexOf(hash));
    const id = `p${project.id}-${randomText(22)}`;
    const record = { id, branch, head: seq, author, request, units: target.size, heardAt: this.#now() };
    this.#book.add(record, units);
    return { push: id, upToDate: false, seq: seq + 1, missing: missing(units), leaseMs: pushLimits.leaseMs };
  }

  /** Takes one pack. A unit that is there already is accepted and not written again. */
  async pack(id: string, packed: Uint8Array): Promise<PackAnswer> {
    const push = this.#openPush(id);
    const { project } = this.#state;
    this.#book.hear(id, this.#now());
    const bytes = await unpack(packed);
    const units = this.#book.units(id);
    const arrived = new Set<number>();
    let accepted = 0;
    const fresh = async function* () {
      for await (const unit of unitsOf(bytes)) {
        const index = units.added.indexOf(unit.hash);
        if (index === -1) {
          throw new DriftError("INVALID_ARGUMENT", `Unit ${unit.hash} (${unit.path}) was not asked for`, {
            hint: "Send only the units that the answer to opening the push called missing",
          });
        }
        accepted += 1;
        if (units.stored.has(index) || arrived.has(index)) continue;
        arrived.add(index);
        yield unit;
      }
    };
    await this.#state.writer(project).ingest(fresh());
    if (arrived.size > 0) {
      const key = `projects/${project.id}/packs/${await sha256(packed as Uint8Array<ArrayBuffer>)}.ndjson.gz`;
      await this.#state.blobs.put(key, packed);
      for (const index of arrived) units.stored.add(index);
      this.#book.markStored(push.id, units.stored);
    }
    this.#book.hear(id, this.#now());
    return { accepted, missing: missing(units).length };
  }

  status(id: string): StatusAnswer {
    const push = this.#find(id);
    if (push.state !== "open") return { push: id, state: push.state, seq: push.head + 1, missing: [] };
    this.#book.hear(id, this.#now());
    return { push: id, state: "open", seq: push.head + 1, missing: missing(this.#book.units(id)) };
  }

  async commit(id: string): Promise<CommitAnswer> {
    const push = this.#find(id);
    if (push.answer) return push.answer;
    this.#openPush(id);
    this.#book.hear(id, this.#now());
    const { project, account } = this.#state;
    const units = this.#book.units(id);
    const writer = this.#state.writer(project);
    const { head, base } = (await account.branches.find(project.id, push.request.branch)) ?? {};
    if (head?.push !== id) {
      const lacking = missing(units).length;
      if (lacking > 0) throw unitsMissing(lacking);
      if ((head?.seq ?? 0) !== push.head) {
        this.#book.close(id, "abandoned", this.#now());
        throw parentConflict(push.request.branch, push.head, head);
      }
      await this.#show(push, units, writer, project, base);
    }
    await this.#announce(project, writer, units);
    const answer: CommitAnswer = {
      project: projectName(project),
      branch: push.request.branch,
      seq: push.head + 1,
      rootHash: push.request.rootHash,
      units: push.units,
    };
    this.#book.close(id, "committed", this.#now(), answer);
    return answer;
  }

  /** Gives up. What it brought is swept, unless another push has use for it. */
  abandon(id: string): void {
    const push = this.#find(id);
    if (push.state === "open") this.#close(push);
  }

  /** Gives up what nobody has continued for a day, and forgets what was closed as long ago. */
  expire(): void {
    const before = this.#now() - pushLimits.pushTtlMs;
    for (const push of this.#book.open) if (push.heardAt < before) this.#close(push);
    this.#book.prune(before);
  }

  abandonAll(): void {
    for (const push of this.#book.open) this.#close(push);
  }

  /** Writes the manifest rows, keeps a copy of the change for rebuilding, moves the head. */
  async #show(push: PushRecord, units: PushUnits, writer: ShardWriter, project: Project, base: Branch["base"]) {
    const { branch, request, author } = push;
    const seq = push.head + 1;
    const change = { branch, seq, request, units: push.units, added: [...units.added], removed: [...units.removed] };
    const copy = `projects/${project.id}/manifests/${branch}/${String(seq).padStart(9, "0")}.json`;
    await this.#state.blobs.put(copy, JSON.stringify({ ...change, base }));
    const repair = this.#state.isUnfinished(branch);
    this.#state.setUnfinished(branch, true);
    const born = await writer.change({
      ...change,
      overlay: base !== undefined,
      pushedAt: this.#now(),
      pushedBy: author.user,
      repair,
    });
    if (born < units.added.size) {
      // A unit was swept under us: what is there is found again, and the rest asked for.
      const present = await writer.read.present(change.added);
      for (let index = 0; index < units.added.size; index++) {
        if (!present.has(units.added.at(index))) units.stored.delete(index);
      }
      this.#book.markStored(push.id, units.stored);
      throw unitsMissing(missing(units).length);
    }
    const { bookmark } = writer;
    const move = { branch, from: push.head, push: push.id, project, request, units: push.units, bookmark, author };
    if (!(await this.#state.account.branches.moveHead(move))) {
      const now = await this.#state.account.branches.find(project.id, request.branch);
      throw parentConflict(request.branch, push.head, now?.head);
    }
    this.#state.setUnfinished(branch, false);
  }

  /** The open push of a branch. One that this client left behind at another state is given up. */
  #openOn(branch: number, author: PushAuthor, request: Omit<OpenRequest, "units">): PushRecord | undefined {
    const open = this.#book.openOn(branch);
    if (!open || isSame(open, author, request) || !isOfOneAttempt(open, author, request)) return open;
    this.#close(open);
    return undefined;
  }

  #resume(push: PushRecord): Opened {
    this.#book.hear(push.id, this.#now());
    const lacking = missing(this.#book.units(push.id));
    return { push: push.id, upToDate: false, seq: push.head + 1, missing: lacking, leaseMs: pushLimits.leaseMs };
  }

  /** Closes an idle push for a newer one. Throws `CONFLICT` while it is being worked on. */
  #takeOver(push: PushRecord): void {
    const retryAfterMs = push.heardAt + pushLimits.leaseMs - this.#now();
    if (retryAfterMs > 0) {
      throw new DriftError("CONFLICT", `Another push to ${push.request.branch} is under way`, {
        hint: "Wait for it; once it has been silent for a minute, this one takes its place",
        retryAfterMs,
      });
    }
    this.#close(push);
  }

  #close(push: PushRecord): void {
    this.#book.close(push.id, "abandoned", this.#now());
    if (this.#state.get("sweep") === undefined) this.#state.set("sweep", "");
    // A branch that this push would have begun goes as well.
    if (push.head === 0) this.#state.set("retention", 0);
  }

  #find(id: string): PushRecord {
    const push = this.#book.find(id);
    if (!push) throw noSuchPush();
    return push;
  }

  #openPush(id: string): PushRecord {
    const push = this.#find(id);
    if (push.state === "open") return push;
    throw new DriftError("CONFLICT", `This push was ${push.state === "committed" ? "committed" : "given up"} already`, {
      hint: "Open a new one: `drift push`",
    });
  }
}

const missing = ({ added, stored }: PushUnits): string[] => {
  const lacking: string[] = [];
  for (let index = 0; index < added.size; index++) if (!stored.has(index)) lacking.push(added.at(index));
  return lacking;
};

async function shownAt(writer: ShardWriter, snapshot: SnapshotRef): Promise<Set<string>> {
  const shown = new Set<string>();
  for await (const page of writer.read.visible(snapshot)) for (const hash of page) shown.add(hash);
  return shown;
}

function* filter(hashes: Iterable<string>, keep: (hash: string) => boolean): Iterable<string> {
  for (const hash of hashes) if (keep(hash)) yield hash;
}

/** The units of the new snapshot. */
function targetOf(sent: OpenRequest["units"], before: ReadonlySet<string>): HashList {
  if ("all" in sent) return HashList.of(sent.all);
  const target = new Set(before);
  for (const hash of sent.removed) target.delete(hash);
  for (const hash of sent.added) target.add(hash);
  return HashList.of(target);
}

/** Another scan of the same state is no new snapshot. */
const isUpToDate = (head: Head, request: Omit<OpenRequest, "units">): boolean =>
  head.rootHash === request.rootHash && head.commit === request.commit && head.dirty === request.dirty;

const isSame = (push: PushRecord, author: PushAuthor, request: Omit<OpenRequest, "units">): boolean =>
  push.author.user === author.user &&
  push.request.rootHash === request.rootHash &&
  push.request.commit === request.commit &&
  push.request.dirty === request.dirty;

const isOfOneAttempt = (push: PushRecord, author: PushAuthor, request: Omit<OpenRequest, "units">): boolean =>
  request.attempt !== undefined && push.request.attempt === request.attempt && push.author.user === author.user;

/** A project that keeps no source takes no push that carries some. */
function allowSource(project: Project, mode: OpenRequest["sourceMode"]): void {
  if (sourceModes.indexOf(mode) <= sourceModes.indexOf(project.sourceMode)) return;
  throw new DriftError(
    "INVALID_ARGUMENT",
    `${projectName(project)} takes source mode "${project.sourceMode}" at most`,
    {
      hint: `Scan with \`drift scan --source-mode ${project.sourceMode}\`, then push again`,
    },
  );
}

const parentConflict = (branch: string, parent: number, head: Head | undefined): DriftError =>
  new DriftError(
    "CONFLICT",
    `The push was made against ${parent === 0 ? "an empty branch" : `sequence number ${parent}`}, but ${branch} is at ${head?.seq ?? 0}`,
    {
      hint: "Push again to build on that head, or move it all the same with `--force`",
      command: "drift push --force",
    },
  );

const unitsMissing = (count: number): DriftError =>
  new DriftError("CONFLICT", `${count} ${count === 1 ? "unit is" : "units are"} still missing`, {
    hint: "Ask the push which, send them, and commit again",
  });
