/** Properties of all kinds of actions on any replica. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { newBatch, values } from "#base/table.ts";
import { inverseOf, kindOf } from "#journal/action.ts";
import type { Action } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";
import { plain } from "../../support/replica.ts";

const op = fc.constantFrom("add" as const, "remove" as const);
const messages = [make.message(), make.message(), make.message({ stream_id: make.backend })];
const known = messages.map(({ id }) => id as MessageId);
const messageId = fc.constantFrom(...known);
const streamId = fc.constantFrom(make.general, make.backend);
const topic = fc.constantFrom("lunch", "Lunch", "tea");
const emoji = fc.constantFrom(
  { name: "tada", code: "1f389", type: "unicode_emoji" },
  { name: "heart", code: "2764", type: "unicode_emoji" },
);

/** Actions on the few objects of the replica, so that they conflict. */
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("read" as const, "star" as const),
    op,
    ids: fc.uniqueArray(messageId, { minLength: 1 }).map(sorted),
  }),
  fc.record({ kind: fc.constant("react" as const), op, messageId, emoji }),
  fc.record({
    kind: fc.constant("edit" as const),
    messageId,
    content: fc.constantFrom("one", "two", "two "),
    was: fc.constant(""),
  }),
  fc.record({
    kind: fc.constant("topic-policy" as const),
    streamId,
    topic,
    policy: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  }),
  fc.record({
    kind: fc.constant("mute-person" as const),
    op,
    userId: fc.constantFrom(1 as UserId, 2 as UserId),
  }),
  fc.record(
    {
      kind: fc.constant("status" as const),
      text: fc.constantFrom("", "rowing", " rowing "),
      emoji: fc.option(emoji),
    },
    { requiredKeys: ["kind"] },
  ),
  fc.record(
    {
      kind: fc.constant("view" as const),
      fragment: fc.constantFrom("narrow/is/dm", "narrow/is/followed"),
      to: fc.record({ name: fc.constantFrom("one", "two"), isPinned: fc.boolean() }),
    },
    { requiredKeys: ["kind", "fragment"] },
  ),
  fc.record({
    kind: fc.constant("setting" as const),
    property: fc.constantFrom("enter_sends" as const, "presence_enabled" as const),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("subscription-property" as const),
    streamId,
    property: fc.constantFrom("is_muted" as const, "pin_to_top" as const),
    value: fc.boolean(),
  }),
);

const overlaid = (view: Replica, one: Action) =>
  kindOf(one).overlaid?.(view, one, newBatch("test")) ?? view;

const start = make.after(
  { ...make.replica(), settings: { enter_sends: true, presence_enabled: false } },
  ...messages.map((message, at) => make.arrival(message, at === 0 ? ["read"] : [])),
);

/** Without the log of recent events, which views do not contain, and with reactions in a fixed order. */
const shown = ({ recent: _, messages: all, ...view }: Replica) => ({
  ...(plain(view) as object),
  messages: [...values(all)].map(({ reactions, ...message }) => [
    plain(message),
    reactions.toSorted((one, other) => one.code.localeCompare(other.code)),
  ]),
});

test("an overlaid view agrees with the action, and the inverse restores the view", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), action, (before, last) => {
      const view = before.reduce(overlaid, start);
      const after = overlaid(view, last);
      expect(kindOf(last).agrees(after, last, undefined)).toBe(true);
      const inverse = inverseOf(view, last);
      expect(shown(inverse.reduce(overlaid, after))).toEqual(shown(view));
    }),
  );
});

test("an action that changes nothing has no inverse", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), action, (before, last) => {
      const view = overlaid(before.reduce(overlaid, start), last);
      expect(inverseOf(view, last)).toEqual([]);
    }),
  );
});
