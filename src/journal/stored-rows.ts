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
import type {
  FolderChanges,
  LocalFolder,
  LocalView,
  Snooze,
  SnoozeKey,
} from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { draftId, messageId, streamId, userId } from "#wire/ids.ts";
import { actionKinds } from "./actions/table.ts";
import type { Action, Draft, Intent, IntentId, Phase } from "./intent.ts";
import type { SnoozeChanges, Step, StepLocation, ViewChanges } from "./journal.ts";

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

/** Older versions stored two of the phases under other names. */
const formerPhases: Readonly<Record<string, Phase>> = { maybe: "unconfirmed", unsure: "undecided" };
const phases = ["waiting", "sending", "unconfirmed", "undecided", "answered", "failed"] as const;
const phase = z.preprocess(
  (stored) => ownProperty(formerPhases, String(stored)) ?? stored,
  z.enum(phases),
);

const currentIntent = z.strictObject({
  id: z.string().transform((id) => id as IntentId),
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
}) satisfies z.ZodType<Intent>;

/** Older versions stored the action as `wish`. */
const intent = z.preprocess((stored) => {
  if (typeof stored !== "object" || stored === null || !("wish" in stored)) return stored;
  const { wish, ...rest } = stored;
  return { ...rest, action: wish };
}, currentIntent);

const draft = z.strictObject({
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
});

/** Undefined if this version cannot read it. */
export function intentFrom(json: string): Intent | undefined {
  return decoded(intent, json);
}

/** Undefined if this version cannot read it. */
export function draftFrom(json: string): Draft | undefined {
  const read = decoded(draft, json);
  if (read === undefined) return undefined;
  return draftOf(read);
}

function draftOf({ address: to, shared, ...text }: z.output<typeof draft>): Draft {
  return { address: to, ...text, ...(shared && { shared: { realm: undefined, ...shared } }) };
}

const snooze = z.strictObject({
  conversation: address,
  until: z.number(),
  newest: z.number(),
  stays: z.exactOptional(z.enum(["draft", "answer"])),
  asked: z.exactOptional(messageId),
  reminds: z.exactOptional(z.strictObject({ messageId, note: z.exactOptional(z.string()) })),
  awaits: z.exactOptional(z.strictObject({ userId, answer: z.exactOptional(messageId) })),
  unlessAnswered: z.exactOptional(z.literal(true)),
});

/** Undefined if this version cannot read it. Whether it is due depends on the clock. */
export function snoozeFrom(json: string): Snooze | undefined {
  const read = decoded(snooze, json);
  return read && snoozeOf(read);
}

function snoozeOf(read: z.output<typeof snooze>): Snooze {
  return { ...read, isDue: read.stays !== undefined };
}

function snoozeRow({ isDue: _, ...row }: Snooze): z.input<typeof snooze> {
  return row;
}

export function storedSnooze(one: Snooze): string {
  return JSON.stringify(snoozeRow(one));
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

const snoozeChanges = z.array(z.tuple([z.string(), snooze.nullable()]));
const dismissalChanges = z.array(z.tuple([messageId, z.boolean()]));
const viewChanges = z.array(z.tuple([z.string(), localView.nullable()]));
const folderChanges = z.array(z.tuple([z.string(), localFolder.nullable()]));
const groupedRow = z.strictObject({
  key: z.string(),
  section: z.string(),
  group: z.exactOptional(z.string()),
  size: z.exactOptional(z.number()),
  stoodFor: z.exactOptional(z.union([address, action])),
});
const stepLocation = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("conversation"), address }),
  z.strictObject({
    kind: z.literal("list"),
    list: z.string(),
    filter: z.string(),
    rows: z.array(
      z.strictObject({
        row: groupedRow,
        before: z.exactOptional(z.string()),
        after: z.exactOptional(z.string()),
      }),
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
  intents: z.array(z.string()),
  drafts: z.exactOptional(z.array(z.tuple([z.string(), draft]))),
  snoozes: z.exactOptional(z.strictObject({ before: snoozeChanges, after: snoozeChanges })),
  dismissals: z.exactOptional(
    z.strictObject({ before: dismissalChanges, after: dismissalChanges }),
  ),
  views: z.exactOptional(z.strictObject({ before: viewChanges, after: viewChanges })),
  folders: z.exactOptional(z.strictObject({ before: folderChanges, after: folderChanges })),
  location: z.exactOptional(stepLocation),
  at: z.number(),
  together: z.exactOptional(z.string()),
  undoneAt: z.exactOptional(z.number()),
  marksDone: z.exactOptional(z.literal(true)),
  turns: z.exactOptional(z.int()),
  rule: z.exactOptional(z.string()),
});

/** Undefined if this version cannot read it, or if it was removed. */
export function stepFrom(json: string): Step | undefined {
  const read = json === "" ? undefined : decoded(step, json);
  if (read === undefined) return undefined;
  const { drafts, snoozes, dismissals, views, folders, location, intents, ...rest } = read;
  return {
    ...rest,
    intents: intents as IntentId[],
    ...(drafts && { drafts: new Map(drafts.map(([key, one]) => [key, draftOf(one)])) }),
    ...(snoozes && {
      snoozes: { before: snoozesOf(snoozes.before), after: snoozesOf(snoozes.after) },
    }),
    ...(dismissals && {
      dismissals: { before: new Map(dismissals.before), after: new Map(dismissals.after) },
    }),
    ...(views && { views: { before: rowsOf(views.before), after: rowsOf(views.after) } }),
    ...(folders && { folders: { before: rowsOf(folders.before), after: rowsOf(folders.after) } }),
    location: location && locationOf(location),
  };
}

function snoozesOf(stored: z.output<typeof snoozeChanges>): SnoozeChanges {
  return new Map(
    stored.map(([key, one]) => [key as SnoozeKey, one === null ? undefined : snoozeOf(one)]),
  );
}

/** JSON cannot represent undefined: a row that is removed is null. */
function rowsOf<Row>(
  stored: readonly (readonly [key: string, row: Row | null])[],
): ReadonlyMap<string, Row | undefined> {
  return new Map(stored.map(([key, one]) => [key, one ?? undefined]));
}

function locationOf(location: z.output<typeof stepLocation>): StepLocation {
  if (location.kind === "conversation") return location;
  // JSON cannot represent undefined: the first row has none before it.
  const rows = location.rows.map(({ row, before, after }) => ({ row, before, after }));
  return { ...location, rows };
}

export function storedStep(step: Step): string {
  const { drafts, snoozes, dismissals, views, folders, ...rest } = step;
  const changes = (all: SnoozeChanges) =>
    [...all].map(([key, one]) => [key, one === undefined ? null : snoozeRow(one)]);
  const rows = (all: ViewChanges | FolderChanges) =>
    [...all].map(([key, one]) => [key, one ?? null]);
  return JSON.stringify({
    ...rest,
    ...(views && { views: { before: rows(views.before), after: rows(views.after) } }),
    ...(folders && { folders: { before: rows(folders.before), after: rows(folders.after) } }),
    ...(drafts && { drafts: [...drafts] }),
    ...(snoozes && { snoozes: { before: changes(snoozes.before), after: changes(snoozes.after) } }),
    ...(dismissals && {
      dismissals: { before: [...dismissals.before], after: [...dismissals.after] },
    }),
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
