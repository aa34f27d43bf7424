/** Open ends: what waits for the user, and what they wait for, each the oldest first. */

import { memoizeEach, memoizeFor } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import {
  bySection,
  type Filter,
  type ListDefinition,
  noneInFilter,
  overIf,
  withWords,
} from "#commands/lists/list.ts";
import { selectAfter } from "#commands/lists/lists.ts";
import { rowsOfMessages } from "#commands/lists/message-rows.ts";
import {
  conversationStoodFor,
  glyph,
  overRow,
  type Row,
  text,
  titles,
} from "#commands/lists/row.ts";
import { showToast } from "#commands/screen.ts";
import { listSpot } from "#commands/steps.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { dueEnds } from "#model/open-ends/due.ts";
import { type OpenEnd, openEnds } from "#model/open-ends/open-ends.ts";
import { waitedFor } from "#model/open-ends/waited-for.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import type { RowKey } from "#store/row-keys.ts";
import { isAway } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["me", "them"] },
  { key: "me", title: "For me", sections: ["me"] },
  { key: "them", title: "For others", sections: ["them"] },
];

/** The message that the row stands for. */
export function messageOfRow(key: RowKey): MessageId {
  return Number(key) as MessageId;
}

/** The open end that the row stands for, while it is open. */
export function openEndOf(view: Replica, key: RowKey): OpenEnd | undefined {
  return byMessage(openEnds(view)).get(messageOfRow(key));
}

const byMessage = memoizeEach(
  (ends: readonly OpenEnd[]) => new Map(ends.map((end) => [end.message.id, end])),
);

const rowsOf = memoizeFor<readonly OpenEnd[], readonly GroupedRow[]>();

function waitingRows({ view, screen }: Pick<State, "view" | "screen">): readonly GroupedRow[] {
  const ends = openEnds(view);
  const { waitedAt = 0 } = screen.triage;
  const { waitingHours } = screen.preferences;
  return rowsOf(ends, [waitedAt, waitingHours], () => {
    const due = dueEnds(ends, waitedAt, waitingHours);
    const of = (kind: OpenEnd["kind"]) => due.filter((end) => end.kind === kind);
    return [...of("me"), ...of("them")].map(
      ({ kind, message }): GroupedRow => ({
        key: String(message.id),
        section: kind,
        stoodFor: conversationOfMessage(message),
      }),
    );
  });
}

/** Says that nobody waits there, neither the user nor for them. */
function dismiss(context: CommandContext, rows: readonly RowKey[]): void {
  const { store } = context;
  const { view, journal, screen } = store.getState();
  const ends = rows.flatMap((key) => openEndOf(view, key) ?? []);
  const [first, ...more] = ends;
  if (first === undefined) return;
  const title = conversationTitle(view, first.conversation);
  const sentence = `Not waiting: ${more.length === 0 ? title : `${ends.length} open ends`}`;
  const ids = ends.flatMap((end) => end.ids);
  addIntents(store, context, [], {
    sentence,
    inverse: [],
    dismissals: localStep(journal, "dismissals", new Map(ids.map((id) => [id, true]))),
    location: listSpot({ screen }, rows),
  });
  selectAfter(store, rows);
  showToast(store, sentence, "done", true);
}

function rowText(end: OpenEnd): Row {
  const { kind, message, sentence } = end;
  const isMine = kind === "me";
  // Of a conversation with one person, the name says who asks.
  const isNamed = isMine && message.userIds?.length !== 2;
  const others = waitedFor(end);
  return {
    sign: isMine ? glyph("needsYou", "mention") : glyph("later", "accent"),
    subject: [{ conversation: conversationOfMessage(message), token: isMine ? "unread" : "text" }],
    detail: [
      ...(others.length === 0 ? [] : [{ waitedFor: others }]),
      ...(sentence === ""
        ? [{ message }]
        : [...(isNamed ? [{ senderOf: message }] : []), text(sentence)]),
    ],
    time: { at: message.sentAt },
  };
}

/** Why it is not open any more. */
function whyOver(view: Replica, id: MessageId): string {
  if (view.dismissed.has(id)) return "not waiting";
  return get(view.messages, id) === undefined ? "deleted" : "answered";
}

const headings = titles({ me: ["WAITS FOR YOU", "mention"], them: ["YOU WAIT FOR", "dim"] });

const ofMessages = rowsOfMessages(messageOfRow);

const definition: ListDefinition = {
  ...ofMessages,
  ...bySection(filters, waitingRows),
  coming: {
    follows: ({ view }) => view.openEnds,
    isComplete: ({ view }) => view.openEnds.epoch >= view.epoch,
    isLoading: ({ view, session }) =>
      view.openEnds.epoch < view.epoch && !isAway(session.connection),
  },
  triage: overIf(({ view }, key) => openEndOf(view, key) === undefined),
  conversations: {
    ...ofMessages.conversations,
    isUnread: (view, key) => openEndOf(view, key) !== undefined,
  },
  everyAccount: {
    rank: ({ view }, { key }) => -(get(view.messages, messageOfRow(key))?.sentAt ?? 0),
  },
  empty: (_, { key }) =>
    key === "all"
      ? [
          "Nobody waits for you, and you wait for nobody.",
          "What is asked and not answered appears here.| {go.inbox} goes to the inbox|.",
        ]
      : noneInFilter,
  row: ({ view }, placed, isOver) => {
    const end = isOver ? undefined : openEndOf(view, placed.key);
    if (end !== undefined) return rowText(end);
    const message = get(view.messages, messageOfRow(placed.key));
    const conversation = message ? conversationOfMessage(message) : conversationStoodFor(placed);
    return overRow(
      conversation === undefined ? [] : [{ conversation, token: "faint" }],
      whyOver(view, messageOfRow(placed.key)),
    );
  },
  heading: headings,
  keys: {
    work: {
      "triage.done": { title: "Say that it does not wait", hint: "not waiting", run: dismiss },
    },
  },
};

export const waitingDefinition = withWords(definition, "all open ends", ({ view }, key) => {
  const message = get(view.messages, messageOfRow(key));
  return message === undefined
    ? ""
    : `${conversationTitle(view, message.conversation)} ${message.senderName} ${message.content}`;
});
