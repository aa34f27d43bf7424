/** Where topics may be empty: verbs and lists name them as the screen does, and what the organization requires is refused here. */
import { expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import { composerEditor } from "#store/composer.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";
import { json, shellOn } from "../support/verb.ts";

/** As other clients store it: servers give it to all without the realm's name. */
const draft = { type: "stream", to: [streams.dev], topic: "", content: "half", timestamp: 1 };

test("drafts and scheduled messages for the empty topic have the realm's name for it in verbs", async () => {
  const realm = startRealm({ level: since.emptyTopics });
  await realm.as(people.ana).post("/drafts", { drafts: [draft] });
  const { run } = shellOn(realm);
  expect(
    (await run(["schedule", "add", "--at", "in 2h", "#dev > general chat", "later"])).code,
  ).toBe(0);
  const place = "#dev > general chat";
  expect((await run(["drafts"])).out).toContain(`\t${place}\thalf\n`);
  expect((await run(["schedule"])).out).toContain(`\t${place}\tlater\n`);
  for (const verb of ["drafts", "schedule"])
    expect(json(await run([verb, "--json=place"]))).toContainEqual({ place });
});

test("a draft for the empty topic is in the list, and Enter goes on with it", async () => {
  const world = await startSmall({
    level: since.emptyTopics,
    first: async (as) => void (await as(people.ana).post("/drafts", { drafts: [draft] })),
  });
  const { press, goes, store, settles, placeOf, control } = world;
  press("g", "d");
  goes(topicKey(streams.dev as StreamId, ""));
  press("Enter");
  expect(composerEditor(store.getState().screen).text).toBe("half");
  press("^S");
  await settles();
  expect(placeOf(Math.max(...control.server.state.messages.byId.keys()))).toEqual([
    streams.dev,
    "",
  ]);
});

test.each([since.emptyTopics, since.noTopicWords, since.topicsPolicy, 500])(
  "at level %d, an organization that requires topics gets no message without one, in any spelling",
  async (level) => {
    const realm = startRealm({ level });
    realm.realm.control.setRealm("mandatory_topics", true);
    const { run, network } = shellOn(realm);
    for (const topic of ["", " general chat", " (no topic)"])
      expect(await run(["send", `#dev >${topic}`, "text"])).toMatchObject({
        code: 2,
        err: "weir: Your organization requires a topic.\n",
      });
    expect((await run(["send", "#dev", "text"])).err).toMatch(/^weir: Name a topic/);
    expect(network.sent).not.toContain("POST /messages");
  },
);

test.each(["#dev", "#dev > general chat"])(
  "weir send '%s' starts the empty topic where there is one",
  async (to) => {
    const realm = startRealm({ level: since.emptyTopics });
    const sent = json(await shellOn(realm).run(["send", to, "text", "--json=place"]));
    expect(sent).toEqual([{ place: "#dev > general chat" }]);
    const last = [...realm.realm.control.server.state.messages.byId.values()].at(-1);
    expect(last).toMatchObject({ topic: "", content: "text" });
  },
);
