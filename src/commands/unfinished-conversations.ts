/**
 * Conversations that the sidebar lists though nothing in them is unread: those with a send that needs a decision, and
 * those with a draft, which may be about a topic that does not exist yet.
 */
import { memoizeLast, sameList } from "#base/memoize-last.ts";
import { isEditKey } from "#journal/drafts.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { DirectRow, TopicRow } from "#model/select/sidebar.ts";
import type { UndecidedSends } from "#model/undecided.ts";
import { streamOfKey } from "#model/unreads.ts";
import { writtenDrafts } from "#store/drafts.ts";
import type { State } from "#store/state.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";

type Conversations = ReadonlyMap<ConversationKey, Conversation>;

export type Unfinished = {
  readonly undecided: UndecidedSends;
  /** The same map while the drafts are of the same conversations: their texts change while somebody types. */
  readonly drafted: Conversations;
};

const noMessage = 0 as MessageId;

const unfinishedOf = memoizeLast(
  (undecided: UndecidedSends, drafted: Conversations): Unfinished => ({ undecided, drafted }),
);
const draftedIn = draftedReader();

/** The same object while nothing in it changed. */
export function unfinishedConversations({
  view,
  journal,
}: Pick<State, "view" | "journal">): Unfinished {
  return unfinishedOf(view.undecided, draftedIn(journal));
}

function draftedReader(): (journal: State["journal"]) => Conversations {
  let keys: readonly string[] = [];
  let drafted: Conversations = new Map();
  return (journal) => {
    const found = new Map<ConversationKey, Conversation>();
    // The text of an edit belongs to its message.
    for (const [key, { address }] of writtenDrafts(journal))
      if (address !== undefined && !isEditKey(key)) found.set(conversationKey(address), address);
    const now = [...found.keys()].sort();
    if (sameList(keys, now) === keys) return drafted;
    [keys, drafted] = [now, found];
    return drafted;
  };
}

export function isUnfinished({ undecided, drafted }: Unfinished, key: ConversationKey): boolean {
  return undecided.has(key) || drafted.has(key);
}

/** All direct conversations; first those that are listed for this reason only. */
export function withUnfinishedDirects(
  directs: readonly DirectRow[],
  unfinished: Unfinished,
  { ownId }: Replica,
): readonly DirectRow[] {
  if (unfinished.undecided.size === 0 && unfinished.drafted.size === 0) return directs;
  const known = new Set(directs.map(({ key }) => key));
  const added = [...conversationsIn(unfinished)].flatMap(
    ([key, conversation]): readonly DirectRow[] => {
      if (conversation.kind !== "direct" || known.has(key)) return [];
      const { userIds } = conversation;
      return [{ key, userIds, others: others(userIds, ownId), newest: noMessage, unread: 0 }];
    },
  );
  return added.length === 0 ? directs : [...added, ...directs];
}

/** Undecided sends first. */
function conversationsIn({ undecided, drafted }: Unfinished): Conversations {
  const sends = [...undecided].map(([key, { conversation }]) => [key, conversation] as const);
  return new Map([...sends, ...drafted]);
}

/** The stream's topics of that kind; `known` is called only if there are any. */
export function unfinishedTopics(
  unfinished: Unfinished,
  kind: keyof Unfinished,
  of: StreamId,
  known: () => readonly TopicRow[],
): readonly TopicRow[] {
  const own = [...unfinished[kind].keys()].filter((key) => streamOfKey(key) === of);
  if (own.length === 0) return [];
  const all = conversationsIn(unfinished);
  const rows = new Map(known().map((row) => [row.key, row]));
  return own.flatMap((key) => {
    const conversation = all.get(key);
    if (conversation?.kind !== "topic") return [];
    const { streamId, topic: name } = conversation;
    const unheard = { unread: 0, mentions: 0, policy: 0, muted: false, resolved: false } as const;
    return [rows.get(key) ?? { key, streamId, name, newest: noMessage, ...unheard }];
  });
}
