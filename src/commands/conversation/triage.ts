/**
 * Marking as done, and where to go next: to the following row of the list that the user came from, and only at its end
 * to what arrived since.
 */

import { counted } from "#base/counted.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { ofAllAtHand, runIn } from "#commands/lists/in-account.ts";
import { originList, rowOfConversation } from "#commands/lists/lists.ts";
import { isUnreadRow } from "#commands/lists/unread.ts";
import { type MenuRow, ownKey } from "#commands/menus/menu.ts";
import { goTo, openNarrow, selectUndecided } from "#commands/places/navigation.ts";
import { contextOf, openMenu, showToast } from "#commands/screen.ts";
import { unsupportedReason, withKeys } from "#commands/sentences.ts";
import { listSpot } from "#commands/steps.ts";
import type { Scope } from "#journal/actions/flags.ts";
import type { Action, Address } from "#journal/intent.ts";
import { endedSnoozes, finalMs, type GroupedRow, type StepLocation } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import {
  conversationOfKey,
  conversationTitle,
  unreadCountOf,
  unreadIdsOf,
} from "#model/select/conversations.ts";
import { inboxRowOf, type NextOptions, nextUnread } from "#model/select/inbox.ts";
import { indexOfRow, toRow, withoutMarks } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { changeList, isList, listOf, openList } from "#store/lists.ts";
import { rowIn } from "#store/others.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { needing, needYouIn } from "./questions.ts";
import { type Targets, targetsFor, targetsOf, withoutConversations } from "./targets.ts";

const inbox: ListPlace = { kind: "inbox" };

/** Marks exactly the messages known now, so that undo is exact, and goes on to the next unread conversation. */
export function doneAndNext(context: CommandContext): void {
  const targets = targetsOf(context);
  if (needsConfirming(context.store.getState(), targets))
    openMenu(context.store, { kind: "done", targets });
  else doneAndAdvance(context, targets);
}

function doneAndAdvance(context: CommandContext, targets: Targets): void {
  const { store } = context;
  const at = () => {
    const { screen } = store.getState();
    return [screen.place, openList(screen)?.cursor?.key] as const;
  };
  const late = lateCount(store.getState(), targets.conversations);
  const advance = advanceFrom(context, targets);
  const before = at();
  const isNew = markDone(context, targets);
  if (!isNew && late > 0) {
    showToast(store, withKeys(context.keys, `${cameIn(late)}|; {triage.done} again marks them|.`));
    return;
  }
  advance(isNew);
  const isThere = at().every((part, index) => part === before[index]);
  // Whoever is done with what is read already wants to go on; it is only said where there is nowhere to go.
  if (isNew || !isThere) return;
  const isAll = advance !== stay && !isList(store.getState().screen.place);
  showToast(store, isAll ? "Everything is read." : "Nothing is unread there.");
}

/**
 * The unread messages that marking as done names: those that were there when the last key was pressed, or those up to the
 * one that is given. What has arrived since may not have been seen.
 */
export function namedUnread(
  { view, screen }: State,
  conversations: readonly ConversationKey[],
  upTo?: MessageId,
): Sorted<MessageId> {
  const ids = sorted(conversations.flatMap((key) => unreadIdsOf(view, key)));
  if (upTo !== undefined) return sorted(ids.filter((id) => id <= upTo));
  const { unreads } = screen.pressed;
  if (unreads === undefined || unreads === view.unreads) return ids;
  return sorted(ids.filter((id) => get(unreads.where, id) !== undefined));
}

/** How many unread messages have arrived there since. */
function lateCount(
  state: State,
  conversations: readonly ConversationKey[],
  upTo?: MessageId,
): number {
  const all = conversations.reduce((sum, key) => sum + unreadCountOf(state.view, key), 0);
  return all - namedUnread(state, conversations, upTo).length;
}

function cameIn(late: number, upTo?: MessageId): string {
  return `${late} came in since ${upTo === undefined ? "your last key" : "the notification"}`;
}

/** Whether its snooze, or what keeps its row, ends too: not if all that is unread there came in since the last key. */
function isEnded(state: State, key: ConversationKey, upTo?: MessageId): boolean {
  const snooze = state.view.snoozes.get(key);
  if (snooze?.stays === undefined) return snooze !== undefined;
  return lateCount(state, [key], upTo) === 0 || namedUnread(state, [key], upTo).length > 0;
}

/** Whether there is anything to mark as done. */
export function hasUndone(state: State, conversations: readonly ConversationKey[]): boolean {
  return (
    namedUnread(state, conversations).length > 0 ||
    seenIn(state, conversations).length > 0 ||
    conversations.some((key) => isEnded(state, key))
  );
}

/**
 * Marks the unread messages of the targets, and ends their snoozes. Messages that this visit marked by reading are
 * part of the step; nothing to do is no step, and false.
 */
export function markDone(context: CommandContext, targets: Targets): boolean {
  const { store } = context;
  const state = store.getState();
  const { conversations, rows, title, upTo } = targets;
  const unread = namedUnread(state, conversations, upTo);
  const late = lateCount(state, conversations, upTo);
  const all = sorted([...unread, ...seenIn(state, conversations)]);
  const snoozed = conversations.filter((key) => isEnded(state, key, upTo));
  if (all.length === 0 && snoozed.length === 0) return false;
  const sentence = all.length === 0 ? `Done ${title}` : `Done ${title} (${all.length})`;
  const location = locationOf(state, conversations, rows);
  changeList(store, (list) => withoutMarks(list, rows));
  const endsSoon = isFinal(state);
  const older = olderIn(state, targets);
  const step = {
    sentence,
    done: all.length === 0 ? older : [read("add", all), ...older],
    inverse: all.length === 0 ? [] : [read("remove", all)],
    ...(snoozed.length > 0 && { snoozes: endingSnoozes(state, snoozed) }),
    location,
    marksDone: true,
  } as const;
  const marked = unread.length === 0 ? [] : [read("add", unread)];
  addIntents(store, context, [...marked, ...older], step, endsSoon ? finalMs : 0);
  const since = late === 0 ? "" : `; ${cameIn(late, upTo)}`;
  const final = endsSoon ? `, final in ${finalMs / 1000} s` : "";
  showToast(store, `${sentence}${final}${since}`, "done", true);
  return true;
}

/** Nobody has selected what a place holds; on a server that cannot mark messages unread, the user is asked once. */
export function needsConfirming(state: State, { conversations, isPlace }: Targets): boolean {
  const isUnread = conversations.some((key) => unreadCountOf(state.view, key) > 0);
  return isPlace === true
    ? hasUndone(state, conversations)
    : isUnread && isFinal(state) && !state.screen.triage.knowsDoneIsFinal;
}

/** Whether the server cannot undo marking as done. */
function isFinal({ view }: State): boolean {
  return unsupportedReason(view, "markUnread") !== undefined;
}

/** Whether to mark conversations as done although nobody has selected them, or the server cannot undo it. */
export const markDoneMenu: MenuRow<"done"> = (facts, { targets }) => {
  const { state } = facts;
  const { view } = state;
  const { conversations, title, isPlace = false } = targets;
  const [only, ...more] = conversations;
  const count = conversations.reduce((sum, key) => sum + unreadCountOf(view, key), 0);
  if (isPlace ? !hasUndone(state, conversations) : count === 0)
    return "Nothing is unread there any more.";
  const isOne = only !== undefined && more.length === 0 && !isPlace;
  const name = isOne ? conversationTitle(view, only) : title;
  const unread = count === 1 ? "1 message is unread" : `${count} messages are unread`;
  const meant = new Set(conversations);
  const needs = isPlace ? needing(needYouIn(view, (key) => meant.has(key))) : undefined;
  const cannotUndo = isFinal(state);
  return {
    title: `Mark ${name} as done?`,
    lines: [
      {
        text: isPlace
          ? `${counted(conversations.length, "conversation")}: ${unread}.`
          : `${unread}.`,
      },
      ...(needs === undefined ? [] : [{ text: needs }]),
      ...(cannotUndo
        ? [{ text: "This server cannot undo marking as done.", tone: "warning" as const }]
        : []),
    ],
    items: [
      { key: "k", title: "Keep it unread" },
      {
        key: ownKey(facts, "triage.done", "d"),
        title: "Mark as done",
        ...(cannotUndo && { danger: true as const }),
        run: (context) => {
          if (cannotUndo)
            changeScreen(context.store, (screen) => ({
              ...screen,
              triage: { ...screen.triage, knowsDoneIsFinal: true },
            }));
          doneAndAdvance(context, { ...targets, title: name });
        },
      },
    ],
  };
};

function read(op: "add" | "remove", ids: Sorted<MessageId>): Action {
  return { kind: "read", op, ids };
}

/** With more conversations than this, older unread messages are not searched for: each one takes a request. */
const maxSearched = 20;

/** The server lists only the newest unread messages: the targets' older ones must be searched for first. */
function olderIn(
  { view }: State,
  { isEverything, streamId, conversations }: Targets,
): readonly Action[] {
  const { older, listedFrom: before } = view.unreads;
  if (!older) return [];
  const search = (scope: Scope): Action => ({ kind: "read-older", scope, before, ids: sorted([]) });
  if (isEverything === true) return [search({ kind: "all" })];
  if (streamId !== undefined) return [search({ kind: "stream", streamId })];
  if (conversations.length > maxSearched) return [];
  return conversations.flatMap((key) => conversationOfKey(view, key) ?? []).map(search);
}

function endingSnoozes({ journal }: State, keys: readonly ConversationKey[]) {
  return localStep(journal, "snoozes", endedSnoozes(journal, keys));
}

function seenIn({ screen }: State, conversations: readonly ConversationKey[]) {
  const { visit } = screen.reading;
  return visit !== undefined && conversations.includes(visit.conversation) ? visit.seen : [];
}

/** The targets' rows in the open list or the inbox; without any, the single conversation. */
export function locationOf(
  state: State,
  conversations: readonly ConversationKey[],
  rows: readonly string[],
): StepLocation | undefined {
  const inList = listSpot(state, rows.length > 0 ? rows : conversations);
  const [only] = conversations;
  if (inList !== undefined || only === undefined || conversations.length > 1) return inList;
  const address = conversationOfKey(state.view, only);
  return address && { kind: "conversation", address };
}

/** The location of a step that leaves the rows of its targets in place. */
export function stayingLocation(
  state: State,
  { conversations, rows }: Targets,
): StepLocation | undefined {
  const location = locationOf(state, conversations, rows);
  return location?.kind === "list" ? { ...location, stays: true } : location;
}

/** Goes on. Without a next conversation, a reader is left for the inbox only if something was dealt with. */
type Advance = (isNew: boolean) => void;

const stay: Advance = () => {};

/** Determines how to go on, before the targets are marked. */
export function advanceFrom(context: CommandContext, targets: Pick<Targets, "rows">): Advance {
  const { store } = context;
  const state = store.getState();
  const { screen } = state;
  if (contextOf(screen) === "sidebar") return stay;
  const list = openList(screen);
  if (list !== undefined && isList(screen.place)) {
    if (definitionOf(screen.place).conversations === undefined) return stay;
    const last = targets.rows.at(-1);
    const from = last === undefined ? -1 : indexOfRow(list, last, list.cursor?.at);
    const next = nextRow(state, screen.place, from, new Set(targets.rows));
    return () => {
      if (next >= 0) changeList(store, (now) => toRow(now, next));
    };
  }
  const { place } = screen;
  if (isList(place) || !isConversation(place.narrow)) return stay;
  const next = nextConversation(state, conversationKey(place.narrow));
  return (isNew) => {
    if (next !== undefined) openNext(context, next);
    else if (isNew) goTo(store, inbox);
  };
}

/**
 * What sending deals with, if the user wants that. Before the send: the key that undoes takes back the send first. A server
 * that cannot mark messages as unread again would ask, so there it is left to the user.
 */
export function markReplied(context: CommandContext, address: Address): void {
  const state = context.store.getState();
  const key = conversationKey(address);
  const targets = targetsFor(state.view, [key]);
  if (state.screen.preferences.replyMarksRead !== true || needsConfirming(state, targets)) return;
  markDone(context, targets);
}

/** After sending to a conversation, marks it as done and goes on to the next. */
export function doneWith(context: CommandContext, address: Address): void {
  const { store } = context;
  const state = store.getState();
  const key = conversationKey(address);
  const next = nextConversation(state, key);
  markDone(context, targetsFor(state.view, [key]));
  if (next === undefined) goTo(store, inbox);
  else openNext(context, next);
}

/** A conversation to go on with, in another account if that is named. */
type Next = { readonly conversation: Conversation; readonly account?: string | undefined };

export function openNext(context: CommandContext, { conversation, account }: Next): void {
  const { accounts, store } = context;
  if (account === undefined || accounts === undefined) openNarrow(store, conversation);
  else runIn(context, accounts, account, (there) => openNarrow(there.store, conversation));
}

/**
 * Opens the next conversation of that kind after the open one; in a list, the row under the cursor is the first
 * candidate.
 */
function goNext(context: CommandContext, filter: NextOptions, none: string): void {
  const { store } = context;
  const state = store.getState();
  const { place } = state.screen;
  const open =
    !isList(place) && isConversation(place.narrow) ? conversationKey(place.narrow) : undefined;
  const isAny = filter.needsYou === undefined && filter.direct === undefined;
  // Else the accounts would be gone through one after the other, against the order of the list.
  const isInList = isAny || ofAllAtHand(state) !== undefined;
  const next = isInList
    ? nextConversation(state, open, filter)
    : nextElsewhere(state, open, filter);
  if (next !== undefined) openNext(context, next);
  else if (filter.needsYou !== true || !selectUndecided(store)) showToast(store, none);
}

/** The next one by the order of the inbox; after those of the shown account, where all are listed, those of the others. */
function nextElsewhere(
  state: State,
  key: ConversationKey | undefined,
  filter: NextOptions,
): Next | undefined {
  const own = nextUnread(state.view, key, filter);
  if (own !== undefined) return { conversation: own };
  if (ofAllAtHand(state) === undefined) return undefined;
  for (const { name, state: other } of state.others) {
    const conversation = nextUnread(other.view, undefined, filter);
    if (conversation !== undefined) return { conversation, account: name };
  }
  return undefined;
}

export const triage = commandsIn(inPanes, {
  "triage.done": {
    alsoCalled: "mark as read,archive,dismiss,clear",
    title: "Mark as done, and go to the next",
    hint: "done",
    keys: ["e"],
    onRows: "chosen",
    repeats: true,
    disabled: withoutConversations,
    run: doneAndNext,
  },
  "triage.next": {
    title: "Next unread conversation",
    hint: "next",
    keys: ["n"],
    run: (context) => goNext(context, {}, "Everything is read."),
  },
  "triage.next-needs-you": {
    alsoCalled: "next mention",
    title: "Next conversation that needs you",
    hint: "needs you",
    keys: ["N"],
    run: (context) => goNext(context, { needsYou: true }, "Nothing needs you."),
  },
  "triage.next-direct": {
    title: "Next unread direct message",
    keys: ["p"],
    run: (context) => goNext(context, { direct: true }, "No unread direct messages."),
  },
});

// Where to go next: the following row of the list that the user came from, and only at its end what arrived since.

/** The index of the next unread row after `from`, wrapping around; -1 if there is none except `without`. */
function nextRow(
  state: State,
  place: ListPlace,
  from: number,
  without: ReadonlySet<RowKey>,
  filter: NextOptions = {},
): number {
  const { rows } = listOf(state.screen, place);
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (from + step + rows.length) % rows.length;
    const row = rows[at];
    if (row !== undefined && !without.has(row.key) && isNext(state, place, row, filter)) return at;
  }
  return -1;
}

function isNext(
  state: State,
  place: ListPlace,
  { key, section }: GroupedRow,
  filter: NextOptions,
): boolean {
  const { needsYou = false, direct = false } = filter;
  if (needsYou && section !== "needs-you") return false;
  const at = needsYou || direct ? rowIn(state, key) : undefined;
  if (at === undefined) return isUnreadRow(state, place, key);
  const row = inboxRowOf(at.state.view, at.key as ConversationKey);
  if (needsYou) return row?.section === "needs-you";
  return row?.conversation.kind === "direct" && isUnreadRow(state, place, key);
}

/**
 * The unread conversation after `key` in the list that the user came from, in its current order; without a key, from
 * the cursor on in the open list, or in the inbox. At the end of a list the inbox follows. Undefined if nothing else
 * is unread.
 */
export function nextConversation(
  state: State,
  key: ConversationKey | undefined,
  filter: NextOptions = {},
): Next | undefined {
  const { screen } = state;
  const place = key === undefined ? listForNext(state) : originList(state, key);
  const list = listOf(screen, place);
  const from =
    key === undefined ? (list.cursor?.at ?? 0) - 1 : rowOfConversation(state, place, key);
  if (key !== undefined && from < 0) return nextElsewhere(state, key, filter);
  const without = new Set(key === undefined ? [] : [list.rows[from]?.key ?? key]);
  const row = list.rows[nextRow(state, place, from, without, filter)]?.key;
  const next = row === undefined ? undefined : nextIn(state, place, row);
  return next ?? nextElsewhere(state, key, filter);
}

function listForNext({ screen: { place } }: State): ListPlace {
  return isList(place) && definitionOf(place).conversations !== undefined ? place : inbox;
}

/** The first conversation of a row. */
function nextIn(state: State, place: ListPlace, row: RowKey): Next | undefined {
  const at = rowIn(state, row);
  const key = at && definitionOf(place).conversations?.of(at.state.view, at.key)[0];
  const conversation = key && conversationOfKey(at.state.view, key);
  return conversation && { conversation, account: at.account };
}

/** Opens the conversation that many rows away from the open one, read or not, in the list that the user came from. */
export function openNeighbour(context: CommandContext, by: 1 | -1): void {
  const state = context.store.getState();
  const { place } = state.screen;
  if (place.kind !== "narrow" || !isConversation(place.narrow)) return;
  const key = conversationKey(place.narrow);
  const origin = originList(state, key);
  const at = rowOfConversation(state, origin, key);
  const row = at < 0 ? undefined : listOf(state.screen, origin).rows[at + by]?.key;
  const next = row === undefined ? undefined : nextIn(state, origin, row);
  if (next !== undefined) openNext(context, next);
}
