import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { json, shellOn } from "../../support/verb.ts";

async function withMessage(level: number = since.reports, stream: number = streams.general) {
  const realm = startRealm({ level });
  realm.realm.control.setRealm("moderation_request_channel_id", stream);
  const id = await realm.as(people.bo).say({ streamId: streams.dev, topic: "lunch" }, "Buy now!");
  const newest = async () => {
    const page = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false };
    return String(
      (await realm.as(people.ana).get("/messages", page)).body["messages"].at(-1).content,
    );
  };
  return { ...shellOn(realm, { columns: 120 }), id: `${id}`, newest };
}

test("a report reaches the moderators with its reason and text", async () => {
  const { run, id, newest } = await withMessage();
  const ran = await run(["report", id, "--reason", "other", "--text", "an advert"]);
  expect(ran.out).toBe("Reported the message in #dev > lunch to the moderators.\n");
  expect(await newest()).toMatch(/reported message \d+: .*an advert/s);
  const [row] = json(await run(["report", id, "--reason", "spam", "--json"]));
  expect(row).toEqual({ id: Number(id), place: "#dev > lunch" });
});

test.each([
  ["without a reason", [], /Choose a reason: spam, harassment, inappropriate, norms, other\./],
  ["other without a text", ["--reason", "other"], /Say what is wrong with it\./],
  ["an unknown reason", ["--reason", "dull"], /--reason takes spam, harassment.*, not "dull"\./],
] as const)("%s, nothing is reported", async (_, options, sentence) => {
  const { run, id, newest } = await withMessage();
  const ran = await run(["report", id, ...options]);
  expect([ran.code === 0, ran.out]).toEqual([false, ""]);
  expect(ran.err).toMatch(sentence);
  expect(await newest()).toBe("Buy now!");
});

test.each([
  ["an older server", since.reports - 1, streams.general, /This server is too old for it/],
  ["an organization without reports", since.reports, -1, /does not take reports of messages\./],
])("%s is told in a sentence", async (_, level, stream, sentence) => {
  const { run, id } = await withMessage(level, stream);
  const ran = await run(["report", id, "--reason", "spam"]);
  expect([ran.code === 0, ran.out]).toEqual([false, ""]);
  expect(ran.err).toMatch(sentence);
});
