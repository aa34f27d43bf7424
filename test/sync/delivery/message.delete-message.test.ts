/** Deleting messages. */
import { describe, expect, test } from "vitest";
import { get } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import { startWithOwnMessage } from "../../support/small-client.ts";

describe("a deletion", () => {
  const deleted = /^DELETE \/messages/;

  test("is shown immediately and carried out even if the answer is lost", async () => {
    const { addIntent, clock, control, own, shown, stored, sent, open, toast } =
      await startWithOwnMessage();
    control.fault({ kind: "drop after", path: "/messages/" });
    addIntent({ kind: "delete-message", messageId: own });
    expect([shown(), stored()]).toEqual([undefined, "first words"]);
    await clock.pass("40 s");
    expect([shown("replica"), stored(), sent(deleted), open()]).toEqual([
      undefined,
      undefined,
      1,
      0,
    ]);
    expect(toast()).toBeUndefined();
  });

  test("that is refused restores the message", async () => {
    const { addIntent, clock, store, open, toast } = await startWithOwnMessage();
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
