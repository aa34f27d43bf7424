/**
 * Intents, drafts, snoozes, views, folders, steps and cached names as persisted: JSON that is validated when read.
 *
 * The schemas are strict. A row with a value or field unknown to this version means something that it cannot execute:
 * it is left to the version that wrote it.
 */
import * as z from "zod";
import { ownProperty } from "#base/own-property.ts";
import { tableOf } from "#base/table.ts";
import { address } from "#journal/actions/action-kind.ts";
import { fromWirePerson, fromWireStream, fromWireSubscription } from "#model/from-wire.ts";
import type { LocalFolder, LocalView, Snooze, SnoozeKey } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { draftId, messageId, streamId, userId } from "#wire/ids.ts";
import { actionKinds } from "./actions/table.ts";
import type { Action, Draft, Intent, IntentId, Phase } from "./intent.ts";
import type { GroupedRow, Step } from "./journal.ts";
import { storedProposal } from "./proposals.ts";

const storedActions: Readonly<Record<string, z.ZodType<Action>>> = Object.fromEntries(
  Object.entries(actionKinds).map(([kind, { stored }]) => [kind, stored]),
);

/** By its kind: a union would try all of them. */
const action = z.unknown().transform((stored, context): Action => {
  const kind = typeof stored === "object" && stored !== null && "kind" in stored && stored.kind;
  const read = ownProperty(storedActions, String(kind))?.safeParse(stored);
  if (read?.success === true) return read.data;
  context.addIssue("This version has no such action.");
  return z.NEVER;
});

/** Fields that the schema lacks make it reject the whole row, so none is left out, optional ones neither. */
type Fields<Row> = Readonly<Record<keyof Row, z.ZodType>>;

/** Older versions stored two of the phases under other names. */
const formerPhases: Readonly<Record<string, Phase>> = { maybe: "unconfirmed", unsure: "undecided" };
const phases = ["waiting", "sending", "unconfirmed", "undecided", "answered", "failed"] as const;
const phase = z.preprocess(
  (stored) => ownProperty(formerPhases, String(stored)) ?? stored,
  z.enum(phases),
);

const intentId = z.string().transform((id) => id as IntentId);

const currentIntent = z.strictObject({
  id: intentId,
  createdAt: z.number(),
  action,
  once: z.exactOptional(z.literal(true)),
  phase,
  heldUntil: z.exactOptional(z.number()),
  attempts: z.int(),
  knownBefore: z.exactOptional(z.number()),
  messageId: z.exactOptional(messageId),
  notBecame: z.exactOptional(z.array(messageId)),
  reason: z.exactOptional(z.string()),
} satisfies Fields<Intent>) satisfies z.ZodType<Intent>;

/** Older versions stored the action as `wish`. */
const intent = z.preprocess((stored) => {
  if (typeof stored !== "object" || stored === null || !("wish" in stored)) return stored;
  const { wish, ...rest } = stored;
  return { ...rest, action: wish };
}, currentIntent);

const draft = z
  .strictObject({
    // JSON cannot represent undefined: not addressed yet.
    address: z.exactOptional(address),
    text: z.string(),
    updatedAt: z.number(),
    shared: z.exactOptional(
      z.strictObject({
        id: z.exactOptional(draftId),
        text: z.string(),
        realm: z.exactOptional(z.number()),
        unanswered: z.exactOptional(z.array(z.string())),
        elsewhere: z.exactOptional(z.string()),
      }),
    ),
    was: z.exactOptional(z.string()),
  })
  .transform(
    ({ address: to, shared, ...text }): Draft => ({
      address: to,
      ...text,
      ...(shared && { shared: { realm: undefined, ...shared } }),
    }),
  );

/** Undefined if this version cannot read it. */
export function intentFrom(json: string): Intent | undefined {
  return decoded(intent, json);
}

/** Undefined if this version cannot read it. */
export function draftFrom(json: string): Draft | undefined {
  return decoded(draft, json);
}

const snoozeKey = z.string().transform((key) => key as SnoozeKey);
const snooze = z
  .strictObject({
    conversation: address,
    until: z.number(),
    newest: z.number(),
    stays: z.exactOptional(z.enum(["draft", "answer"])),
    asked: z.exactOptional(messageId),
    reminds: z.exactOptional(z.strictObject({ messageId, note: z.exactOptional(z.string()) })),
    awaits: z.exactOptional(z.strictObject({ userId, answer: z.exactOptional(messageId) })),
    unlessAnswered: z.exactOptional(z.literal(true)),
  })
  // Whether it is due depends on the clock.
  .transform((read): Snooze => ({ ...read, isDue: read.stays !== undefined }));

/** Undefined if this version cannot read it. */
export function snoozeFrom(json: string): Snooze | undefined {
  return decoded(snooze, json);
}

export function storedSnooze(snoozed: Snooze): string {
  return encoded(snoozed);
}

const localView = z.strictObject({
  own: z.exactOptional(z.strictObject({ name: z.string(), isPinned: z.boolean() })),
  position: z.exactOptional(z.number()),
});

/** What the disk has of a view; undefined if this version cannot read it, or if it was removed. */
export function viewFrom(stored: unknown): LocalView | undefined {
  return localView.safeParse(stored).data;
}

const localFolder = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("folder"), name: z.string(), position: z.number() }),
  z.strictObject({ kind: z.literal("stream"), folder: z.string() }),
]);

/** What the disk has of a folder, or of a stream in one; undefined as for views. */
export function folderFrom(stored: unknown): LocalFolder | undefined {
  return localFolder.safeParse(stored).data;
}

/** What a step changed on this machine, in both directions. Null: the row is removed. */
function localStep<Key extends z.ZodType, Row extends z.ZodType>(key: Key, row: Row) {
  const changes = z
    .array(z.tuple([key, row.nullable()]))
    .transform((all) => new Map(all.map(([name, one]) => [name, one ?? undefined])));
  return z.exactOptional(z.strictObject({ before: changes, after: changes }));
}

/** Older versions stored false for what waits again. */
const dismissal = z.boolean().transform((isDismissed) => isDismissed || undefined);

const groupedRow = z.strictObject({
  key: z.string(),
  section: z.string(),
  part: z.exactOptional(z.string()),
  group: z.exactOptional(z.string()),
  size: z.exactOptional(z.number()),
  stoodFor: z.exactOptional(z.union([address, action])),
  name: z.exactOptional(z.string()),
  neededYou: z.exactOptional(z.literal(true)),
} satisfies Fields<GroupedRow>);
const stepLocation = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("conversation"), address }),
  z.strictObject({
    kind: z.literal("list"),
    list: z.string(),
    filter: z.string(),
    rows: z.array(
      z
        .strictObject({
          row: groupedRow,
          before: z.exactOptional(z.string()),
          after: z.exactOptional(z.string()),
        })
        // JSON cannot represent undefined: the first row has none before it.
        .transform(({ row, before, after }) => ({ row, before, after })),
    ),
    stays: z.exactOptional(z.literal(true)),
    reading: z.exactOptional(address),
  }),
]);
const step = z.strictObject({
  id: z.string(),
  sentence: z.string(),
  done: z.array(action),
  inverse: z.array(action),
  intents: z.array(intentId),
  drafts: z.exactOptional(z.array(z.tuple([z.string(), draft])).transform((all) => new Map(all))),
  snoozes: localStep(snoozeKey, snooze),
  dismissals: localStep(messageId, dismissal),
  views: localStep(z.string(), localView),
  folders: localStep(z.string(), localFolder),
  proposals: localStep(intentId, storedProposal),
  location: z.exactOptional(stepLocation),
  at: z.number(),
  together: z.exactOptional(z.string()),
  undoneAt: z.exactOptional(z.number()),
  marksDone: z.exactOptional(z.literal(true)),
  turns: z.exactOptional(z.int()),
  rule: z.exactOptional(z.string()),
} satisfies Fields<Step>);

/** Undefined if this version cannot read it, or if it was removed. */
export function stepFrom(json: string): Step | undefined {
  return json === "" ? undefined : decoded(step, json);
}

export function storedStep(taken: Step): string {
  return encoded(taken);
}

/** As the schemas read it: maps as lists of their entries, without what depends on the clock. */
function encoded(row: Step | Snooze): string {
  return JSON.stringify(row, (name, value) => {
    if (name === "isDue") return undefined;
    return value instanceof Map ? [...value] : value;
  });
}

function decoded<T>(schema: z.ZodType<T>, json: string): T | undefined {
  try {
    // Rows are few and small: compiling a function for them takes longer than reading them without one.
    return schema.safeParse(JSON.parse(json), { jitless: true }).data;
  } catch {
    return undefined;
  }
}

const cachedStream = z.strictObject({
  id: streamId,
  name: z.string(),
  isPrivate: z.boolean(),
  isWebPublic: z.boolean(),
  /** Null: the user is not subscribed. */
  colour: z.string().nullable(),
});
const cachedPerson = z.strictObject({ id: userId, name: z.string() });
const cachedNames = z.strictObject({
  ownId: userId,
  streams: z.array(cachedStream),
  people: z.array(cachedPerson),
});

export type CachedNames = z.infer<typeof cachedNames>;

/** The empty replica with the names that an earlier run stored, if they can be read. */
export function withCachedNames(replica: Replica, stored: unknown): Replica {
  const read = cachedNames.safeParse(stored);
  if (!read.success || replica.epoch > 0) return replica;
  const { ownId, streams, people } = read.data;
  return {
    ...replica,
    ownId,
    streams: tableOf(streams.map(streamFrom), ({ id }) => id),
    people: tableOf(
      people.map(({ id, name }) => fromWirePerson({ user_id: id, full_name: name, email: "" })),
      ({ id }) => id,
    ),
  };
}

function streamFrom({ id, name, isPrivate, isWebPublic, colour }: z.infer<typeof cachedStream>) {
  const stream = {
    stream_id: id,
    name,
    description: "",
    invite_only: isPrivate,
    is_web_public: isWebPublic,
    history_public_to_subscribers: true,
  };
  return colour === null
    ? fromWireStream(stream)
    : fromWireSubscription({ ...stream, color: colour });
}
