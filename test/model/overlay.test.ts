import { expect, test } from "vitest";
import { get, newBatch } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { withStars } from "#model/messages.ts";
import { withReaction, withRead } from "#model/overlay.ts";
import { historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import * as make from "../support/make.ts";
import { checkInvariants, plain } from "../support/replica.ts";

const key = conversationKey(make.topic());
const batch = () => newBatch("overlay");

test("open actions are overlaid on the replica, which is unchanged", () => {
  const [a, b] = [make.arrival(), make.arrival()];
  const truth = make.after(make.replica(), a, b);
  const copy = plain(truth);
  const view = withRead(truth, [a.message.id], batch());
  checkInvariants(view);
  expect(unreadIdsOf(view, key)).toEqual([b.message.id]);
  expect(plain(truth)).toEqual(copy);
  expect(withRead(view, [a.message.id], batch())).toBe(view);
});

test("stars and reactions are overlaid", () => {
  const arrival = make.arrival();
  const { id } = arrival.message;
  let view = make.after(make.replica(), arrival);
  view = make.fetched(view, { kind: "starred" }, make.page([]));
  const tada = { type: "unicode_emoji", code: "1f389", name: "tada" };
  const done = withReaction(
    withStars(view, [id], true, batch()),
    id,
    tada,
    make.me,
    "add",
    batch(),
  );
  checkInvariants(done);
  expect(get(done.messages, id)).toMatchObject({
    starred: true,
    reactions: [{ userIds: [make.me] }],
  });
  expect(historyOf(done, { kind: "starred" })?.ids).toEqual([id]);
  const undone = withReaction(done, id, tada, make.me, "remove", batch());
  expect(get(undone.messages, id)?.reactions).toEqual([]);
  expect(withReaction(done, make.id(1), tada, make.me, "add", batch())).toBe(done);
});
