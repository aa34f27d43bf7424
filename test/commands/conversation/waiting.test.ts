import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { openRows } from "../../support/over-rows.ts";
import { streams } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

async function opened(first?: (small: Awaited<ReturnType<typeof startSmall>>) => Promise<unknown>) {
  const small = await startSmall();
  await first?.(small);
  small.press("g", "w");
  await small.settles();
  const { store } = small;
  const place = () => {
    const { screen, view } = store.getState();
    if (screen.place.kind !== "narrow" || !isConversation(screen.place.narrow)) return undefined;
    return conversationTitle(view, conversationKey(screen.place.narrow));
  };
  return { ...small, place, listed: () => openRows(store.getState()) };
}

async function startSmallWithRows() {
  const small = await startSmall();
  return { ...small, listed: () => openRows(small.store.getState()) };
}

test("what waits is listed with what only the server knows, the oldest first", async () => {
  const { listed, store } = await opened();
  expect(listed()).toEqual({ over: [], left: ["108", "110"] });
  expect(store.getState().view.openEnds.epoch).toBe(1);
});

test.each([
  [[], "110"],
  [["j"], "115"],
])("after %j, what only the server knows leaves the cursor on %s", async (keys, selected) => {
  const { bo, ana, settles, press, row, listed } = await startSmallWithRows();
  await ana.post("/messages/108/reactions", { emoji_name: "tada" });
  await bo.say({ streamId: streams.general, topic: "oars" }, "@**Ana Ruiz** and the oars?");
  await bo.say({ streamId: streams.general, topic: "boats" }, "@**Ana Ruiz** and the boats?");
  await settles();
  press("g", "w", ...keys);
  expect(listed().left).toEqual(["114", "115"]);
  await settles();
  expect(listed().left).toEqual(["110", "114", "115"]);
  expect(row()).toBe(selected);
});

test("e says that it does not wait, and u takes that back, also on disk", async () => {
  const { listed, press, toast, settles, client } = await opened();
  press("e");
  expect(listed()).toEqual({ over: ["108"], left: ["110"] });
  expect(toast()).toBe("Not waiting: #dev › deploy");
  await settles();
  expect(client.disk.places.get("not waiting 108")).toBe(true);
  press("u");
  expect(listed()).toEqual({ over: [], left: ["108", "110"] });
  expect(toast()).toBe("Undid: Not waiting: #dev › deploy");
  await settles();
  expect(client.disk.places.get("not waiting 108")).toBeNull();
});

test("several rows are one step", async () => {
  const { listed, press, toast } = await opened();
  press("^A", "e");
  expect(listed().left).toEqual([]);
  expect(toast()).toBe("Not waiting: 2 open ends");
  press("u");
  expect(listed().left).toEqual(["108", "110"]);
});

test("what another window said not to wait is not listed", async () => {
  const { listed, clock, client, press } = await opened();
  client.disk.places.set("not waiting 108", true);
  await clock.pass("31 s");
  expect(listed()).toEqual({ over: ["108"], left: ["110"] });
  press("^L");
  expect(listed()).toEqual({ over: [], left: ["110"] });
});

test("an answer ends it right after its event, and its deletion opens it again", async () => {
  const { listed, ana, settles } = await opened();
  const id = await ana.say(inDeploy, "I have looked");
  await settles();
  expect(listed()).toEqual({ over: ["108"], left: ["110"] });
  await ana.delete(`/messages/${id}`);
  await settles();
  expect(listed()).toEqual({ over: [], left: ["108", "110"] });
});

test("a reaction in another client ends it", async () => {
  const { listed, ana, settles } = await opened();
  await ana.post("/messages/110/reactions", { emoji_name: "tada" });
  await settles();
  expect(listed()).toEqual({ over: ["110"], left: ["108"] });
});

test("new questions come with the next look, and the list does not move before", async () => {
  const { listed, bo, press, settles } = await opened();
  const id = await bo.say(
    { streamId: streams.general, topic: "oars" },
    "@**Ana Ruiz** and the oars?",
  );
  await settles();
  expect(listed().left).toEqual(["108", "110"]);
  press("^L");
  expect(listed().left).toEqual(["108", "110", `${id}`]);
});

test("n follows the list from the conversation that was opened from it", async () => {
  const { press, place, settles } = await opened();
  press("Enter");
  expect(place()).toBe("#dev › deploy");
  await settles();
  press("n");
  expect(place()).toBe("Bo Lindt");
  press("h");
  expect(place()).toBeUndefined();
});

test("one waits for others after the hours of the option", async () => {
  const asked: number[] = [];
  const { listed, press, clock } = await opened(async ({ ana, settles }) => {
    asked.push(await ana.say({ streamId: streams.dev, topic: "oars" }, "who has the oars?"));
    await settles();
  });
  expect(listed().left).toEqual(["108", "110"]);
  clock.jump("24 h");
  await clock.pass("1 min");
  press("^L");
  expect(listed().left).toEqual(["108", "110", `${asked[0]}`]);
});

test("a message that was only found is not taken for unanswered, nor is one answered long ago", async () => {
  const { listed, store, client, settles, press } = await opened(async ({ ana, settles }) => {
    await ana.say(inDeploy, "I have looked");
    await settles();
  });
  expect(listed().left).toEqual(["110"]);
  client.open({ kind: "mentions" });
  await settles();
  expect(store.getState().view.messages.size).toBeGreaterThan(1);
  press("g", "w", "^L");
  expect(listed().left).toEqual(["110"]);
});
