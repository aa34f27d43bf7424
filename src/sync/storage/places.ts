/**
 * Persists what the next start shows before the server responds: the open place, the recipient, searches, what plain mode
 * says, which sections are folded, and names.
 */

import { lookAt } from "#base/clock.ts";
import { fieldsOf } from "#base/fields.ts";
import { get } from "#base/table.ts";
import { hourOn } from "#base/time.ts";
import type { Address } from "#journal/intent.ts";
import type { CachedNames } from "#journal/stored-rows.ts";
import type { Narrow } from "#model/narrow.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import { listPlaceOf } from "#store/list-places.ts";
import { placeOf } from "#store/lists.ts";
import type { Place, Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { narrow as narrowTerms } from "#wire/narrow.ts";
import type { StoringContext } from "./disk-writes.ts";
import { type KeyTimes, startHere } from "./here.ts";
import { startTypedTexts, textsIn } from "./typed-texts.ts";

const storePauseMs = 500;
const storedParts: readonly Part[] = [
  parts.place,
  ({ screen }) => screen.composing,
  ({ screen }) => screen.kept.searches,
  ({ screen }) => screen.reading.spoken,
  ({ screen }) => screen.sidebar.toggled,
];

/** Returns a function that stores the latest places immediately. */
export function startPlaces(context: StoringContext, attention: KeyTimes): () => void {
  const { store, idle, clock, storage, disk } = context;
  const flushHere = startHere(context, attention);
  const flushTexts = startTypedTexts(context);
  let cancel = () => {};
  let pending = false;

  const flush = () => {
    cancel();
    if (!pending) return;
    pending = false;
    const { place, composing, kept, reading, sidebar } = store.getState().screen;
    const { searches = [] } = kept;
    const { spoken } = reading;
    void disk.write("place", () => storage.putValue("place", place));
    void disk.write("address", () => storage.putValue("address", composing.address ?? null));
    void disk.write("searches", () => storage.putValue("searches", searches));
    void disk.write("folded", () => storage.putValue("folded", sectionsAmong(sidebar.toggled)));
    if (spoken !== undefined) void disk.write("spoken", () => storage.putValue("spoken", spoken));
  };
  const followDay = () => {
    const now = clock.now();
    const today = 1_000 * hourOn(now / 1_000, 0, 0);
    changeScreen(store, (screen) =>
      today === screen.triage.today ? screen : { ...screen, triage: { ...screen.triage, today } },
    );
    lookAt(clock, 1_000 * hourOn(now / 1_000, 1, 0), followDay);
  };
  followDay();
  follow(store, storedParts, () => {
    pending = true;
    cancel();
    cancel = idle.after(storePauseMs, flush);
  });
  return () => {
    flush();
    flushHere();
    flushTexts();
  };
}

/** The screen restored from an earlier run, as far as its data can be read. */
export function placed(screen: Screen, values: ReadonlyMap<string, unknown>): Screen {
  const place = storedPlace(values.get("place"));
  const address = narrowOf(values.get("address"));
  return {
    ...screen,
    place: place ?? screen.place,
    composing: isAddress(address) ? { kind: "new", address } : screen.composing,
    kept: { ...screen.kept, searches: textsOf(values.get("searches")), texts: textsIn(values) },
    reading: { ...screen.reading, ...spokenIn(values.get("spoken")) },
    sidebar: {
      ...screen.sidebar,
      toggled: new Set(sectionsAmong(textsOf(values.get("folded")))),
    },
  };
}

/** Sections that are folded, in the sidebar and in lists; which topics of a stream are shown is for one run. */
function sectionsAmong(toggled: Iterable<string>): readonly string[] {
  return [...toggled].filter((key) => !/^more:|stream:\d+$/.test(key));
}

function spokenIn(value: unknown): Pick<Screen["reading"], "spoken"> {
  return value === "all" || value === "mine" || value === "quiet" ? { spoken: value } : {};
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

type Fields = ReturnType<typeof fieldsOf>;

function storedPlace(value: unknown): Place | undefined {
  const fields = fieldsOf(value);
  const list = listPlaceOf(fields);
  if (list !== undefined) return list;
  const { kind } = fields;
  const narrow =
    kind === "narrow" || kind === "search" ? narrowOf(fields["narrow"] ?? value) : undefined;
  return narrow && placeOf(narrow);
}

function isAddress(narrow: Narrow | undefined): narrow is Address {
  return narrow?.kind === "topic" || narrow?.kind === "direct";
}

/** Each kind of narrow with validation of its fields. */
const isRight: Readonly<Record<Narrow["kind"], (fields: Fields) => boolean>> = {
  topic: ({ streamId, topic }) => Number.isInteger(streamId) && typeof topic === "string",
  direct: ({ userIds }) => Array.isArray(userIds) && userIds.every(Number.isInteger),
  stream: ({ streamId }) => Number.isInteger(streamId),
  sender: ({ userId }) => Number.isInteger(userId),
  search: ({ text, terms }) => typeof text === "string" && isTerms(terms),
  all: () => true,
  mentions: () => true,
  starred: () => true,
  directs: () => true,
};

function isTerms(terms: unknown): boolean {
  const read = narrowTerms.safeParse(terms);
  return read.success && !read.data.some(Array.isArray);
}

function narrowOf(value: unknown): Narrow | undefined {
  const fields = fieldsOf(value);
  const kind = fields["kind"];
  const hasKind = typeof kind === "string" && Object.hasOwn(isRight, kind);
  // Validated field by field; branded ids exist only at compile time.
  return hasKind && isRight[kind as Narrow["kind"]](fields) ? (value as Narrow) : undefined;
}

const newestSentRow = "newest sent";
/** What belongs to texts that were not sent, rather than to what was seen. */
export const placesOfUnsent: readonly string[] = [newestSentRow];

/**
 * Persists the highest ID of a message that a send became. A register answer does not count messages to streams that the
 * user is not subscribed to: without this, a send whose response was lost could be taken for an equal message from before
 * a restart, and never be sent.
 */
export function startNewestSent({ store, storage, disk }: StoringContext): void {
  let written = store.getState().session.newestSent;
  follow(store, [parts.intents, ({ session }) => session.newestSent], ({ journal, session }) => {
    const ids = [...journal.intents.values()].map(({ messageId }) => messageId ?? 0);
    const newest = Math.max(session.newestSent, ...ids);
    if (newest === written) return;
    written = newest;
    changeSession(store, (before) => ({ ...before, newestSent: newest }));
    void disk.write(newestSentRow, () => storage.putValue(newestSentRow, newest));
  });
}

/** From an earlier run; 0 if there is none. */
export function newestSentIn(values: ReadonlyMap<string, unknown>): number {
  const newest = values.get(newestSentRow);
  return typeof newest === "number" && Number.isInteger(newest) ? newest : 0;
}

export const namesRow = "names";

/**
 * Caches the names of the streams and people in drafts, unsent messages and the open place, so that a start without the
 * server can show them. The first register replaces them.
 */
export function startNameCache({ store, idle, storage, disk }: StoringContext): void {
  let written = "";
  let isPlanned = false;
  const write = () => {
    isPlanned = false;
    const names = namesIn(store.getState());
    const text = JSON.stringify(names);
    if (text === written) return;
    written = text;
    void disk.write(namesRow, () => storage.putValue(namesRow, names));
  };
  const names: readonly Part[] = [
    ({ replica }) => replica.streams,
    ({ replica }) => replica.people,
  ];
  const users: readonly Part[] = [
    parts.drafts,
    parts.intents,
    parts.place,
    ({ screen }) => screen.composing,
  ];
  follow(store, [...names, ...users], ({ replica }) => {
    if (replica.epoch === 0 || isPlanned) return;
    isPlanned = true;
    idle.after(storePauseMs, write);
  });
}

function namesIn(state: State): CachedNames {
  const { streams, people, ownId } = state.replica;
  const addresses = addressesIn(state);
  const streamIds = addresses.flatMap((to) => (to.kind === "topic" ? [to.streamId] : []));
  const userIds = addresses.flatMap((to) => (to.kind === "direct" ? to.userIds : []));
  return {
    ownId,
    streams: [...new Set(streamIds)].flatMap((id) => {
      const stream = get(streams, id);
      if (stream === undefined) return [];
      const { name, isPrivate, isWebPublic, subscription } = stream;
      return [{ id, name, isPrivate, isWebPublic, colour: subscription?.colour ?? null }];
    }),
    people: [...new Set(userIds)].flatMap((id) => {
      const person = get(people, id);
      return person === undefined ? [] : [{ id, name: person.name }];
    }),
  };
}

function addressesIn({ journal, screen }: State): readonly Address[] {
  const { place, composing } = screen;
  const open = place.kind === "narrow" ? place.narrow : undefined;
  return [
    ...[...journal.drafts.values()].map((draft) => draft.address),
    ...[...journal.intents.values()].map(({ action }) =>
      "address" in action ? action.address : undefined,
    ),
    composing.address,
    open?.kind === "topic" || open?.kind === "direct" ? open : undefined,
  ].filter((to) => to !== undefined);
}
