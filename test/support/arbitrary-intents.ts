/** Intents of all kinds and phases, with all optional fields. */
import fc from "fast-check";
import { sorted } from "#base/sorted.ts";
import type { Action, Address, Intent, IntentId, Phase } from "#journal/intent.ts";
import type { MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import { anyText } from "./any-text.ts";

const messageId = fc.nat().map((id) => id as MessageId);
const messageIds = fc.array(messageId, { maxLength: 5 });
const userId = fc.nat().map((id) => id as UserId);
const userIds = fc.array(userId, { minLength: 1, maxLength: 4 });
const streamId = fc.nat().map((id) => id as StreamId);
const text = anyText();
const op = fc.constantFrom("add" as const, "remove" as const);

const address: fc.Arbitrary<Address> = fc.oneof(
  fc.record({ kind: fc.constant("topic" as const), streamId, topic: text }),
  fc.record({ kind: fc.constant("direct" as const), userIds: userIds.map(sorted) }),
);

const emoji = fc.record({ name: text, code: text, type: text });

const timed = { address, content: text, at: fc.nat() };
const scheduledId = fc.nat().map((id) => id as ScheduledId);

/** One arbitrary per kind, which the type requires. */
const actions: {
  readonly [Kind in Action["kind"]]: fc.Arbitrary<Extract<Action, { readonly kind: Kind }>>;
} = {
  send: fc.record({ kind: fc.constant("send"), address, content: text }),
  read: fc.record(
    {
      kind: fc.constant("read"),
      op,
      ids: messageIds.map(sorted),
      at: address,
    },
    { requiredKeys: ["kind", "op", "ids"] },
  ),
  "read-older": fc.record({
    kind: fc.constant("read-older"),
    scope: fc.oneof(
      address,
      fc.record({ kind: fc.constant("stream" as const), streamId }),
      fc.record({ kind: fc.constant("all" as const) }),
    ),
    before: messageId,
    ids: messageIds.map(sorted),
  }),
  star: fc.record({ kind: fc.constant("star"), op, ids: messageIds.map(sorted) }),
  react: fc.record({ kind: fc.constant("react"), op, messageId, emoji }),
  tick: fc.record({
    kind: fc.constant("tick"),
    op,
    messageId,
    of: fc.constantFrom("poll" as const, "tasks" as const),
    key: text,
  }),
  "delete-topic": fc.record({ kind: fc.constant("delete-topic"), streamId, topic: text }),
  "mute-person": fc.record({ kind: fc.constant("mute-person"), op, userId }),
  setting: fc.record({
    kind: fc.constant("setting"),
    property: fc.constantFrom("enter_sends" as const, "timezone" as const),
    value: fc.oneof(fc.boolean(), fc.nat(), text),
  }),
  status: fc.record(
    { kind: fc.constant("status"), text, emoji: fc.option(emoji) },
    { requiredKeys: ["kind"] },
  ),
  archiving: fc.record({ kind: fc.constant("archiving"), streamId, isArchived: fc.boolean() }),
  subscription: fc.record({ kind: fc.constant("subscription"), op, streamId }),
  "subscription-property": fc.record({
    kind: fc.constant("subscription-property"),
    streamId,
    property: fc.constantFrom("color" as const, "is_muted" as const, "push_notifications" as const),
    value: fc.oneof(fc.boolean(), text),
  }),
  "delete-message": fc.record({ kind: fc.constant("delete-message"), messageId }),
  edit: fc.record({ kind: fc.constant("edit"), messageId, content: text, was: text }),
  move: fc.record(
    {
      kind: fc.constant("move"),
      messageId,
      from: fc.record({ streamId, topic: text }),
      to: fc.record({ streamId, topic: text }),
      mode: fc.constantFrom("change_one" as const, "change_later" as const, "change_all" as const),
      quiet: fc.constant(true as const),
      noticeInOld: fc.constant(true as const),
    },
    { requiredKeys: ["kind", "messageId", "from", "to", "mode"] },
  ),
  "widget-add": fc.record({
    kind: fc.constant("widget-add"),
    messageId,
    of: fc.constantFrom("poll" as const, "tasks" as const),
    text,
    description: text,
  }),
  "schedule-add": fc.record({ kind: fc.constant("schedule-add"), ...timed }),
  "schedule-delete": fc.record(
    { kind: fc.constant("schedule-delete"), id: scheduledId, ...timed },
    { requiredKeys: ["kind", "address", "content", "at"] },
  ),
  "schedule-edit": fc.record(
    {
      kind: fc.constant("schedule-edit"),
      id: scheduledId,
      soon: fc.constant(true as const),
      ...timed,
    },
    { requiredKeys: ["kind", "id", "address", "content", "at"] },
  ),
  "schedule-send": fc.record({ kind: fc.constant("schedule-send"), id: scheduledId, ...timed }),
  "remind-add": fc.record(
    { kind: fc.constant("remind-add"), messageId, at: fc.nat(), note: text, conversation: address },
    { requiredKeys: ["kind", "messageId", "at"] },
  ),
  "remind-delete": fc.record(
    {
      ...{ kind: fc.constant("remind-delete"), messageId, at: fc.nat(), note: text },
      ...{ conversation: address, instead: fc.record({ at: fc.nat(), note: text }) },
    },
    { requiredKeys: ["kind", "messageId", "at"] },
  ),
  "topic-policy": fc.record({
    kind: fc.constant("topic-policy"),
    streamId,
    topic: text,
    policy: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  }),
  view: fc.record(
    {
      kind: fc.constant("view"),
      fragment: text,
      to: fc.record({ name: fc.option(text), isPinned: fc.boolean() }),
    },
    { requiredKeys: ["kind", "fragment"] },
  ),
  upload: fc.record({
    kind: fc.constant("upload"),
    name: text,
    from: fc.oneof(fc.record({ path: text }), fc.record({ text })),
    size: fc.nat(),
    placeholder: text,
  }),
};

const action: fc.Arbitrary<Action> = fc.oneof(...Object.values(actions));

const phases: readonly Phase[] = [
  "waiting",
  "sending",
  "unconfirmed",
  "undecided",
  "answered",
  "failed",
];

export const arbitraryIntent: fc.Arbitrary<Intent> = fc.record(
  {
    id: fc.uuid().map((id) => id as IntentId),
    createdAt: fc.nat(),
    action,
    phase: fc.constantFrom(...phases),
    attempts: fc.nat(),
    heldUntil: fc.nat(),
    knownBefore: fc.nat(),
    messageId,
    notBecame: messageIds,
    reason: text,
  },
  { requiredKeys: ["id", "createdAt", "action", "phase", "attempts"] },
);
