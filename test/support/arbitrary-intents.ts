/** Intents of every kind, in every phase, with every field that one can have. */
import fc from "fast-check";
import { sorted } from "#base/sorted.ts";
import type { Address, Intent, IntentId, Phase, Wish } from "#journal/intent.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

const messageId = fc.nat().map((id) => id as MessageId);
const messageIds = fc.array(messageId, { maxLength: 5 });
const userIds = fc.array(
  fc.nat().map((id) => id as UserId),
  { minLength: 1, maxLength: 4 },
);
const streamId = fc.nat().map((id) => id as StreamId);
const text = fc.string({ unit: "binary" });
const op = fc.constantFrom("add" as const, "remove" as const);

const address: fc.Arbitrary<Address> = fc.oneof(
  fc.record({ kind: fc.constant("topic" as const), streamId, topic: text }),
  fc.record({ kind: fc.constant("direct" as const), userIds: userIds.map(sorted) }),
);

const wish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant("send" as const), address, content: text }),
  fc.record(
    {
      kind: fc.constant("read" as const),
      op,
      ids: messageIds.map(sorted),
      at: address,
      everything: fc.constant(true as const),
    },
    { requiredKeys: ["kind", "op", "ids"] },
  ),
  fc.record({ kind: fc.constant("star" as const), op, ids: messageIds.map(sorted) }),
  fc.record({
    kind: fc.constant("react" as const),
    op,
    messageId,
    emoji: fc.record({ name: text, code: text, type: text }),
  }),
  fc.record({
    kind: fc.constant("tick" as const),
    op,
    messageId,
    of: fc.constantFrom("poll" as const, "tasks" as const),
    key: text,
  }),
  fc.record({ kind: fc.constant("delete-topic" as const), streamId, topic: text }),
);

const phases: readonly Phase[] = ["waiting", "sending", "maybe", "unsure", "answered", "failed"];

export const arbitraryIntent: fc.Arbitrary<Intent> = fc.record(
  {
    id: fc.uuid().map((id) => id as IntentId),
    createdAt: fc.nat(),
    wish,
    phase: fc.constantFrom(...phases),
    attempts: fc.nat(),
    knownBefore: fc.nat(),
    messageId,
    notBecame: messageIds,
    reason: text,
  },
  { requiredKeys: ["id", "createdAt", "wish", "phase", "attempts"] },
);
