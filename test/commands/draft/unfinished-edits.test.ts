/** Unfinished edits in the list of drafts. */
import { expect, test } from "vitest";
import { drop, newBatch } from "#base/table.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { openAt } from "#commands/places/navigation.ts";
import { conversationKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import { composerEditor, editedMessage, textOf } from "#store/composer.ts";
import { changeReplica } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { startClient } from "../../support/client.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";

/** A client with an unfinished edit of Ana's message in `deploy`, whose row is selected in the list of drafts. */
async function startUnfinished() {
  const me = await startSmall();
  const { client, clock, press, type, store, realm } = me;
  client.send(deploy, "first words");
  await clock.pass("5 s");
  const id = Math.max(...realm.control.server.state.messages.byId.keys()) as MessageId;
  press("Esc", "g", "i");
  openAt(store, deploy, id);
  press("E");
  type(", and more");
  press("Esc");
  await clock.pass("2 s");
  press("g", "d");
  const key = `edit:${id}`;
  me.goes(key);
  expect(me.row()).toBe(key);
  return {
    ...me,
    id,
    key,
    state: () => store.getState(),
    text: () => composerEditor(store.getState().screen).text,
    /** Drops the message from memory; `isKnown` says whether the history still contains it. */
    drops: (isKnown: boolean) =>
      changeReplica(store, (replica) => {
        const history = replica.histories.get(narrowKey(deploy));
        if (history === undefined) throw new Error("The conversation is not loaded.");
        const ids = history.ids.filter((each) => isKnown || each !== id);
        return {
          ...replica,
          messages: drop(replica.messages, id, newBatch("test")),
          histories: new Map(replica.histories).set(narrowKey(deploy), { ...history, ids }),
        };
      }),
  };
}

test("Enter resumes an edit at its message, whose conversation is stored with the draft", async () => {
  const { key, press, state, text, client, id } = await startUnfinished();
  expect(client.disk.drafts.get(key)).toMatchObject({ address: deploy });
  press("Enter");
  expect(state().screen.place).toMatchObject({ kind: "narrow", narrow: deploy });
  expect([editedMessage(state().screen), text()]).toEqual([id, "first words, and more"]);
});

test("if the message is not loaded, Enter opens its place and E resumes the edit", async () => {
  const { press, state, drops, toast, id, key } = await startUnfinished();
  drops(true);
  press("Enter");
  expect(state().screen.readers.get(narrowKey(deploy))?.jumpTarget).toBe(id);
  expect(toast()).toBe("Your edit of this message is kept: E continues.");
  expect(textOf(state(), key)).toBe("first words, and more");
});

test("if the message was deleted or may not be edited any more, the text becomes a draft", async () => {
  const gone = await startUnfinished();
  gone.drops(false);
  gone.press("Enter");
  expect(gone.toast()).toBe(
    "This message was deleted. Your text is in the draft to #dev › deploy.",
  );
  const old = await startUnfinished();
  changeReplica(old.store, (replica) => {
    const settings = { ...replica.organization.settings, allow_message_editing: false };
    return { ...replica, organization: { ...replica.organization, settings } };
  });
  old.press("Enter");
  expect(old.toast()).toMatch(/does not allow editing messages\. Your text is in the draft/);
  for (const { state, key } of [gone, old]) {
    expect(textOf(state(), conversationKey(deploy))).toBe("first words, and more");
    expect([textOf(state(), key), state().journal.drafts.has(key)]).toEqual(["", false]);
  }
});

test.each(["messages", "scheduled_messages"])(
  "saving an edit of an earlier run asks first if another client changed one of the %s",
  async (path) => {
    const { client, clock, press, type, realm, ana } = await startSmall();
    const at = Math.floor(clock.now() / 1000) + 3600;
    const soup = { type: "stream", to: inDeploy.streamId, topic: "deploy", content: "soup" };
    const { body } = await ana.post(`/${path}`, { ...soup, scheduled_delivery_timestamp: at });
    const id = Number(body["id"] ?? body["scheduled_message_id"]);
    await clock.pass("5 s");
    const beginEdit = (store: typeof client.store, keys: typeof press) => {
      if (path === "messages") openAt(store, deploy, id as MessageId);
      else keys("g", "t");
      keys("E");
    };
    press("Esc");
    beginEdit(client.store, press);
    type(" of the day");
    await clock.pass("2 s");
    client.disk.crash();
    await ana.patch(`/${path}/${id}`, { content: "stew" });
    const { store } = startClient({ clock, realm, disk: client.disk, name: "next" });
    watchLists(store);
    await clock.pass("5 s");
    const pressNext = keyPresser(store, noViewport, noDesktop, clock);
    pressNext("Esc");
    beginEdit(store, pressNext);
    expect(composerEditor(store.getState().screen).text).toBe("soup of the day");
    pressNext("Enter");
    expect(menuIn(store)).toMatchObject({
      title: "This message was changed elsewhere",
      lines: ["It says now:", "stew"],
    });
  },
);
