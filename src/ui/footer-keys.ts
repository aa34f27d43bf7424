/** Which keys the footer shows, in order of importance; help comes last. */

import { get } from "#base/table.ts";
import { enterSends, sendEffect } from "#commands/before-sending.ts";
import type { Command, Context, Keys } from "#commands/command.ts";
import { shownForm } from "#commands/forms/open-form.ts";
import { filesAmong } from "#commands/links.ts";
import { canAdd, isEditable, isRemovable } from "#commands/lists/list-commands.ts";
import { sourceOf } from "#commands/lists/table.ts";
import { hasSpoilers, messageAtCursor } from "#commands/message-actions.ts";
import { contextOf } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { editedMessage } from "#store/composer.ts";
import { isList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { type Hint, hintsOf } from "./hints.ts";
import type { MessageBodies } from "./message-bodies.ts";

/** By command; the context's other commands follow in the order of the table. What does not fit is left out. */
const order: Readonly<Partial<Record<Context, readonly string[]>>> = {
  list: [
    "list.open",
    "info.open",
    "stream.subscribe",
    "topic.move",
    "list.add",
    "list.edit",
    "list.delete",
    "triage.done",
    "triage.undo",
    "list.mark",
    "list.next-filter",
    "triage.next",
  ],
  reader: [
    "stream.subscribe",
    "reader.page",
    "triage.done",
    "triage.undo",
    "message.reply",
    "message.open-link",
    "message.view",
    "message.spoiler",
    "message.right",
    "message.left",
    "message.thumbs-up",
    "message.emoji",
  ],
  composer: ["composer.recipient"],
  sidebar: ["sidebar.open", "triage.done", "triage.undo", "sidebar.filter", "sidebar.fold"],
};

type Linked = Pick<MessageBodies, "linksOf" | "cutColumns">;

type Condition = (state: State, bodies: Linked) => boolean;

/** Whether it is true of the selected message; false without one. */
function onMessage(isTrue: (message: Message, state: State, bodies: Linked) => boolean): Condition {
  return (state, bodies) => {
    const message = messageAtCursor(state);
    return message !== undefined && isTrue(message, state, bodies);
  };
}

/** Commands that apply only to some messages and lists. */
const occasional: Readonly<Record<string, Condition>> = {
  "message.open-link": onMessage(
    (message, { view }, bodies) => bodies.linksOf(view, message).length > 0,
  ),
  // The card of a stream is where people are added; elsewhere details are less important than other keys.
  "info.open": ({ screen }) => screen.place.kind === "streams",
  "topic.move": ({ screen }) => contextOf(screen) === "list" && screen.place.kind === "topics",
  "list.edit": ({ screen }) => isEditable(screen),
  // In a conversation its keys turn pages of the list that it was opened from.
  "list.next-filter": ({ screen }) => contextOf(screen) === "list",
  "message.view": onMessage(
    (message, { view }, bodies) => filesAmong(view, bodies.linksOf(view, message)).length > 0,
  ),
  "stream.subscribe": ({ view, screen }) => isJoinable(view, screen),
  "list.add": ({ screen }) => canAdd(screen),
  // People cannot be deleted; the key's effect is shown on their card.
  "list.delete": ({ screen }) => isRemovable(screen) && screen.place.kind !== "people",
  "triage.done": ({ screen }) =>
    contextOf(screen) !== "list" ||
    !isList(screen.place) ||
    sourceOf(screen.place).conversationsOf !== undefined,
  "message.right": onMessage((message, _, bodies) => bodies.cutColumns(message) > 0),
  "message.left": onMessage(({ id }, { screen }) => (screen.scrolledColumns.get(id) ?? 0) > 0),
  // Questions are answered with Enter.
  "form.save": ({ view, screen: { dialog } }) =>
    dialog?.kind !== "form" || shownForm(view, dialog)?.now.keep === undefined,
  "message.spoiler": onMessage(hasSpoilers),
};

/** Commands for the selected row of a list, which an empty list lacks. */
const rowCommands: ReadonlySet<string> = new Set([
  "list.open",
  "list.edit",
  "list.delete",
  "list.mark",
  "info.open",
  "topic.move",
  "snooze.ask",
  "topic.mute",
  "topic.follow",
  "topic.resolve",
  "stream.subscribe",
  "triage.done",
  "triage.next",
  "triage.unread",
]);

/** What Enter does in the composer; these are not command names. */
const writing: Readonly<Record<string, (state: State) => boolean>> = {
  "enter breaks": (state) => !enterSends(state),
  "text is saved": (state) => sendEffect(state) === "save",
  "text becomes a draft": (state) => sendEffect(state) === "keep",
  "text cannot be sent": (state) => sendEffect(state) === "nothing",
  "text is of a message": ({ screen }) => editedMessage(screen) !== undefined,
};

/** What the key that sends does; undefined: nothing. */
function sendHint(now: ReadonlySet<string>): string | undefined {
  if (now.has("text cannot be sent")) return undefined;
  if (now.has("text becomes a draft")) return "keep as a draft";
  return now.has("text is saved") ? "save" : "send";
}

/** The command with a hint that fits what its key does now. */
function worded(command: Command, now: ReadonlySet<string>): Command {
  const { hint: _, ...silent } = command;
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
      return send === "send" ? command : silent;
    case "composer.schedule":
      return send === undefined || now.has("text is of a message") ? silent : command;
    default:
      return command;
  }
}

/** In the list of streams, and in a stream that the user is not subscribed to. */
function isJoinable({ streams }: Replica, { place }: Screen): boolean {
  if (isList(place)) return place.kind === "streams";
  const { narrow } = place;
  if (narrow.kind !== "stream" && narrow.kind !== "topic") return false;
  const stream = get(streams, narrow.streamId);
  return stream !== undefined && stream.subscription === undefined;
}

const emptyList = "list is empty";

/** The IDs of the occasional commands that apply now, and what else decides on keys, separated by commas. */
export function occasionsIn(state: State, bodies: Linked): string {
  const isEmpty = contextOf(state.screen) === "list" && openList(state.screen)?.rows.length === 0;
  return [
    ...Object.keys(occasional).filter((id) => occasional[id]?.(state, bodies)),
    ...(isEmpty ? [emptyList] : []),
    ...Object.keys(writing).filter((id) => writing[id]?.(state)),
  ].join();
}

/** `occasions` is the result of `occasionsIn`. */
export function footerHints(keys: Keys, where: Context, occasions: string): readonly Hint[] {
  const ordered = order[where] ?? [];
  const now = new Set(occasions.split(","));
  const rank = ({ id }: { readonly id: string }) => {
    const at = ordered.indexOf(id);
    return at < 0 ? ordered.length : at;
  };
  const commands = keys.commands
    .filter(({ id }) => occasional[id] === undefined || now.has(id))
    .filter(({ id }) => !(now.has(emptyList) && rowCommands.has(id)))
    .map((command) => worded(command, now))
    .toSorted((a, b) => rank(a) - rank(b));
  return hintsOf({ ...keys, commands }, where);
}
