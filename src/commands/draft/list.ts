/** The list of drafts, newest first, including those in topics that do not exist yet and the one without a recipient. */

import {
  bySection,
  type ListDefinition,
  overIf,
  type Removal,
  type RowContext,
  withWords,
  writingTo,
} from "#commands/lists/list.ts";
import { glyph, overRow, type Part, subjectOver, text, titled } from "#commands/lists/row.ts";
import { askForRecipient } from "#commands/writing/recipients.ts";
import type { Draft } from "#journal/intent.ts";
import type { GroupedRow, Journal } from "#journal/journal.ts";
import { editedBy, isConflictKey } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import { deleteDrafts, editedAddress, swapConflict, writtenDrafts } from "#store/composer.ts";
import type { RowKey } from "#store/row-keys.ts";
import { since } from "#wire/levels.ts";

/** The row of the draft without a recipient, whose key is empty. */
const unaddressed: RowKey = "unaddressed";

const filters = [{ key: "all", title: "All", sections: [""] }];

/** The key of a row's draft. */
export function draftKeyOf(key: RowKey): string {
  return key === unaddressed ? "" : key;
}

/** Undefined if it was sent or deleted. */
export function draftOf(journal: Pick<Journal, "drafts">, key: RowKey): Draft | undefined {
  return writtenDrafts(journal).get(draftKeyOf(key));
}

function rowsIn(journal: Pick<Journal, "drafts">): readonly GroupedRow[] {
  return [...writtenDrafts(journal)].map(([key, { address: stoodFor }]) => ({
    key: key === "" ? unaddressed : key,
    section: "",
    ...(stoodFor !== undefined && { stoodFor }),
  }));
}

const edits = { edit: "(edit of your message) ", scheduled: "(edit of a scheduled message) " };

function noteOn(view: Replica, key: RowKey, draft: Draft): readonly Part[] {
  const edited = editedBy(key);
  if (edited !== undefined) return [text(edits[edited.kind], "warning")];
  return isConflictKey(key) ? [text("(other text) ", "warning")] : newTopic(view, draft);
}

/** The topic will be created when the draft is sent. */
function newTopic(view: Replica, { address }: Draft): readonly Part[] {
  if (address?.kind !== "topic" || !view.topicsComplete.has(address.streamId)) return [];
  const isKnown = view.topics.get(address.streamId)?.has(conversationKey(address)) === true;
  return isKnown ? [] : [text("(new topic) ", "dim")];
}

function recipientOf(view: Replica, key: RowKey, draft: Draft): Part {
  const edited = editedBy(key);
  const conversation = (edited && editedAddress(view, edited)) ?? draft.address;
  if (conversation === undefined) return text("no recipient yet", "dim");
  return { conversation, token: "text" };
}

/** Why drafts are not synced with other clients; undefined if they are. */
function localOnly({ epoch, realm, settings }: Replica): string | undefined {
  if (epoch === 0) return undefined;
  const here = "On this machine only";
  if (realm.featureLevel < since.sharedDrafts) return `${here}: this server does not store drafts`;
  const isOff = settings.enable_drafts_synchronization === false;
  return isOff ? `${here}: your setting “Share drafts” is off` : undefined;
}

function deletion({ store }: RowContext, rows: readonly RowKey[]): Removal | undefined {
  const { journal, view } = store.getState();
  const drafts = new Map<string, Draft>();
  for (const row of rows) {
    const draft = draftOf(journal, row);
    if (draft !== undefined) drafts.set(draftKeyOf(row), draft);
  }
  const [first] = drafts.values();
  if (first === undefined) return undefined;
  const to = first.address && titleOf(view, first.address);
  const one = to === undefined ? "the draft without a recipient" : `the draft to ${to}`;
  return {
    keys: rows,
    sentence: `Deleted ${drafts.size === 1 ? one : `${drafts.size} drafts`}`,
    step: { actions: [], inverse: [], drafts },
    apply: () => deleteDrafts(store, drafts),
  };
}

const definition: ListDefinition = {
  ...bySection(filters, ({ journal }) => rowsIn(journal)),
  triage: overIf(({ journal }, key) => draftOf(journal, key) === undefined),
  everyAccount: {
    rank: ({ journal }, { key }) => draftOf(journal, key)?.updatedAt,
  },
  coming: { isLoading: () => false },
  empty: () => [
    "No drafts.",
    "What you write is kept here until it is sent.| {compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  row: ({ view, journal }, placed) => {
    const { key } = placed;
    const draft = draftOf(journal, key);
    if (draft === undefined) return overRow(subjectOver(view, placed), "sent or deleted");
    return {
      sign: glyph("draft", "accent"),
      subject: [recipientOf(view, key, draft)],
      detail: [...noteOn(view, key, draft), { ownText: draft.text }],
      time: { at: Math.floor(draft.updatedAt / 1000) },
    };
  },
  heading: ({ view }) => {
    const words = localOnly(view);
    return words === undefined ? undefined : titled(words, "dim");
  },
  peek: ({ view, journal }, key) => {
    const draft = draftOf(journal, key);
    const edited = editedBy(key);
    const narrow = (edited && editedAddress(view, edited)) ?? draft?.address;
    if (draft === undefined || narrow === undefined) return draft;
    const { text: written } = draft;
    return { narrow, text: written, ...(edited?.kind === "edit" && { at: edited.id }) };
  },
  // Opens the conversation and focuses its composer; a draft without a recipient asks for one first.
  open: ({ store }, key) => {
    const draft = draftOf(store.getState().journal, key);
    const edited = editedBy(key);
    if (draft === undefined) return undefined;
    if (edited !== undefined) return { kind: "unfinished edit", edited, draft };
    if (isConflictKey(key)) swapConflict(store, key);
    if (draft.address !== undefined) return writingTo(draft.address);
    askForRecipient(store);
    return undefined;
  },
  remove: deletion,
  keys: { words: () => ({ "list.mark": "select", "list.delete": "delete" }) },
};

export const draftsDefinition = withWords(definition, "all drafts", ({ view, journal }, key) => {
  const { address, text: written = "" } = draftOf(journal, key) ?? {};
  return `${address === undefined ? "" : titleOf(view, address)} ${written}`;
});
