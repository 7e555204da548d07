/** Pushes hand-made units to the Worker under test, by the push protocol. */
import { merkleRoot } from "#contract/unit";
import { fetchEdge, type Message } from "./rpc.ts";

export interface Line {
  hash: string;
  line: string;
}

/** Pushes the whole snapshot, and gives the branch's sequence number. */
export async function pushUnits(
  token: string,
  project: string,
  units: readonly Line[],
  more: Message = {},
): Promise<number> {
  const all = units.map(({ hash }) => hash);
  const opened = await send(token, "POST", `/v1/projects/${project}/pushes`, {
    branch: "main",
    commit: "c".repeat(40),
    commitTime: 1_700_000_000,
    dirty: false,
    scannedAt: new Date().toISOString(),
    scanner: "test",
    sourceMode: "snippets",
    counts: { files: units.length, symbols: 0, calls: {}, skipped: {}, languages: { typescript: 1 }, problems: 0 },
    parentSeq: null,
    rootHash: await merkleRoot(all),
    units: { all },
    force: true,
    ...more,
  });
  if (opened.push === null) return opened.seq;
  const missing = units.filter(({ hash }) => opened.missing.includes(hash));
  if (missing.length > 0) {
    const text = missing.map(({ line }) => `${line}\n`).join("");
    const body = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
    const packed = await new Response(body).arrayBuffer();
    const init = { method: "PUT", body: packed, headers: { "content-type": "application/gzip" } };
    const response = await fetchEdge(`/v1/pushes/${opened.push}/packs/0`, init, token);
    if (!response.ok) throw new Error(await response.text());
  }
  return (await send(token, "POST", `/v1/pushes/${opened.push}/commit`)).seq;
}

async function send(token: string, method: string, path: string, body?: Message): Promise<Message> {
  const init = { method, ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }) };
  const response = await fetchEdge(path, init, token);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
