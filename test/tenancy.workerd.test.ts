/**
 * No tool, route or resource shows one project's rows to another's callers, on a shard that both share.
 *
 * Every row of the owner's facts holds a mark. What the strangers see is searched for it. The cases run over the
 * registry, so that a new tool is covered by being there.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { type ToolName, tools } from "#tools/registry.gen";
import { shopUnits } from "./fixtures/shop.ts";
import { Organisation } from "./harness/accounts.ts";
import { askTool, type Stored, storeUnits } from "./harness/facts.ts";
import { pushUnits } from "./harness/push.ts";
import { call, fetchEdge, modern } from "./harness/rpc.ts";

const mark = "Zebra";
const all = Object.values(tools);
/** The example as the owner would ask it: about the marked names. */
const marked = (example: unknown): unknown => JSON.parse(JSON.stringify(example).replaceAll("Money", `Money${mark}`));

describe("the handle", () => {
  let owner: Stored;
  let stranger: Stored;

  beforeAll(async () => {
    owner = await storeUnits(701, await shopUnits(mark));
    stranger = await storeUnits(702, await shopUnits());
    // The worst that a faulty push could do: the stranger's manifest lists the owner's units as its own.
    await env.SHARD_1.prepare(
      "insert into manifests (branch, unit, born) select ?1, unit, born from manifests where branch = ?2",
    )
      .bind(stranger.branch, owner.branch)
      .run();
  });

  const asksFacts = all.filter(({ projectless, dispatches }) => !projectless && !dispatches);

  test.each(asksFacts)("$name keeps to its project", async ({ name, example }) => {
    for (const input of [example, marked(example)]) {
      const shown = await askTool(name as ToolName, input, stranger).then(
        ({ text }) => text,
        (error) => JSON.stringify(error.body),
      );
      expect(withoutEcho(shown, input)).not.toContain(mark);
    }
  });

  test("and it is the project alone that hides them: with the owner's number the same manifest shows them", async () => {
    const wrong = { ...stranger, project: owner.project };
    const { text } = await askTool("drift_signature", { symbol: `addMoney${mark}` }, wrong);
    expect(text).toContain(`addMoney${mark}`);
    await expect(askTool("drift_signature", { symbol: `addMoney${mark}` }, stranger)).rejects.toThrow("No symbol");
  });

  test("and the owner sees the mark by the same questions, so its absence means something", async () => {
    const seen: string[] = [];
    for (const { name, example } of asksFacts) {
      const { text } = await askTool(name as ToolName, marked(example), owner);
      if (withoutEcho(text, example).includes(mark)) seen.push(name);
    }
    expect(seen).toEqual(
      expect.arrayContaining(["drift_callers", "drift_context", "drift_signature", "drift_recent", "drift_type"]),
    );
  });
});

describe("the edge", () => {
  let owner: { token: string; project: string };
  let stranger: { token: string; project: string };

  const organisation = async (name: string, units: Awaited<ReturnType<typeof shopUnits>>) => {
    const company = await Organisation.create(name);
    await company.project("shop");
    const scopes = ["drift:read", "drift:write", "drift:push"] as const;
    const { token } = await company.member("ada", { role: "admin", scopes: [...scopes] });
    const project = `${company.slug}/shop`;
    const lines = units.map(({ hash, ...unit }) => ({ hash, line: JSON.stringify(unit) }));
    await pushUnits(token, project, lines);
    return { token, project };
  };

  beforeAll(async () => {
    owner = await organisation("owner", await shopUnits(mark));
    stranger = await organisation("stranger", await shopUnits());
  });

  test.each(all)(
    "$name shows a stranger nothing, by its own project or the owner's name",
    async ({ name, example, projectless }) => {
      const own = await call(stranger.token, "drift_tool", { name, args: example }).catch((error) => error.message);
      expect(JSON.stringify(own)).not.toContain(mark);
      if (projectless || name === "drift_tool") return;
      const foreign = await call(stranger.token, "drift_tool", {
        name,
        args: { ...(example as object), project: owner.project },
      });
      expect(foreign.structuredContent.code, name).toBe("PROJECT_NOT_FOUND");
    },
  );

  const paths = ["", "/branches/main", "/branches"];
  test.each(paths)("GET /v1/projects/<owner>%s is not there for a stranger", async (path) => {
    const response = await fetchEdge(`/v1/projects/${owner.project}${path}`, {}, stranger.token);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain(mark);
  });

  test.each([
    ["POST", ""],
    ["PUT", "/packs/0"],
    ["GET", ""],
    ["POST", "/commit"],
    ["DELETE", ""],
  ])("%s of a push%s into the owner's project is refused", async (method, path) => {
    const target =
      path === "" && method === "POST"
        ? `/v1/projects/${owner.project}/pushes`
        : `/v1/pushes/${crypto.randomUUID()}${path}`;
    const body = method === "POST" || method === "PUT" ? { body: "{}" } : {};
    const response = await fetchEdge(target, { method, ...body }, stranger.token);
    expect([400, 404]).toContain(response.status);
    await response.text();
  });

  test("resources of the owner are not there for a stranger", async () => {
    for (const uri of [
      `drift://${owner.project}/files/web/src/utils/money.ts`,
      `drift://${owner.project}/symbols/${encodeURIComponent("web/src/utils/money.ts#addMoneyZebra")}`,
    ]) {
      const shown = await (await modern(stranger.token, "resources/read", { uri })).text();
      expect(shown).toContain("error");
      expect(shown.replaceAll(uri, "")).not.toContain(mark);
    }
  });
});

/** What was asked may be repeated in an answer. */
function withoutEcho(shown: string, input: unknown): string {
  const words = JSON.stringify(input).match(/\w*Zebra\w*/g) ?? [];
  return words.reduce((text, word) => text.replaceAll(word, ""), shown);
}
