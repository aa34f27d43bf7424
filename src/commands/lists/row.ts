/** What a row of a list says, as a value without a style: the screen draws it, and plain mode reads it out. */

import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, firstUnreadOf, type presenceOf } from "#model/select/conversations.ts";
import type { Stream } from "#model/stream.ts";
import { chosenRows, selectedRow } from "#store/list.ts";
import { openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import type { GlyphName } from "#theme/glyphs.ts";
import type { Token } from "#theme/tokens.ts";
import type { GroupId, MessageId, SnippetId, StreamId, UserId } from "#wire/ids.ts";

type Presence = ReturnType<typeof presenceOf>;

type Content =
  | { readonly text: string }
  | { readonly glyph: GlyphName }
  | { readonly conversation: Conversation }
  /** Below the heading of its stream, a topic has a glyph; in the list of a stream's topics it has none. */
  | { readonly topic: string; readonly isPlain?: true }
  /** It is undefined if weir does not know the stream. */
  | { readonly stream: Stream | undefined }
  | { readonly streamSign: Stream }
  /** The sender, and how the text begins, or goes on before the first of those words in lower case. */
  | { readonly message: Message; readonly words?: readonly string[] }
  /** Who sent it: where there is little room, their first name. */
  | { readonly senderOf: Message }
  /** Whose answer is missing: likewise. */
  | { readonly waitedFor: readonly UserId[] }
  /** How a text of the user's own begins, and how many lines it has. */
  | { readonly ownText: string }
  /** It is undefined if it is not known, or there is none. */
  | { readonly presence: Presence | undefined }
  | { readonly status: UserId }
  /** The emoji of the only other participant's status. */
  | { readonly emojiOf: readonly UserId[] }
  /** A time, with the day unless it is today, after these words; UNIX seconds. */
  | { readonly moment: number; readonly after: string };

/** A piece of a row. Texts and names are as received: not safe for a terminal. */
export type Part = Content & { readonly token?: Token; readonly shrinks?: true };

/** Numbers are UNIX seconds. */
export type RowTime =
  | { readonly at: number }
  | { readonly lastSeen: number }
  /** What a clock in that time zone says now. */
  | { readonly there: string }
  /** When something will happen: the time of day in any case. */
  | { readonly due: number }
  /** Not a time, but what happens in a week. */
  | { readonly aWeek: number };

export type Row = {
  /** If absent, it is a blank. */
  readonly sign?: Part;
  readonly subject: readonly Part[];
  readonly detail: readonly Part[];
  /** What it counts is the same for all rows of a list. */
  readonly number?: number | undefined;
  /** What is not known here may add to the number. */
  readonly mayBeMore?: boolean;
  readonly time?: RowTime | undefined;
  /** It was dealt with: it keeps its position, ticked and dim, until the list is left. */
  readonly isOver?: true;
};

/** Above rows: the title of a section, or the heading of a group inside it. */
export type Heading = {
  readonly left: readonly Part[];
  readonly token: Token;
  readonly number?: number;
};

/** What rows are made from. `now` is in UNIX seconds, of the current minute. */
export type RowFacts = Pick<State, "view" | "journal"> & { readonly now: number };

export function text(words: string, token?: Token): Part {
  return token === undefined ? { text: words } : { text: words, token };
}

/** A text that gives way when there is not enough room. */
export function shrinking(words: string, token: Token): Part {
  return { text: words, token, shrinks: true };
}

export function glyph(name: GlyphName, token: Token): Part {
  return { glyph: name, token };
}

/** The headings of sections, by key. */
export function titles(
  words: Readonly<Record<string, readonly [title: string, token: Token]>>,
): (facts: RowFacts, key: RowKey) => Heading | undefined {
  return (_, key) => {
    const [title, token] = words[key] ?? [];
    return title === undefined || token === undefined ? undefined : titled(title, token);
  };
}

export function titled(title: string, token: Token): Heading {
  return { left: [text(title, token)], token };
}

/** A row that was dealt with, and what became of it. */
export function overRow(subject: readonly Part[], words: string | Part): Row {
  const detail = typeof words === "string" ? text(words) : words;
  return { subject, detail: [detail], isOver: true };
}

/** The row of a topic that has no messages any more: only its key is known. */
export function goneTopicRow(key: RowKey): Row {
  return overRow([{ topic: key.replace(/^t:\d+:/, ""), isPlain: true }], "deleted or moved");
}

/** A conversation's message, if known: the first unread one, else the newest; and the time of the newest. */
export function previewOf(
  view: Replica,
  key: ConversationKey,
  newestId: MessageId | undefined,
): Pick<Row, "detail" | "time"> {
  const newest = newestId && get(view.messages, newestId);
  const first = firstUnreadOf(view, key);
  const message = first === undefined ? newest : get(view.messages, first);
  return {
    detail: message === undefined ? [] : [{ message }],
    time: newest && { at: newest.sentAt },
  };
}

/** Returns undefined if it stood for something else, or its key tells. */
export function conversationStoodFor({ stoodFor }: GroupedRow): Conversation | undefined {
  return stoodFor?.kind === "topic" || stoodFor?.kind === "direct" ? stoodFor : undefined;
}

/** The conversation of a row whose own subject is gone; nothing if neither it nor its key names one. */
export function subjectOver(view: Replica, placed: GroupedRow): readonly Part[] {
  const { key } = placed;
  const stoodFor = conversationStoodFor(placed);
  if (stoodFor !== undefined) return [{ conversation: stoodFor }];
  const isConversation = key.startsWith("t:") || key.startsWith("d:");
  const conversation = isConversation ? conversationOfKey(view, key as ConversationKey) : undefined;
  return conversation === undefined ? [] : [{ conversation }];
}

// The keys of rows that stand for a user, a stream, a group, a profile field or a snippet.

/** The key of an ID, and the ID of a key; undefined for other rows. */
function keysOf<Id extends number>(prefix: string) {
  return [
    (id: Id): RowKey => `${prefix}:${id}`,
    (key: RowKey): Id | undefined =>
      key.startsWith(`${prefix}:`) ? (Number(key.slice(prefix.length + 1)) as Id) : undefined,
  ] as const;
}

export const [personKey, personOfKey] = keysOf<UserId>("person");
export const [browseKey, streamOfRow] = keysOf<StreamId>("browse");
/** A stream's heading in the inbox, and its row in the sidebar. */
export const [headingKey, streamOfHeading] = keysOf<StreamId>("stream");
export const [groupKey, groupOfKey] = keysOf<GroupId>("group");
export const [fieldKey, fieldOfKey] = keysOf<number>("field");
export const [snippetKey, snippetOfKey] = keysOf<SnippetId>("snippet");

/** The user under the cursor of the open list; undefined without one. */
export function selectedPerson({ screen }: Pick<State, "screen">): UserId | undefined {
  const list = openList(screen);
  const key = list && selectedRow(list);
  return key === undefined ? undefined : personOfKey(key);
}

/** The marked users of the open list; without any, those from the cursor on. */
export function chosenPeople({ store, count }: CommandContext): readonly UserId[] {
  const list = openList(store.getState().screen);
  return list === undefined
    ? []
    : chosenRows(list, count).flatMap(({ key }) => personOfKey(key) ?? []);
}
