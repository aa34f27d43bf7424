/** Compares a replica updated by events with a new register and fetched pages. */
import { get } from "#base/table.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Organization } from "#model/organization.ts";
import type { Person, Presence } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { plain, registered } from "../../support/replica.ts";
import { type Client, everything, type Past, pageNow, replicaNow } from "./client.ts";

type Entries<Key, Value = unknown> = readonly (readonly [Key, Value])[];

/** One side of a comparison as plain values: equal sides have equal JSON. */
export type Side = Omit<
  ReturnType<typeof registered>,
  "streams" | "archived" | "policies" | "organization"
> & {
  readonly streams: Entries<number, Stream>;
  readonly archived: Entries<number, Stream>;
  readonly policies: Entries<string>;
  readonly unread: Entries<
    string,
    { readonly ids: readonly number[]; readonly mentions: readonly number[] }
  >;
  readonly directs: Entries<string, { readonly newest: number }>;
  readonly presences: Entries<number, Presence>;
  readonly organization: Organization;
  readonly people: Entries<number, Pick<Person, "isActive"> & Partial<Person>>;
  /** The known messages of each loaded narrow. */
  readonly lists: Entries<string, readonly number[]>;
  /** All known messages, in order. */
  readonly messages: readonly Omit<Message, "senderName" | "isHistory">[];
};

export type Pair = Past & {
  readonly updated: Side;
  readonly fresh: Side;
  /** The replica updated by events. */
  readonly replica: Replica;
  /** Messages that the user can fetch now. */
  readonly readable: ReadonlySet<number>;
};

/** A client's replica, and what is needed to register with the same parameters. */
export type Known = Past & Pick<Client, "caller" | "registerOptions" | "replica">;

export async function pairOf(client: Known): Promise<Pair> {
  const { caller, replica, hasChangedRole, wasGuest, lost, closed, blurred, returned } = client;
  const { replica: now } = await replicaNow(client);
  const { messages } = await pageNow(caller);
  const history = replica.histories.get(narrowKey(everything));
  const known = (history?.ids ?? []).flatMap((id) => get(replica.messages, id) ?? []);
  const served = within(history, messages).map((message) => fromWireMessage(message));
  const lists = [...replica.histories.values()].filter(
    ({ narrow, epoch }) => epoch === replica.epoch && followed.has(narrow.kind),
  );
  return {
    replica,
    readable: new Set(messages.map(({ id }) => id)),
    hasChangedRole,
    wasGuest,
    lost,
    closed,
    blurred,
    returned,
    updated: sideOf(replica, known, lists.map(listOf)),
    fresh: sideOf(now, served, await Promise.all(lists.map((list) => listNow(caller, list)))),
  };
}

/** Narrows that events keep complete. */
const followed: ReadonlySet<Narrow["kind"]> = new Set([
  ...(["directs", "direct", "starred", "mentions", "sender"] as const),
]);

type List = Side["lists"][number];

function listOf({ narrow, ids }: History): List {
  return [narrowKey(narrow), ids];
}

async function listNow(caller: Client["caller"], history: History): Promise<List> {
  const { messages } = await pageNow(caller, history.narrow);
  return [narrowKey(history.narrow), within(history, messages).map(({ id }) => id)];
}

/** The messages in the interval that `history` claims to know. */
function within<One extends { readonly id: number }>(
  history: History | undefined,
  all: readonly One[],
): readonly One[] {
  const { ids = [], oldestKnown = false, newestKnown = false } = history ?? {};
  const from = oldestKnown ? 0 : (ids[0] ?? Number.POSITIVE_INFINITY);
  const to = newestKnown ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
  return all.filter(({ id }) => id >= from && id <= to);
}

function sideOf(replica: Replica, messages: readonly Message[], lists: readonly List[]): Side {
  // Names come from the table of users, not from the message.
  const nameless = messages.map(({ senderName: _, isHistory: __, ...message }) => message);
  const presences = plain(replica.presences);
  return { ...registered(replica), presences, lists, messages: plain(nameless) } as Side;
}

/** Every path at which the sides differ, with both values. */
export function differences({ updated, fresh }: Pair): readonly string[] {
  return [...between(updated, fresh, "")].map(
    ({ path, updated, fresh }) =>
      `${path}: events ${JSON.stringify(updated)}, a register ${JSON.stringify(fresh)}`,
  );
}

/** Every path at which two sides differ. */
export function changedPaths(before: Side, after: Side): readonly string[] {
  return [...between(before, after, "")].map(({ path }) => path);
}

type Difference = { readonly path: string; readonly updated: unknown; readonly fresh: unknown };

function* between(updated: unknown, fresh: unknown, path: string): Generator<Difference> {
  if (JSON.stringify(updated) === JSON.stringify(fresh)) return;
  const [a, b] = [partsOf(updated), partsOf(fresh)];
  if (a === undefined || b === undefined || a.size + b.size === 0) {
    yield { path, updated, fresh };
    return;
  }
  for (const key of new Set([...a.keys(), ...b.keys()]))
    yield* between(a.get(key), b.get(key), `${path}/${key}`);
}

/** The parts of an object, of a list of entries, or of a list of objects with IDs, by key; undefined if there are none. */
function partsOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const keyed = value.map((each) => (Array.isArray(each) ? each : [each?.id, each]));
  const isKeyed = keyed.every(([key]) => key !== undefined);
  return isKeyed ? new Map(keyed.map(([key, each]) => [key, each])) : undefined;
}
