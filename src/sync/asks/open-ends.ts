/**
 * Fetches what decides what is open (`model/open-ends`): the newest mentions, direct messages and messages of the user's
 * own, those that name them, and then the ends of the topics in which something seems open.
 */
import { type Batch, get, values } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage, onDeleteMessage } from "#model/messages.ts";
import type { Narrow } from "#model/narrow.ts";
import { ownGivenName } from "#model/open-ends/called.ts";
import { seeminglyOpen, withHeard } from "#model/open-ends/open-ends.ts";
import { exchangesIn } from "#model/open-ends/rules.ts";
import type { Replica } from "#model/replica.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

type Fetching = {
  readonly context: Parameters<typeof fetchMessages>[0];
  readonly replica: () => Replica;
  readonly change: (change: (replica: Replica, batch: Batch) => Replica) => void;
  /** How many of each kind, and how many topics. */
  readonly most: OpenEndsLimits;
};

export type OpenEndsLimits = { readonly messages: number; readonly topics: number };

export const openEndsLimits: OpenEndsLimits = { messages: 500, topics: 50 };
/** Where the line is slow. */
export const openEndsIfLean: OpenEndsLimits = { messages: 50, topics: 10 };

/** What came before the first open message of a topic may be what it goes on with. */
const before = 20;
const after = 500;

/** Answers whether that was all there is. What can be judged then is `isHeard`. */
export async function fetchOpenEnds(fetching: Fetching): Promise<boolean> {
  const { context, replica, most } = fetching;
  const { ownId } = replica();
  const level = context.connection().level();
  const name = ownGivenName(replica());
  const narrows: readonly Narrow[] = [
    { kind: "mentions" },
    { kind: "directs" },
    { kind: "sender", userId: ownId },
  ];
  const terms = narrows.map((narrow) => termsOf(narrow, ownId, level));
  const named: NarrowTerm[] = [{ operator: "search", operand: name }];
  const pages = await Promise.all(
    [...terms, ...(name === "" ? [] : [named])].map((narrow) =>
      fetchInto(fetching, { narrow, anchor: "newest", num_before: most.messages, num_after: 0 }),
    ),
  );
  const [, directs = { from: 0 }] = pages;
  const ofDirects = [...values(replica().messages)].filter(
    ({ streamId, id }) => streamId === undefined && id >= directs.from,
  );
  const heard = new Map<ConversationKey, number>();
  hear(fetching, heard, ofDirects);
  const topics = topicsToAsk(replica());
  const asked = topics.slice(0, most.topics);
  await Promise.all(
    asked.map(async (first) => {
      const narrow = conversationOfMessage(first);
      const { conversation, id } = first;
      const of = { narrow: termsOf(narrow, ownId, level) };
      const next = { ...of, anchor: id, num_before: before, num_after: after };
      if ((await fetchInto(fetching, next)).isEnd) {
        hear(fetching, heard, [first]);
        return;
      }
      // Where more was said since, what is old is not judged, but what is at the end.
      const end = { ...of, anchor: "newest", num_before: after, num_after: 0 } as const;
      const { from } = await fetchInto(fetching, end);
      hear(fetching, heard, [{ conversation, id: from }]);
    }),
  );
  withoutGone(fetching, heard);
  fetching.change((now) => ({ ...now, openEnds: { ...now.openEnds, epoch: now.epoch } }));
  return topics.length === asked.length && pages.slice(0, 3).every(({ isAll }) => isAll);
}

type Page = Parameters<typeof fetchMessages>[1];

/** From these on, the conversations are known. */
function hear(
  { change }: Fetching,
  heard: Map<ConversationKey, number>,
  firsts: readonly { readonly conversation: ConversationKey; readonly id: number }[],
): void {
  for (const { conversation, id } of firsts)
    heard.set(conversation, Math.min(id, heard.get(conversation) ?? id));
  change((replica) => withHeard(replica, heard));
}

async function fetchInto(
  { context, replica, change }: Fetching,
  page: Page,
): Promise<{ readonly isAll: boolean; readonly isEnd: boolean; readonly from: number }> {
  const asked = requestedNow(replica());
  const { answer, messages } = await fetchMessages(context, page, { priority: "background" });
  change((now, batch) => mergeMessages(now, messages, asked, batch));
  const isAll = answer.found_oldest === true;
  const first = messages.reduce((least, { id }) => Math.min(least, id), Infinity);
  return { isAll, isEnd: answer.found_newest !== false, from: isAll ? 0 : first };
}

/** The first message from which on the topic is to be known, of each; the newest first. */
function topicsToAsk(replica: Replica): readonly Message[] {
  const ends = seeminglyOpen(replica).flatMap(({ ids }) =>
    ids.slice(0, 1).flatMap((id) => get(replica.messages, id) ?? []),
  );
  const firsts = new Map<ConversationKey, Message>();
  for (const message of [...ends, ...exchangesIn(values(replica.messages), replica)]) {
    const { conversation, streamId, id } = message;
    const first = firsts.get(conversation);
    if (streamId !== undefined && (first === undefined || id < first.id))
      firsts.set(conversation, message);
  }
  return [...firsts.values()].sort((one, other) => other.id - one.id);
}

/** Removes what earlier runs have seen and the server does not have any more. */
function withoutGone(
  { replica, change }: Fetching,
  heard: ReadonlyMap<ConversationKey, number>,
): void {
  const now = replica();
  const gone = seeminglyOpen(now).flatMap(({ ids, conversation }) =>
    ids.filter(
      (id) =>
        get(now.carriedOver, id) === true &&
        id >= (heard.get(conversation) ?? Number.POSITIVE_INFINITY),
    ),
  );
  if (gone.length > 0) change((now, batch) => withoutMessages(now, gone, batch));
}

function withoutMessages(replica: Replica, ids: readonly MessageId[], batch: Batch): Replica {
  const type = "delete_message";
  return onDeleteMessage(replica, { type, id: replica.lastEvent, message_ids: [...ids] }, batch);
}
