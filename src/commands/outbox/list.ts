/** What the server has not confirmed: first what needs a decision, then what waits, then what is being sent. */
import { memoizeEach, memoizeFor } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import {
  bySection,
  type Filter,
  type ListDefinition,
  noneInFilter,
  type Opening,
  openingOf,
  overIf,
  type Peeked,
  type Removal,
  type RowContext,
  withWords,
  writingTo,
} from "#commands/lists/list.ts";
import {
  glyph,
  overRow,
  type Part,
  type Row,
  shrinking,
  text,
  titles,
} from "#commands/lists/row.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { kindOf, sentenceOf } from "#journal/action.ts";
import type { Action, Address, Draft, Intent, IntentId, Phase } from "#journal/intent.ts";
import type { GroupedRow, Journal } from "#journal/journal.ts";
import { retried } from "#journal/phases.ts";
import { isSuspect, type Proposal } from "#journal/proposals.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { prependDraft } from "#store/composer.ts";
import type { RowKey } from "#store/row-keys.ts";
import { isUndecided } from "#store/sends.ts";
import { isReached } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { changeIntent, retire } from "#store/store.ts";
import { cancelUpload } from "#store/uploads.ts";
import {
  approveRows,
  dropStep,
  editProposal,
  isProposalKey,
  proposalKey,
  proposalOf,
  proposedDeed,
  proposedText,
} from "./proposals.ts";
import { messageIn } from "./unsent.ts";

const sections: Readonly<Record<Exclude<Phase, "answered">, string>> = {
  undecided: "decide",
  failed: "decide",
  waiting: "waiting",
  unconfirmed: "sending",
  sending: "sending",
};
const order = Object.keys(sections);

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["proposed", "decide", "waiting", "sending"] },
  { key: "proposed", title: "Proposed", sections: ["proposed"] },
  { key: "decide", title: "Needs a decision", sections: ["decide"] },
  { key: "waiting", title: "Queued", sections: ["waiting"] },
  { key: "sending", title: "Being sent", sections: ["sending"] },
];

/** Undefined after confirmation. */
export function openIntent({ intents }: Pick<Journal, "intents">, key: RowKey): Intent | undefined {
  const intent = intents.get(key as IntentId);
  return intent === undefined || isConfirmed(intent) ? undefined : intent;
}

function isConfirmed({ phase, messageId }: Intent): boolean {
  return phase === "answered" || (phase === "sending" && messageId !== undefined);
}

const unsentRows = memoizeEach((intents: Journal["intents"]): readonly GroupedRow[] =>
  [...intents.values()]
    .filter((intent) => !isConfirmed(intent))
    .sort((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase) || a.createdAt - b.createdAt)
    .flatMap(({ id, phase, action }) =>
      phase === "answered" ? [] : [{ key: id, section: sections[phase], stoodFor: action }],
    ),
);

const proposedRows = memoizeEach((proposals: Journal["proposals"]): readonly GroupedRow[] =>
  [...proposals.values()]
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((one) => ({ key: proposalKey(one), section: "proposed", stoodFor: one.address })),
);

const allRows = memoizeFor<readonly GroupedRow[], readonly GroupedRow[]>();

type Unsent = Pick<Journal, "intents" | "proposals">;

/** First what programs propose. The same rows while nothing changes. */
export function outboxRows({ intents, proposals }: Unsent): readonly GroupedRow[] {
  const [proposed, unsent] = [proposedRows(proposals), unsentRows(intents)];
  if (proposed.length === 0) return unsent;
  return allRows(unsent, [proposed], () => [...proposed, ...unsent]);
}

/** How many rows of the outbox the user should know of, wherever they are counted. */
export type Undelivered = {
  /**
   * All that the server has not confirmed, while it cannot be reached. Else only messages, but not those being sent:
   * what is delivered in a moment is not counted, or the number would flicker.
   */
  readonly waiting: number;
  /** Awaiting the user's decision, the proposals of programs included. */
  readonly undecided: number;
};

export function undelivered({ journal, session }: Pick<State, "journal" | "session">): Undelivered {
  const { waiting, messages, undecided } = unsentCounts(journal.intents);
  return {
    waiting: isReached(session.connection) ? messages : waiting,
    undecided: undecided + journal.proposals.size,
  };
}

/** `24 waiting`, `1 needs a decision`; each is empty if there are none. */
export function undeliveredWords({ waiting, undecided }: Undelivered): readonly [string, string] {
  const needs = undecided === 1 ? "1 needs a decision" : `${undecided} need a decision`;
  return [waiting === 0 ? "" : `${waiting} waiting`, undecided === 0 ? "" : needs];
}

const unsentCounts = memoizeEach((intents: Journal["intents"]) => {
  const unsent = [...intents.values()].filter((intent) => !isConfirmed(intent));
  const waiting = unsent.filter(({ phase }) => !isUndecided(phase));
  const messages = waiting.filter(
    ({ phase, action }) => action.kind === "send" && phase !== "sending",
  );
  return {
    waiting: waiting.length,
    messages: messages.length,
    undecided: unsent.length - waiting.length,
  };
});

/** The conversation that an intent affects; undefined unless it is a single known one. */
function addressOf(view: Replica, { action }: Intent): Address | undefined {
  if ("address" in action) return action.address;
  if (action.kind === "topic-policy" || action.kind === "delete-topic")
    return { kind: "topic", streamId: action.streamId, topic: action.topic };
  if ("at" in action && typeof action.at === "object") return action.at;
  if ("conversation" in action) return action.conversation;
  const ids = "ids" in action ? action.ids : [];
  const [first, ...others] = ("messageId" in action ? [action.messageId] : ids).map((id) => {
    const message = get(view.messages, id);
    return message && conversationOfMessage(message);
  });
  const key = first && conversationKey(first);
  const isOne = others.every((other) => other && conversationKey(other) === key);
  return isOne ? first : undefined;
}

const signs: Readonly<Record<Phase, Part>> = {
  failed: glyph("failed", "bad"),
  undecided: glyph("undecided", "warning"),
  waiting: glyph("queued", "dim"),
  sending: glyph("sending", "dim"),
  unconfirmed: glyph("sending", "dim"),
  answered: glyph("sending", "dim"),
};

/** A send is named after its recipient, everything else after its action. */
function subjectOf(view: Replica, action: Action | Address): Part {
  if (action.kind === "topic" || action.kind === "direct") return { conversation: action };
  if (action.kind === "send") return { conversation: action.address, token: "text" };
  return shrinking(sentenceOf(view, action), "text");
}

function detailOf({ phase, reason, action }: Intent): readonly Part[] {
  if (phase === "failed") return [text(`not sent: ${reason ?? "refused"}`, "text")];
  const parts: readonly Part[] = action.kind === "send" ? [{ ownText: action.content }] : [];
  if (phase === "undecided") return [text("may have arrived: ", "warning"), ...parts];
  if (phase === "unconfirmed") return [text("checking: ", "dim"), ...parts];
  return parts.length > 0 ? parts : [text(phase === "waiting" ? "queued" : "sending", "dim")];
}

/** Opens the conversation at the send; one that failed or may have arrived, and a proposal, open their questions. */
function openSend({ store }: RowContext, key: RowKey): Opening | undefined {
  const { journal, view } = store.getState();
  const proposal = proposalOf(journal, key);
  if (proposal !== undefined) openMenu(store, { kind: "proposal", id: proposal.id });
  const intent = openIntent(journal, key);
  if (intent === undefined) return undefined;
  if (intent.action.kind === "upload" && intent.phase === "failed") {
    changeIntent(store, intent.id, retried);
    showToast(store, `Uploading ${intent.action.name} again.`);
    return undefined;
  }
  if (intent.action.kind === "remind-add" && isUndecided(intent.phase)) {
    openMenu(store, { kind: "unsent", intent: intent.id });
    return undefined;
  }
  const address = addressOf(view, intent);
  if (address === undefined) {
    showToast(store, intent.reason ?? "This does not belong to a single conversation.");
    return undefined;
  }
  if (messageIn(intent) === undefined) return openingOf(address);
  const { id, phase } = intent;
  const opening = openingOf(address, id);
  if (!isUndecided(phase)) return opening;
  return { ...opening, next: () => openMenu(store, { kind: "unsent", intent: id }) };
}

/** Returns an unsent message to the composer. */
function edit(context: RowContext, key: RowKey): Opening | undefined {
  const { store, keys, clock } = context;
  const { journal, view } = store.getState();
  const proposal = proposalOf(journal, key);
  if (proposal !== undefined) return editProposal(context, proposal);
  const intent = openIntent(journal, key);
  if (intent === undefined) return undefined;
  const message = messageIn(intent);
  if (message === undefined) showToast(store, "This has no text to edit.");
  else if (isStillScheduled(intent))
    showToast(store, withKeys(keys, "It is still scheduled|: {list.delete} keeps it so|."));
  else if (intent.phase !== "waiting" && intent.phase !== "failed")
    showToast(store, withKeys(keys, refusal(intent)));
  else {
    const { address, text: content } = message;
    prependDraft(store, conversationKey(address), {
      address,
      text: content,
      updatedAt: clock.now(),
    });
    retire(store, [intent.id]);
    const said = `Not sent to ${titleOf(view, address)}: it is in the composer.`;
    return writingTo(address, [key], said);
  }
  return undefined;
}

/** Drops what is proposed, cancels what has not left, and dismisses what failed; the user's texts return to their drafts. */
function removal(context: RowContext, rows: readonly RowKey[]): Removal | undefined {
  const { store } = context;
  const { journal } = store.getState();
  const proposals = rows.flatMap((key) => proposalOf(journal, key) ?? []);
  if (proposals.length === 0) return cancellation(context, rows);
  const others = proposals.length < rows.length ? cancellation(context, rows) : undefined;
  const what =
    proposals.length === 1 ? "Dropped a proposal" : `Dropped ${proposals.length} proposals`;
  return {
    keys: [...proposals.map(proposalKey), ...(others?.keys ?? [])],
    sentence: others === undefined ? what : `${what}. ${others.sentence}`,
    step: { actions: [], inverse: [], proposals: dropStep(journal, proposals), sentence: what },
    ...(others?.apply && { apply: others.apply }),
  };
}

function cancellation(
  { store, clock, keys }: RowContext,
  rows: readonly RowKey[],
): Removal | undefined {
  const { journal, view } = store.getState();
  const intents = rows.flatMap((key) => openIntent(journal, key) ?? []);
  const cancelled = intents.filter(isCancellable);
  if (cancelled.length === 0) {
    if (intents[0] !== undefined) showToast(store, withKeys(keys, refusal(intents[0])));
    return undefined;
  }
  const drafts = cancelled.flatMap((intent): readonly (Draft & { address: Address })[] => {
    const content = kindOf(intent.action).text?.(intent.action);
    const address = addressOf(view, intent);
    const isText = intent.action.kind !== "remind-add" && !isStillScheduled(intent);
    return content === undefined || address === undefined || !isText
      ? []
      : [{ text: content, address, updatedAt: intent.createdAt }];
  });
  const ids = cancelled.map(({ id }) => id);
  return {
    keys: ids,
    sentence: cancelledSentence(view, ids.length, drafts),
    apply: () => {
      for (const draft of drafts) prependDraft(store, conversationKey(draft.address), draft);
      for (const { id, action } of cancelled)
        if (action.kind === "upload") cancelUpload(store, clock, { ...action, id });
      retire(store, ids);
    },
  };
}

function cancelledSentence(
  view: Replica,
  count: number,
  [only, ...more]: readonly { address: Address }[],
): string {
  const what = count === 1 ? "Cancelled" : `Cancelled ${count}`;
  if (only === undefined) return `${what}.`;
  if (more.length > 0) return `${what}; the texts are in the drafts.`;
  return `${what}; the text is in the draft to ${titleOf(view, only.address)}.`;
}

/** Nothing has been asked of the server yet that would delete it there. */
function isStillScheduled({ action, attempts }: Intent): boolean {
  return action.kind === "schedule-send" && attempts === 0;
}

/** An upload can always be cancelled: nothing links to the file before the response. */
function isCancellable({ phase, action }: Intent): boolean {
  return phase === "waiting" || phase === "failed" || action.kind === "upload";
}

function refusal({ phase }: Intent): string {
  return phase === "undecided"
    ? "The server may have this message|: {list.open} decides|."
    : "This is being sent and cannot be cancelled.";
}

/** What the row stands for, unless it was dealt with. */
function openRow(journal: Unsent, key: RowKey): Pick<Intent, "createdAt"> | undefined {
  return proposalOf(journal, key) ?? openIntent(journal, key);
}

/** Who, what and where, and in red after reading what, if that may be carried away. */
function proposalRow(view: Replica, proposal: Proposal): Row {
  const { agent, address, carried, strange, createdAt } = proposal;
  const words = proposedText(proposal);
  const [first] = carried;
  const more = carried.length > 1 ? ` and ${carried.length - 1} more` : "";
  return {
    sign: isSuspect(proposal) ? glyph("failed", "bad") : glyph("undecided", "warning"),
    subject: [{ conversation: address, token: "text" }],
    detail: [
      ...(first === undefined ? [] : [text(`after reading ${first}${more} · `, "bad")]),
      ...(strange.length === 0 ? [] : [text(`with a new address: ${strange[0]} · `, "bad")]),
      text(`${agent}: `, "dim"),
      words === undefined ? text(proposedDeed(view, proposal)) : { ownText: words },
    ],
    time: { at: Math.floor(createdAt / 1000) },
  };
}

/** The conversation with the proposed text below it. */
function peeked(proposal: Proposal): Peeked {
  const words = proposedText(proposal);
  return {
    narrow: proposal.address,
    ...(words !== undefined && { text: words }),
    isShownOnly: true,
  };
}

const definition: ListDefinition = {
  ...bySection(filters, ({ journal }) => outboxRows(journal)),
  triage: overIf(({ journal }, key) => openRow(journal, key) === undefined),
  everyAccount: {
    rank: ({ journal }, { key }) => -(openRow(journal, key)?.createdAt ?? 0),
  },
  // What the user does is in the list anyway; what a program proposes comes without a key.
  coming: { isLoading: () => false, follows: ({ journal }) => journal.proposals },
  empty: (_, { key }) =>
    key === "all"
      ? [
          "Nothing is waiting to be sent.",
          "The server has confirmed everything.| {go.inbox} goes to the inbox|.",
        ]
      : noneInFilter,
  peek: ({ view, journal }, key) => {
    const proposal = proposalOf(journal, key);
    if (proposal !== undefined) return peeked(proposal);
    const intent = openIntent(journal, key);
    const narrow = intent && addressOf(view, intent);
    return narrow && { narrow };
  },
  row: ({ view, journal }, { key, stoodFor }) => {
    const proposal = proposalOf(journal, key);
    if (proposal !== undefined) return proposalRow(view, proposal);
    const intent = openIntent(journal, key);
    if (intent === undefined)
      return overRow(
        stoodFor === undefined ? [] : [subjectOf(view, stoodFor)],
        isProposalKey(key) ? "approved or dropped" : "sent or cancelled",
      );
    return {
      sign: signs[intent.phase],
      subject: [subjectOf(view, intent.action)],
      detail: detailOf(intent),
      time: { at: Math.floor(intent.createdAt / 1000) },
    };
  },
  heading: titles({
    proposed: ["PROPOSED BY A PROGRAM", "warning"],
    decide: ["NEEDS A DECISION", "bad"],
    waiting: ["QUEUED", "dim"],
    sending: ["BEING SENT", "dim"],
  }),
  open: openSend,
  edit,
  remove: removal,
  keys: {
    work: {
      "triage.done": {
        title: "Approve what a program proposes",
        hint: "approve",
        isFor: isProposalKey,
        run: approveRows,
      },
    },
    words: (_, key) => ({
      "list.mark": "select",
      "list.delete": isProposalKey(key) ? "drop" : "cancel",
    }),
    isEditable: ({ journal }, key) => {
      const proposal = proposalOf(journal, key);
      return proposal === undefined
        ? messageIn(openIntent(journal, key)) !== undefined
        : proposedText(proposal) !== undefined;
    },
  },
};

export const outboxDefinition = withWords(
  definition,
  "the whole outbox",
  ({ view, journal }, key) => {
    const proposal = proposalOf(journal, key);
    if (proposal !== undefined)
      return `${titleOf(view, proposal.address)} ${proposal.agent} ${proposedText(proposal) ?? ""}`;
    const intent = openIntent(journal, key);
    if (intent === undefined) return "";
    const { action } = intent;
    return action.kind === "send"
      ? `${titleOf(view, action.address)} ${action.content}`
      : sentenceOf(view, action);
  },
);
