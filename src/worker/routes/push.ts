/** The push protocol over HTTP; `#contract/push` gives its messages. */
import { Hono } from "hono";
import { DriftError } from "#contract/errors";
import { type BranchHead, openRequest } from "#contract/push";
import { pushLimits } from "#contract/push-limits";
import { ShardReader } from "#db/shard-reader";
import { unwrap } from "#durable/outcome";
import { signedIn } from "#worker/auth";
import { bounded } from "#worker/bounded";
import type { Edge } from "#worker/edge";
import { streamOf } from "#worker/stream-of";
import { parseJson } from "./body.ts";
import { authorOf } from "./organisation-of.ts";
import { named, namedHead, namedProject, ofPush, projectObject, projectOfPush } from "./project-of.ts";

const project = "/v1/projects/:organisation/:project";
const push = "/v1/pushes/:push";
const may = signedIn("drift:push", ofPush);
const mayThere = signedIn("drift:push", named);

export const pushRoutes = (): Hono<Edge> =>
  new Hono<Edge>()
    .post(`${project}/pushes`, mayThere, bounded(pushLimits.openBytes), async (c) => {
      const into = namedProject(c);
      const request = await parseJson(c.req.raw, openRequest);
      return c.json(unwrap(await projectObject(c, into).open(into, authorOf(c), request)));
    })
    .put(`${push}/packs/:number`, may, bounded(pushLimits.packBytes), async (c) => {
      const { push: id, number } = c.req.param();
      const into = projectOfPush(c);
      if (!/^\d{1,9}$/.test(number)) throw new DriftError("INVALID_ARGUMENT", "A pack has a number");
      if (Number(number) >= pushLimits.packs) {
        throw new DriftError("LIMIT_EXCEEDED", `A push has at most ${pushLimits.packs} packs`, {
          hint: "Make fuller packs",
        });
      }
      const packed = new Uint8Array(await c.req.arrayBuffer());
      return c.json(unwrap(await projectObject(c, into).pack(id, packed)));
    })
    .get(push, may, async (c) => {
      const { push: id } = c.req.param();
      return c.json(unwrap(await projectObject(c, projectOfPush(c)).status(id)));
    })
    .post(`${push}/commit`, may, async (c) => {
      const { push: id } = c.req.param();
      return c.json(unwrap(await projectObject(c, projectOfPush(c)).commit(id)));
    })
    .delete(push, may, async (c) => {
      const { push: id } = c.req.param();
      unwrap(await projectObject(c, projectOfPush(c)).abandon(id));
      return c.body(null, 204);
    })
    .get(`${project}/branches/:branch`, mayThere, (c) => {
      const head = namedHead(c);
      return c.json({
        branch: head.name,
        seq: head.seq,
        rootHash: head.rootHash,
        commit: head.commit,
        pushedAt: new Date(head.pushedAt).toISOString(),
      } satisfies BranchHead);
    })
    .get(`${project}/branches/:branch/units`, mayThere, async (c) => {
      const { shard: binding, id } = namedProject(c);
      const head = namedHead(c);
      const asked = c.req.query("seq");
      const seq = asked === undefined ? head.seq : Number(asked);
      if (!Number.isInteger(seq) || seq < 1) throw new DriftError("INVALID_ARGUMENT", "seq is a sequence number");
      const shard = c.env[binding as "SHARD_1"].withSession(head.bookmark ?? "first-primary");
      const reader = new ShardReader(shard, id);
      if (seq > head.seq || (seq < head.seq && !(await reader.retains(head.branch, seq)))) {
        throw new DriftError("SNAPSHOT_GONE", `There is no snapshot ${seq} of ${head.name}`, {
          hint: `The head is ${head.seq}`,
        });
      }
      const pieces = jsonArray(reader.visible({ branch: head.branch, seq, base: head.base }));
      return c.body(streamOf(pieces), 200, {
        "content-type": "application/json",
        "x-snapshot-seq": String(seq),
      });
    });

/** The hashes as one JSON array, written page by page. */
async function* jsonArray(pages: AsyncIterable<string[]>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder();
  let comma = "";
  yield encoder.encode("[");
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield encoder.encode(comma + page.map((hash) => `"${hash}"`).join(",\n"));
    comma = ",\n";
  }
  yield encoder.encode("]\n");
}
