import { expect, test } from "vitest";
import { openNarrow } from "#commands/places/navigation.ts";
import { topicLink } from "#model/message-link.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

const at = (topic: string) =>
  ({ kind: "topic", streamId: streams.dev as StreamId, topic }) as const;

test.each([
  [since.linkedTopics - 1, "#narrow/channel/2-dev/topic/deploy"],
  [since.linkedTopics, "#narrow/channel/2-dev/topic/deploy/with/104"],
  [since.newestLinked, "#narrow/channel/2-dev/topic/deploy/with/108"],
])("at level %d, the link to a topic is %s", async (level, link) => {
  const { store } = await startSmall({ level });
  const { view } = store.getState();
  expect(topicLink(view, at("deploy"))).toBe(`${view.realm.url}/${link}`);
});

test("the link to the empty topic lacks its segment before a message", async () => {
  const { store, bo, settles } = await startSmall();
  const id = await bo.say({ streamId: streams.dev, topic: "" }, "hello");
  await settles();
  const { view } = store.getState();
  expect(topicLink(view, at(""))).toBe(`${view.realm.url}/#narrow/channel/2-dev/topic/with/${id}`);
});

test("y T copies it", async () => {
  const { store, press, toast, settles } = await startSmall();
  openNarrow(store, deploy);
  await settles();
  press("y", "T");
  await settles();
  expect(toast()).toMatch(/the link to the topic/);
});
