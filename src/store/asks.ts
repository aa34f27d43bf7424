/** What the server is asked for because no event brings it: by what is open, by a key, or by what became doubtful. */
import { memoizeEach, memoizePer } from "#base/memoize.ts";
import { sorted } from "#base/sorted.ts";
import { get, values } from "#base/table.ts";
import type { Journal } from "#journal/journal.ts";
import { isHeardSince, isOpenToAnswers } from "#model/awaited.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import { ofConversations, type Snoozes } from "#model/local-state.ts";
import { narrowKey, type SearchNarrow } from "#model/narrow.ts";
import { mentionsEverybody } from "#model/permissions.ts";
import type { Realm, Replica } from "#model/replica.ts";
import { maxSubscriberFetches } from "#model/stream.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { composerEditor, recipientOf } from "./composer.ts";
import type { Dialog, InfoSubject, TopicPlace } from "./dialog.ts";
import type { List } from "./list.ts";
import { listOf, openList } from "./lists.ts";
import { type PictureRequest, pictureKey, viewedPicture } from "./pictures.ts";
import type { LoadRequest, Place, Screen, Sidebar } from "./screen.ts";
import type { ExplicitAsk, NearRows } from "./session.ts";
import type { State, Store } from "./state.ts";
import { changeSession } from "./store.ts";

export type Ask =
  | ExplicitAsk
  | { readonly kind: "person"; readonly id: UserId }
  | { readonly kind: "subscribers"; readonly id: StreamId }
  | { readonly kind: "topics"; readonly id: StreamId }
  | { readonly kind: "direct"; readonly id: ConversationKey }
  | { readonly kind: "open-ends"; readonly id: "all" }
  | { readonly kind: "answers"; readonly id: ConversationKey }
  /** Of the messages, joined by commas. */
  | { readonly kind: "reminded"; readonly id: string; readonly messages: readonly MessageId[] }
  | { readonly kind: "versions"; readonly id: MessageId }
  | { readonly kind: "readers"; readonly id: MessageId }
  | { readonly kind: "summary"; readonly id: ConversationKey; readonly topic: TopicPlace }
  /** By `pictureKey`. */
  | { readonly kind: "picture"; readonly id: string; readonly request: PictureRequest }
  | { readonly kind: "preview"; readonly id: string; readonly request: PictureRequest };

export type AskOf<Kind extends Ask["kind"]> = Extract<Ask, { readonly kind: Kind }>;

export function askKey(ask: Ask): string {
  switch (ask.kind) {
    case "people":
    case "streams":
      return ask.kind;
    case "address":
      return `address:${ask.email}`;
    case "day":
      return `day:${ask.at}:${narrowKey(ask.narrow)}`;
    case "search":
      return `search:${narrowKey(ask.search)}`;
    default:
      return `${ask.kind}:${ask.id}`;
  }
}

/** Of these, the last one replaces the one before. */
const onlyLast: ReadonlySet<Ask["kind"]> = new Set(["day", "search"]);

/** Ignored while the same is asked for. */
export function askFor(store: Store, ask: ExplicitAsk): void {
  const key = askKey(ask);
  changeSession(store, (session) => {
    if (session.asked.some((one) => askKey(one) === key)) return session;
    const others = session.asked.filter(({ kind }) => kind !== ask.kind || !onlyLast.has(kind));
    return { ...session, asked: [...others, ask] };
  });
}

/** Removes what was answered or refused. */
export function answered(store: Store, key: string): void {
  changeSession(store, (session) => ({
    ...session,
    asked: session.asked.filter((one) => askKey(one) !== key),
  }));
}

/** What another account's list searches for here. */
export function askedSearch({ session }: Pick<State, "session">): SearchNarrow | undefined {
  return session.asked.find((ask) => ask.kind === "search")?.search;
}

/** The same screen if it wants the same pages already. */
export function withOwnWants(screen: Screen, here: readonly LoadRequest[]): Screen {
  const { wants } = screen;
  return areSame(here, wants.here) ? screen : { ...screen, wants: { ...wants, here } };
}

export function areSame(one: readonly LoadRequest[], other: readonly LoadRequest[]): boolean {
  const isSame = (want: LoadRequest, at: number) =>
    want.side === other[at]?.side &&
    want.at === other[at].at &&
    narrowKey(want.narrow) === narrowKey(other[at].narrow);
  return one.length === other.length && one.every(isSame);
}

/** The topic whose messages the open menu counts. */
export function countedTopic({ dialog }: State["screen"]): TopicPlace | undefined {
  if (dialog?.kind !== "menu" || dialog.about.kind !== "delete-topic") return undefined;
  const { streamId, topic } = dialog.about;
  return { streamId, topic };
}

const none: readonly Ask[] = [];
const openEnds: readonly Ask[] = [{ kind: "open-ends", id: "all" }];
const noPictures: readonly PictureRequest[] = [];

/** By key; the same map while nothing else is asked for. */
export function asksIn({
  screen,
  replica,
  view,
  session,
  journal,
}: State): ReadonlyMap<string, Ask> {
  const { dialog, place, sidebar } = screen;
  return allOf(
    replica.realm,
    session.asked,
    topicsFor(replica.streams, place, sidebar.selected, sidebar.toggled),
    directsFor(replica.directs),
    answersFor(journal.snoozes, replica.newestAtRegister),
    place.kind === "waiting" ? openEnds : none,
    place.kind === "later" || place.kind === "inbox"
      ? remindedFor(replica.reminders, journal.snoozes, journal.intents, place.kind)
      : none,
    subscribersFor(replica.streams, dialog, place, openList(screen)?.cursor?.key),
    crowdFor(replica.streams, crowdedStream({ screen, view })),
    dialog === undefined ? none : detailsFor(dialog),
    picturesFor(screen.reading.pictures ?? noPictures, viewedPicture(screen)),
  );
}

const allOf = memoizePer(
  (_: Realm, ...lists: readonly (readonly Ask[])[]): ReadonlyMap<string, Ask> =>
    new Map(lists.flat().map((ask) => [askKey(ask), ask])),
);

/**
 * Up to this many streams, the topics of all are listed at the start: that is cheap, and every topic can then be found
 * by name.
 */
const fewStreams = 24;

/** Streams that the user opened in the pane or the sidebar, or all if there are few. */
const topicsFor = memoizePer(
  (
    streams: Replica["streams"],
    place: Place,
    selected: string | undefined,
    toggled: Sidebar["toggled"],
  ): readonly Ask[] => {
    const own = subscribed(streams);
    const open = new Set<StreamId>(own.length > fewStreams ? [] : own);
    if (place.kind === "topics") open.add(place.streamId);
    else if (place.kind === "narrow" && "streamId" in place.narrow) open.add(place.narrow.streamId);
    for (const key of [selected ?? "", ...toggled]) {
      const [, id] = /stream:(\d+)$/.exec(key) ?? [];
      if (id !== undefined) open.add(Number(id) as StreamId);
    }
    return [...open].map((id) => ({ kind: "topics", id }));
  },
);

/** Direct conversations of which a deletion may have left nothing; of many, some at a time. */
const directsFor = memoizeEach((directs: Replica["directs"]): readonly Ask[] =>
  [...directs]
    .filter(([, { mayBeEmpty }]) => mayBeEmpty)
    .slice(0, 10)
    .map(([id]) => ({ kind: "direct", id })),
);

/** Snoozed conversations in which somebody may have answered while there was no queue; of many, some at a time. */
const answersFor = memoizePer((snoozes: Snoozes, newestAtRegister: number): readonly Ask[] =>
  [...ofConversations(snoozes)]
    .filter(([, one]) => isOpenToAnswers(one) && !isHeardSince({ newestAtRegister }, one))
    .slice(0, 10)
    .map(([id]) => ({ kind: "answers", id })),
);

/** What the listed reminders are about: in the inbox those of this machine that are due. */
const remindedFor = memoizePer(
  (
    reminders: Replica["reminders"],
    snoozes: Snoozes,
    intents: Journal["intents"],
    place: "later" | "inbox",
  ): readonly Ask[] => {
    const here = [...snoozes.values()].flatMap(({ reminds, isDue }) =>
      reminds !== undefined && (isDue || place === "later") ? [reminds.messageId] : [],
    );
    const there = [...reminders.values()].map((one) => one.reminder_target_message_id);
    const open = [...intents.values()].flatMap(({ action }) =>
      action.kind === "remind-add" ? [action.messageId] : [],
    );
    const messages = sorted(place === "later" ? [...here, ...there, ...open] : here);
    return messages.length === 0 ? none : [{ kind: "reminded", id: messages.join(), messages }];
  },
);

const subscribed = memoizeEach((streams: Replica["streams"]): readonly StreamId[] =>
  [...values(streams)].flatMap(({ id, subscription }) => (subscription === undefined ? [] : [id])),
);

/** Streams whose subscribers are on the screen: on cards, in a form, and in the list of streams. */
const subscribersFor = memoizePer(
  (
    streams: Replica["streams"],
    dialog: Dialog | undefined,
    place: Place,
    cursor: string | undefined,
  ): readonly Ask[] =>
    streamsShown(streams, dialog, place, cursor).map((id) => ({ kind: "subscribers", id })),
);

/** The stream whose people the composer's text notifies all together. */
function crowdedStream(state: Pick<State, "screen" | "view">): StreamId | undefined {
  const isCrowd = mentionsEverybody(composerEditor(state.screen).text);
  const address = isCrowd ? recipientOf(state) : undefined;
  return address?.kind === "topic" ? address.streamId : undefined;
}

/** LEVEL(394): before it, servers do not say how many they are. */
const crowdFor = memoizePer(
  (streams: Replica["streams"], id: StreamId | undefined): readonly Ask[] =>
    id === undefined || get(streams, id)?.subscriberCount !== undefined
      ? none
      : [{ kind: "subscribers", id }],
);

function streamsShown(
  streams: Replica["streams"],
  dialog: Dialog | undefined,
  place: Place,
  cursor: string | undefined,
): readonly StreamId[] {
  if (dialog?.kind === "card")
    return dialog.about.kind === "stream" ? [dialog.about.id] : few(subscribed(streams));
  if (dialog?.kind === "form" && dialog.ref.name === "stream-people")
    return [dialog.ref.id as StreamId];
  if (place.kind !== "streams") return [];
  const all = few([...values(streams)].map(({ id }) => id));
  if (all.length > 0) return all;
  const [, id] = /^browse:(\d+)$/.exec(cursor ?? "") ?? [];
  return id === undefined ? [] : [Number(id) as StreamId];
}

/** None if there are too many to request each. */
function few(ids: readonly StreamId[]): readonly StreamId[] {
  return ids.length > maxSubscriberFetches ? [] : ids;
}

/** The user on the open card, or the message whose details are open. */
const detailsFor = memoizeEach((dialog: Dialog): readonly Ask[] => {
  if (dialog.kind === "card" && dialog.about.kind === "person")
    return [{ kind: "person", id: dialog.about.id }];
  if (dialog.kind !== "info") return none;
  if (dialog.about.kind === "summary") return summaryFor(dialog.about);
  if (dialog.about.kind !== "message") return none;
  const { id } = dialog.about;
  return [
    { kind: "readers", id },
    { kind: "versions", id },
  ];
});

function summaryFor({ by, content }: Extract<InfoSubject, { readonly kind: "summary" }>) {
  if (by.kind !== "server" || content !== undefined) return none;
  const { topic } = by;
  return [{ kind: "summary", id: topicKey(topic.streamId, topic.topic), topic }] as const;
}

/** The pictures on the screen. */
const picturesFor = memoizePer(
  (below: readonly PictureRequest[], viewed: PictureRequest | undefined): readonly Ask[] =>
    [...(viewed === undefined ? [] : [viewed]), ...below].map((request) => ({
      kind: request.isPreview ? "preview" : "picture",
      id: pictureKey(request),
      request,
    })),
);

/** Rows of conversations whose messages are asked for: the list, its cursor position, and the rows per screen. */
export type AskedRows = {
  readonly isInbox: boolean;
  /** Whether it is on the screen. */
  readonly isOpen: boolean;
  readonly order: NearRows["rows"];
  readonly at: number;
  readonly rows: number;
};

/**
 * The open list if its rows are conversations, else the inbox, which will be opened next; of an account that is not
 * shown, what another's list shows of it.
 */
export function rowsAsked({ screen, session }: State): AskedRows {
  const { place, terminal } = screen;
  const isOther = place.kind === "recent" || place.kind === "topics";
  const list = listOf(screen, isOther ? place : { kind: "inbox" });
  return rowsFor(list, session.near, isOther, isOther || place.kind === "inbox", terminal.rows);
}

const rowsFor = memoizePer(
  (
    { rows: order, cursor }: List,
    near: NearRows | undefined,
    isOther: boolean,
    isOpen: boolean,
    rows: number,
  ): AskedRows =>
    near === undefined
      ? { isInbox: !isOther, isOpen, order, rows, at: cursor?.at ?? 0 }
      : { ...near, isOpen: true, order: near.rows, rows },
);
