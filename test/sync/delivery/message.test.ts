/** Editing messages: once, in order, and never over another client's edit. */
import { describe, expect, test } from "vitest";
import { get } from "#base/table.ts";
import { openMenu } from "#commands/screen.ts";
import type { Action } from "#journal/intent.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { people } from "../../support/small-blueprint.ts";
import { hello, ownMessage, startSmall } from "../../support/small-client.ts";

const patched = /^PATCH \/messages/;

describe("an edit", () => {
  async function started(level?: number) {
    const world = await startSmall({ level, first: ownMessage });
    const edit = (content: string, was = "first words"): Action => ({
      kind: "edit",
      messageId: world.own,
      content,
      was,
    });
    return { ...world, edit };
  }

  test("is shown immediately, then stored, and can be undone", async () => {
    const { act, undo, edit, shown, stored, clock, open } = await started();
    expect(act(edit("better words"))).toBe("Edit in #dev › deploy");
    expect([shown(), stored()]).toEqual(["better words", "first words"]);
    await clock.pass("2 s");
    expect([shown("replica"), stored(), open()]).toEqual(["better words", "better words", 0]);
    undo();
    await clock.pass("2 s");
    expect([shown("replica"), stored(), open()]).toEqual(["first words", "first words", 0]);
  });

  test("says that a file which it removed is still on the server, where it can be deleted alone", async () => {
    const { act, edit, ana, clock, toast, shown, client, own } = await started(since.detachedFiles);
    const file = new File(["abc"], "plan.txt");
    const { body } = await ana.upload("/user_uploads", { file });
    const withFile = `look: [plan.txt](${body["url"]})`;
    act(edit(withFile));
    await clock.pass("2 s");
    expect(toast()).toBeUndefined();
    act(edit("never mind", withFile));
    await clock.pass("2 s");
    expect(toast()).toMatch(/^plan.txt is still on the server: where you delete the message/);
    expect(shown("replica")).toBe("never mind");
    const { store } = client;
    const press = keyPresser(store);
    openMenu(store, { kind: "delete-message", messageId: own });
    press("1");
    await clock.pass("2 s");
    expect(toast()).toBe("Deleted plan.txt from the server.");
    expect((await ana.get("/attachments")).body["attachments"]).toEqual([]);
    expect(shown("replica")).toBe("never mind");
    openMenu(store, { kind: "delete-message", messageId: own });
    press("1");
    expect(store.getState().session.requests).toEqual([]);
  });

  test("undone before it was sent is never requested, and two edits are sent in order", async () => {
    const { act, undo, edit, client, clock, sent, stored, open } = await started();
    client.network.plug(false);
    await clock.pass("1 s");
    act(edit("not this"));
    undo();
    act(edit("second"));
    act(edit("third", "second"));
    client.network.plug(true);
    await clock.pass("40 s");
    expect([sent(patched), stored(), open()]).toEqual([2, "third", 0]);
  });

  test("with a lost answer does not overwrite a later edit by another client", async () => {
    const { addIntent, edit, clock, control, ana, own, stored, sent, intents, toast } =
      await started();
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent(edit("from here"));
    await clock.pass("100 ms");
    await ana.patch(`/messages/${own}`, { content: "from elsewhere" });
    await clock.pass("40 s");
    expect([stored(), sent(patched)]).toEqual(["from elsewhere", 1]);
    expect(toast()).toMatch(/changed elsewhere/);
    expect(intents()).toMatchObject([{ phase: "failed", action: { content: "from here" } }]);
  });

  test.each([100, 500])(
    "does not overwrite what another client made of it while the queue was lost, at level %i",
    async (level) => {
      const { addIntent, edit, client, control, clock, ana, own, stored, toast } =
        await started(level);
      client.open(hello);
      await clock.pass("5 s");
      client.network.plug(false);
      await clock.pass("1 s");
      addIntent(edit("from here"));
      control.expireQueues(people.ana);
      await ana.patch(`/messages/${own}`, { content: "from elsewhere" });
      client.network.plug(true);
      await clock.pass("1 min");
      expect(stored()).toBe("from elsewhere");
      expect(toast()).toMatch(/changed elsewhere/);
    },
  );

  test("does not overwrite an edit by another client of which no event has come yet", async () => {
    const { addIntent, edit, clock, ana, own, stored, intents, toast } = await started(500);
    await ana.patch(`/messages/${own}`, { content: "from elsewhere" });
    addIntent(edit("from here"));
    await clock.pass("2 s");
    expect(stored()).toBe("from elsewhere");
    expect(toast()).toMatch(/changed elsewhere/);
    expect(intents()).toMatchObject([{ phase: "failed", action: { content: "from here" } }]);
  });

  test("of a text that the server stored without blanks at its end is saved", async () => {
    const { act, edit, clock, stored, open } = await started(500);
    act(edit("better words  "));
    act(edit("best words", "better words  "));
    await clock.pass("2 s");
    expect([stored(), open()]).toEqual(["best words", 0]);
  });

  test("with a lost answer that arrived is not repeated", async () => {
    const { addIntent, edit, clock, control, stored, sent, open } = await started();
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent(edit("once"));
    await clock.pass("40 s");
    expect([stored(), sent(patched), open()]).toEqual(["once", 1, 0]);
  });

  test("of a message that is not loaded is not repeated either", async () => {
    const { addIntent, clock, control, store, sent, open, toast } = await started();
    const messageId = 102 as MessageId;
    const { byId } = control.server.state.messages;
    const was = byId.get(messageId)?.content ?? "";
    expect(get(store.getState().replica.messages, messageId)).toBeUndefined();
    control.setRealm("message_content_edit_limit_seconds", null);
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent({ kind: "edit", messageId, content: "with no link", was });
    await clock.pass("40 s");
    expect([byId.get(messageId)?.content, sent(patched), open(), toast()]).toEqual([
      "with no link",
      1,
      0,
      undefined,
    ]);
  });

  test("that is refused keeps its text and the server's message", async () => {
    const { addIntent, clock, store, intents, toast } = await started();
    addIntent({ kind: "edit", messageId: 104 as MessageId, content: "mine now", was: "rolling" });
    await clock.pass("2 s");
    const sentence = "You don't have permission to edit this message";
    const found = "(Edit in #dev › deploy: edit the message again to find your text)";
    expect([toast(), intents().map(({ reason }) => reason)]).toEqual([
      `${sentence} ${found}`,
      [sentence],
    ]);
    expect(get(store.getState().view.messages, 104 as MessageId)?.content).toBe("rolling");
  });
});

// Deleting messages.

describe("a deletion", () => {
  const deleted = /^DELETE \/messages/;

  test("is shown immediately and carried out even if the answer is lost", async () => {
    const { addIntent, clock, control, own, shown, stored, sent, open, toast } = await startSmall({
      first: ownMessage,
    });
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent({ kind: "delete-message", messageId: own });
    expect([shown(), stored()]).toEqual([undefined, "first words"]);
    await clock.pass("40 s");
    // The second request is answered that there is no such message.
    expect([shown("replica"), stored(), sent(deleted), open()]).toEqual([
      undefined,
      undefined,
      2,
      0,
    ]);
    expect(toast()).toBeUndefined();
  });

  test("that could not leave is carried out by the next run, which does not know the message", async () => {
    const { addIntent, clock, client, realm, own, stored } = await startSmall({
      first: ownMessage,
    });
    client.network.plug(false);
    addIntent({ kind: "delete-message", messageId: own });
    await clock.pass("5 s");
    client.disk.crash();
    const { store } = startClient({ clock, realm, disk: client.disk, name: "next" });
    await clock.pass("40 s");
    expect(stored()).toBeUndefined();
    expect(store.getState().journal.intents.size).toBe(0);
  });

  test("of a message that is gone is no error, and it stays away without an event", async () => {
    const { addIntent, ana, clock, control, own, shown, sent, open, toast } = await startSmall({
      first: ownMessage,
    });
    control.fault({ kind: "hang", path: "/events", delayMs: 60_000 });
    await ana.delete(`/messages/${own}`);
    addIntent({ kind: "delete-message", messageId: own });
    await clock.pass("20 s");
    expect([shown(), sent(deleted), open(), toast()]).toEqual([undefined, 1, 0, undefined]);
  });

  test("that is refused restores the message", async () => {
    const { addIntent, clock, store, open, toast } = await startSmall({ first: ownMessage });
    addIntent({ kind: "delete-message", messageId: 104 as MessageId });
    expect(get(store.getState().view.messages, 104 as MessageId)).toBeUndefined();
    await clock.pass("2 s");
    expect(get(store.getState().view.messages, 104 as MessageId)?.content).toBe("rolling");
    expect([toast(), open()]).toEqual([
      "You don't have permission to delete this message (Delete a message)",
      0,
    ]);
  });
});
