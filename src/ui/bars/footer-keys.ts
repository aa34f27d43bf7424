/** Which keys the footer shows, in one order for all contexts and lists. */

import { memoizeEach } from "#base/memoize.ts";
import { position, type Sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Command, type Context, inPanes, type Keys, worksIn } from "#commands/command.ts";
import { isListedAsDone } from "#commands/conversation/inbox.ts";
import { conversationAtCursor, withoutTarget } from "#commands/conversation/targets.ts";
import { isMutable } from "#commands/conversation/topic.ts";
import { namedUnread } from "#commands/conversation/triage.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { canAdd, canTurn, isEditable } from "#commands/keys/list-keys.ts";
import { isRanked, rankOf } from "#commands/keys/order.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { stateAtCursor } from "#commands/lists/in-account.ts";
import { filterOf, type ListDefinition } from "#commands/lists/list.ts";
import { canNarrow } from "#commands/lists/list-words.ts";
import { isGone } from "#commands/lists/staying.ts";
import { enterVerb, hasSpoilers } from "#commands/message/actions.ts";
import { filesAmong } from "#commands/message/links.ts";
import { markedMessages, messageAtCursor } from "#commands/message/selected.ts";
import { canUndo } from "#commands/outbox/unsent.ts";
import { contextOf, openConversation } from "#commands/screen.ts";
import { feedOfAll } from "#commands/search/search.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { enterSends, sendEffect } from "#commands/writing/before-sending.ts";
import { completionOf, enterAccepts } from "#commands/writing/completion.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { MessageLink } from "#model/message-link.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { isFolderKey } from "#model/select/folders.ts";
import {
  composerAt,
  composerKey,
  conflictOf,
  editedMessage,
  isTouched,
  isWaiting,
} from "#store/composer.ts";
import { selectedRow } from "#store/list.ts";
import { isList, openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Screen, Visible } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { type Hint, hintsFor, hintsOf } from "#ui/hints.ts";
import type { MessageBodies } from "#ui/message-bodies.ts";
import type { MessageId } from "#wire/ids.ts";

/** What gives way first where not all keys fit; the unlisted ones of the row give way before all of these. */
const spare = [
  "compose.stream",
  "list.next-filter",
  "triage.next",
  "sidebar.fold",
  "find.open",
  "sidebar.filter",
  "info.open",
  "list.mark",
  "snooze.ask",
  "topic.mute",
  "topic.resolve",
  "list.add",
  "palette.open",
  "list.edit",
  "list.delete",
  "message.reply",
];

function spareOf({ id }: Pick<Command, "id">): number {
  if (!isRanked(id)) return spare.length + 1;
  if (id === "triage.undo") return -1;
  const at = spare.indexOf(id);
  return at < 0 ? 0 : spare.length - at;
}

type Linked = Pick<MessageBodies, "linksOf" | "cutColumns">;

/** What the conditions are about. The footer asks for each frame, so what several of them need is found once. */
type Situation = {
  /** That of the account whose row is selected. */
  readonly state: State;
  /** That of the account on the screen. */
  readonly shown: State;
  readonly where: Context;
  /** The selected message. */
  readonly message: Message | undefined;
  /** Its links, in the reader. */
  readonly links: readonly MessageLink[];
  /** Whether what is selected, or open, can be dealt with as conversations are. */
  readonly isTriaged: boolean;
  readonly bodies: Linked;
  /** Undefined in lists. */
  readonly visible: Visible | undefined;
};

type Condition = (now: Situation) => boolean;

/** Whether there is a selected message. */
const onMessage: Condition = ({ message }) => message !== undefined;

/** In lists, whether it is true of the open one; elsewhere `elsewhere`. */
function inList(
  isTrue: (definition: ListDefinition, state: State) => boolean,
  elsewhere: Condition = () => true,
): Condition {
  return (now) => {
    const { state, where } = now;
    const { place } = state.screen;
    return where === "list" && isList(place) ? isTrue(definitionOf(place), state) : elsewhere(now);
  };
}

/** Triage applies to rows that stand for conversations. */
function canTriage(state: State, where: Context): boolean {
  const { place } = state.screen;
  if (where === "list" && isList(place)) return definitionOf(place).conversations !== undefined;
  if (where !== "sidebar") return withoutTarget(state) === undefined;
  const row = sidebarRow(state);
  if (row === undefined || row.kind === "section" || row.kind === "more") return false;
  return row.kind !== "place" || row.key === "inbox" || row.key === "all";
}

const triage: Condition = ({ isTriaged }) => isTriaged;

const never: Condition = () => false;

/** Commands that apply only to some messages, rows and lists. What only some rows offer is in the words of its list. */
const occasional: Readonly<Record<string, Condition>> = {
  // Where nothing is read, its key writes to nobody yet.
  "message.reply": ({ message, where, state: { screen } }) =>
    where !== "reader" || message !== undefined || openConversation(screen) !== undefined,
  "message.open-link": ({ links }) => links.length > 0,
  "message.thumbs-up": onMessage,
  "message.emoji": onMessage,
  "message.star": onMessage,
  "message.quote": onMessage,
  "info.open": never,
  // At the end of a narrow that mixes conversations it goes nowhere.
  "reader.page": ({ state: { screen }, visible }) =>
    openConversation(screen) !== undefined || visible?.isAtEnd !== true,
  "topic.move": never,
  "view.up": never,
  "view.down": never,
  "list.mark": inList(({ conversations }) => conversations !== undefined),
  "list.delete": never,
  "list.range": never,
  "list.edit": inList((definition, state) => {
    const list = openList(state.screen);
    const row = list && selectedRow(list);
    const isOne = row === undefined || definition.keys?.isEditable?.(state, row) !== false;
    return isOne && isEditable(state.screen);
  }),
  // In a conversation its keys turn pages of the list that it was opened from.
  "list.next-filter": inList(canTurn, never),
  "message.view": ({ state: { view }, links }) => filesAmong(view, links).length > 0,
  "stream.subscribe": inList(
    () => false,
    ({ state: { view, screen } }) => isJoinable(view, screen),
  ),
  "list.add": ({ state: { screen } }) => canAdd(screen),
  "sidebar.fold": ({ state }) => {
    const row = sidebarRow(state);
    return row?.isOpen !== undefined || row?.parent !== undefined;
  },
  "triage.done": ({ isTriaged, state, where }) =>
    isTriaged && !(where === "list" && isListedAsDone(state, conversationAtCursor(state))),
  "triage.undo": ({ shown }) => canUndo(shown),
  "triage.next": inList(({ conversations }) => conversations !== undefined),
  "triage.next-needs-you": ({ state: { view } }) => view.undecided.size > 0,
  "topic.mute": ({ state, isTriaged, where }) => {
    if (!isTriaged || (where === "sidebar" && sidebarRow(state)?.kind === "place")) return false;
    const conversation = conversationAtCursor(state);
    return conversation === undefined || isMutable(state.view, conversation);
  },
  "snooze.ask": triage,
  "message.right": ({ message, bodies }) => message !== undefined && bodies.cutColumns(message) > 0,
  "message.left": ({ message, state: { screen } }) =>
    message !== undefined && (screen.reading.scrolledColumns.get(message.id) ?? 0) > 0,
  "composer.other-version": ({ state: { screen, journal } }) =>
    conflictOf(journal, composerKey(screen)) !== undefined,
  // Questions are answered with Enter, and what is locked is not saved.
  "form.save": ({
    state: {
      view,
      screen: { dialog },
    },
  }) => {
    const shown = dialog?.kind === "form" ? shownForm(view, dialog)?.now : undefined;
    return shown?.keep === undefined && shown?.locked === undefined;
  },
  "message.spoiler": ({ message }) => message !== undefined && hasSpoilers(message),
};

/** Without a row to act on, what adds one. */
function hintsOfOwn(
  { keys }: ListDefinition,
  row: RowKey | undefined,
): Readonly<Record<string, string>> {
  const work = Object.entries(keys?.work ?? {}).filter(([id, { isFor }]) =>
    row === undefined ? id === "list.add" : isFor?.(row) !== false,
  );
  return Object.fromEntries(work.map(([id, { hint }]) => [id, hint]));
}

/**
 * The words of the open list, and of its selected row if there is one to act on. Where `/` does not narrow the list, what
 * it does instead. Of a feed, that all accounts can be listed.
 */
function ownWords(
  state: State,
  where: Context,
  visible: Visible | undefined,
): Readonly<Record<string, string>> {
  const { screen, view } = state;
  const { place } = screen;
  if (where === "reader") return readerWords(state, visible);
  if (where === "composer" && isWaiting(screen)) return { "edit.right": "continue the draft" };
  const list = openList(screen);
  if (where !== "list" || list === undefined || !isList(place)) return {};
  const definition = definitionOf(place);
  const row = selectedRow(list);
  const acted = isOnGone(state) ? undefined : row;
  return {
    "sidebar.filter": canNarrow(state) ? "filter" : "find a place",
    ...(isFolderKey(list.cursor?.key ?? "") && {
      "list.open": row === undefined ? "fold" : "unfold",
    }),
    ...hintsOfOwn(definition, acted),
    ...(acted !== undefined && definition.keys?.words?.(view, acted, filterOf(definition, list))),
  };
}

/** What is done with marked messages, in the order of the footer. What is about one of them is left out. */
const markedWords: Readonly<Record<string, string>> = {
  "reader.page": "select",
  "copy.text": "copy",
  "message.quote": "quote",
  "topic.move": "move",
  "message.delete": "delete",
  "place.leave": "unselect",
  "help.open": "keys",
};
const markedOrder = Object.keys(markedWords);

/** What the keys of a reader do just now. */
function readerWords(state: State, visible: Visible | undefined): Readonly<Record<string, string>> {
  const { screen } = state;
  if (markedMessages(state).length > 0) return markedWords;
  const { firstPress } = screen.pressed;
  const conversation = openConversation(screen);
  const message = messageAtCursor(state);
  const verb = message && enterVerb(screen, message);
  const entering = verb === undefined ? {} : { "message.enter": verb };
  if (conversation === undefined)
    return {
      ...entering,
      ...(feedOfAll(state) !== undefined && { "list.next-filter": "every account" }),
    };
  if (visible?.narrow !== narrowKey(conversation)) return entering;
  const unseen = unseenWords(namedUnread(state, [conversationKey(conversation)]), visible.ids);
  return {
    ...entering,
    ...(hasDraft(screen, conversationKey(conversation)) && { "message.reply": "your draft" }),
    ...(visible.isAtEnd && { "reader.page": "done, next\u2026" }),
    ...(firstPress?.kind === "end" && {
      "reader.page": firstPress.marks ? "done, next" : "next",
    }),
    ...(unseen !== "" && { "triage.done": `done, ${unseen}` }),
  };
}

/** Whether a draft from before is in the composer of the conversation. */
function hasDraft(screen: Screen, key: string): boolean {
  return composerAt(screen, key).editor.text.trim() !== "" && !isTouched(screen, key);
}

/** How many of the messages that are marked as done are not on the screen, and where they are. */
function unseenWords(unread: Sorted<MessageId>, visible: Visible["ids"]): string {
  const [first, last] = [visible[0], visible.at(-1)];
  if (first === undefined || last === undefined) return "";
  const above = position(unread, first);
  const below = unread.length - position(unread, last + 1);
  if (above > 0 && below > 0) return `${above + below} unseen`;
  if (below > 0) return `${below} below`;
  return above > 0 ? `${above} above` : "";
}

/** Whether nothing can be done with the selected row of the open list. */
function isOnGone(state: State): boolean {
  const { place } = state.screen;
  const list = openList(state.screen);
  const row = list && selectedRow(list);
  if (list === undefined || row === undefined) return false;
  return isList(place) && isGone(definitionOf(place), state, list, row);
}

/** Commands for the selected row of a list, where there is one to act on. */
const rowCommands: ReadonlySet<string> = new Set([
  "list.open",
  "list.edit",
  "list.mark",
  "snooze.ask",
  "topic.mute",
  "triage.done",
  "triage.next",
]);

const isCompleting = "completion is open";

/** What Enter does in the composer; these are not command names. */
const writing: Readonly<Record<string, (state: State) => boolean>> = {
  [isCompleting]: (state) => completionOf(state) !== undefined,
  "stream is offered": (state) => completionOf(state)?.query.kind === "stream",
  "enter accepts": (state) => enterAccepts(completionOf(state)),
  "enter breaks": (state) => !enterSends(state),
  "text is saved": (state) => sendEffect(state) === "save",
  "text becomes a draft": (state) => sendEffect(state) === "keep",
  "text cannot be sent": (state) => sendEffect(state) === "nothing",
  "text is of a message": ({ screen }) => editedMessage(screen) !== undefined,
};

/** What the key that sends does, if it does something. */
function sendHint(now: ReadonlySet<string>): string | undefined {
  if (now.has("text cannot be sent")) return undefined;
  if (now.has("text becomes a draft")) return "keep as a draft";
  return now.has("text is saved") ? "save" : "send";
}

/** The command with a hint that fits what its key does now. */
function withHintNow(command: Command, now: ReadonlySet<string>): Command {
  const { hint: _, ...silent } = command;
  const entry = [...now].find((each) => each.startsWith(`${command.id}=`));
  if (entry !== undefined) {
    const hint = entry.slice(command.id.length + 1);
    return hint === "" ? silent : { ...command, hint };
  }
  const send = sendHint(now);
  const [enter, other] = now.has("enter breaks") ? ["new line", send] : [send, "new line"];
  const hinted = (hint: string | undefined) => (hint === undefined ? silent : { ...command, hint });
  switch (command.id) {
    case "composer.send":
      return hinted(enter);
    case "composer.break":
      return hinted(other);
    case "composer.recipient":
      return send === undefined ? hinted("change recipient") : command;
    case "composer.send-done":
      if (send === "save" && now.has("text is of a message")) return hinted("save, done");
      return send === "send" ? command : silent;
    case "composer.schedule":
      return send === undefined || now.has("text is of a message") ? silent : command;
    default:
      return command;
  }
}

/** In a stream that the user is not subscribed to. */
function isJoinable({ streams }: Replica, { place }: Screen): boolean {
  if (isList(place)) return false;
  const { narrow } = place;
  if (narrow.kind !== "stream" && narrow.kind !== "topic") return false;
  const stream = get(streams, narrow.streamId);
  return stream !== undefined && stream.subscription === undefined;
}

const noRow = "no row to act on";

/** The conditions that decide on keys of a context, by the ID of the command: the footer asks them for each frame. */
const conditionsIn = memoizeEach(({ commands }: Keys) => {
  const byContext = new Map<Context, readonly (readonly [id: string, applies: Condition])[]>();
  return (where: Context) => {
    const conditions =
      byContext.get(where) ??
      Object.entries(occasional).filter(([id]) =>
        commands.some((command) => command.id === id && worksIn(command, where)),
      );
    byContext.set(where, conditions);
    return conditions;
  };
});

function situationIn(
  shown: State,
  state: State,
  where: Context,
  { bodies, visible }: Pick<Situation, "bodies" | "visible">,
): Situation {
  const message = messageAtCursor(state);
  const isRead = where === "reader" && message !== undefined;
  const links = isRead ? bodies.linksOf(state.view, message) : [];
  return {
    state,
    shown,
    where,
    message,
    links,
    isTriaged: isPane(where) && canTriage(state, where),
    bodies,
    visible,
  };
}

/**
 * The IDs of the occasional commands that apply now, words for commands of the open list (`ID=words`), and what else
 * decides on keys, separated by line breaks.
 */
export function occasionsIn(
  keys: Keys,
  shown: State,
  { bodies, visible }: Pick<Situation, "bodies" | "visible">,
): string {
  const state = stateAtCursor(shown);
  const where = contextOf(state.screen);
  const now: string[] = [];
  const conditions = conditionsIn(keys)(where);
  if (conditions.length > 0) {
    const situation = situationIn(shown, state, where, { bodies, visible });
    for (const [id, applies] of conditions) if (applies(situation)) now.push(id);
  }
  for (const [id, words] of Object.entries(ownWords(state, where, visible)))
    now.push(`${id}=${words}`);
  const isEmpty = openList(state.screen)?.rows.length === 0;
  if (where === "list" && (isEmpty || isOnGone(state))) now.push(noRow);
  if (where === "composer") now.push(...Object.keys(writing).filter((id) => writing[id]?.(state)));
  return now.join("\n");
}

function isPane(where: Context): boolean {
  return (inPanes as readonly Context[]).includes(where);
}

/** `occasions` is the result of `occasionsIn`. */
export function footerHints(keys: Keys, where: Context, occasions: string): readonly Hint[] {
  const now = new Set(occasions.split("\n"));
  const isOwn = (id: string) => [...now].some((each) => each.startsWith(`${id}=`));
  if (where === "composer" && now.has(isCompleting)) {
    const accepts = now.has("enter accepts") ? "composer.send" : "composer.complete";
    const topics = now.has("stream is offered") ? [{ key: ">", words: "topic in it" }] : [];
    const leave = hintsFor(keys, ["composer.leave", "close"]);
    return [...hintsFor(keys, [accepts, "take"]), ...topics, ...leave];
  }
  const isMarking = where === "reader" && now.has(`place.leave=${markedWords["place.leave"]}`);
  if (isMarking) {
    const commands = markedOrder.flatMap(
      (id) => keys.commands.find((command) => command.id === id) ?? [],
    );
    return hintsOf({ ...keys, commands: commands.map((one) => withHintNow(one, now)) }, where);
  }
  const commands = keys.commands
    .filter(({ id }) => occasional[id] === undefined || now.has(id) || isOwn(id))
    .filter(({ id }) => !(now.has(noRow) && rowCommands.has(id)))
    .map((command) => withHintNow(command, now))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const hints = hintsOf({ ...keys, commands }, where);
  return isPane(where) ? hints.map((hint) => ({ ...hint, spare: spareOf(hint) })) : hints;
}
