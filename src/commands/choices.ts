/** What an open dialog offers, from what was typed into it: the drawing and the keys ask here, so they agree. */

import { get, values } from "#base/table.ts";
import { catalogueFor } from "#emoji/catalogue.ts";
import { type EmojiChoice, searchEmoji } from "#emoji/search.ts";
import type { IntentId } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { widgetOf } from "#model/widget.ts";
import type { Dialog } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { Command, Context, Keys } from "./command.ts";
import {
  type Drafts,
  findPeople,
  findPlaces,
  findStreams,
  findTopics,
  type Match,
  matching,
  personNamed,
} from "./finder.ts";
import { keysOf } from "./keymap.ts";
import { contextBelow } from "./screen.ts";

/** How many a dialog ever shows. */
export const mostChoices = 50;

type Recipient = Extract<Dialog, { kind: "recipient" }>;

/** What stands before the part that is being typed: the stream before ` > `, the people before the last comma. */
export function settled(
  view: Replica,
  dialog: Recipient,
): { readonly streamId?: StreamId; readonly userIds: readonly UserId[]; readonly rest: string } {
  if (dialog.want === "stream") {
    const [name, ...topic] = dialog.text.split(" > ");
    const stream =
      topic.length === 0 ? undefined : [...values(view.streams)].find((each) => each.name === name);
    return stream === undefined
      ? { userIds: [], rest: dialog.text }
      : { streamId: stream.id, userIds: [], rest: topic.join(" > ") };
  }
  const parts = dialog.text.split(", ");
  const names = parts.slice(0, -1);
  const userIds = names.flatMap((name) => personNamed(view, name) ?? []);
  return { userIds, rest: parts.at(-1) ?? "" };
}

export function recipientChoices(view: Replica, dialog: Recipient): readonly Match[] {
  const { streamId, userIds, rest } = settled(view, dialog);
  if (dialog.want === "direct") {
    return findPeople(view, rest, mostChoices).filter(
      ({ address }) =>
        address?.kind === "direct" && !address.userIds.some((id) => userIds.includes(id)),
    );
  }
  return streamId === undefined
    ? findStreams(view, rest, mostChoices)
    : findTopics(view, streamId, rest, mostChoices);
}

/** The places that a palette's text finds, those with a draft among them. */
export function paletteChoices(view: Replica, text: string, drafts?: Drafts): readonly Match[] {
  return findPlaces(view, text, mostChoices, drafts);
}

/** The emoji that a text finds, by the server's names where they are known. */
export function emojiChoices(view: Replica, text: string): readonly EmojiChoice[] {
  return searchEmoji(catalogueFor(view.emojiNames), ownEmoji(view), text, mostChoices);
}

/** The commands with a key in that context, in the order of the table, whose names or keys match what was typed. */
export function helpChoices(
  { commands, overrides }: Keys,
  where: Context,
  typed: string,
): readonly { readonly command: Command; readonly keys: readonly string[] }[] {
  const here = commands
    .filter((command) => command.where.includes(where))
    .map((command) => ({ command, keys: keysOf(command, overrides) }))
    .filter(({ keys }) => keys.length > 0);
  const names = here.map(({ command, keys }) => `${command.title} ${keys.join(" ")}`);
  return matching(names, typed).flatMap((index) => here[index] ?? []);
}

export type Option = { readonly key: string; readonly title: string };

/** What can be answered to whether a message is to be deleted: the harmless answer first. */
export const deleteOptions: readonly Option[] = [
  { key: "k", title: "Keep it" },
  { key: "d", title: "Delete it for everybody" },
];

/** What can be done with a send that failed or may have arrived. */
export function unsentOptions(state: Pick<State, "journal">, id: IntentId): readonly Option[] {
  const intent = state.journal.intents.get(id);
  if (intent === undefined) return [];
  const isUnsure = intent.phase === "undecided";
  return [
    { key: "s", title: isUnsure ? "Send again (may duplicate it)" : "Try again" },
    { key: "e", title: "Edit in the composer" },
    { key: "d", title: isUnsure ? "It arrived: discard this copy" : "Discard it" },
  ];
}

/** An option or a task; the text is as it came: not safe for a terminal. */
export type WidgetChoice = {
  readonly key: string;
  readonly text: string;
  /** Whether the person voted for it, or it is done. */
  readonly isOn: boolean;
  /** How many voted for it; undefined for tasks. */
  readonly votes: number | undefined;
};

/** What the poll or list of that message offers; nothing where it is none any more. */
export function widgetChoices(view: Replica, messageId: MessageId): readonly WidgetChoice[] {
  const message = get(view.messages, messageId);
  const widget = message === undefined ? undefined : widgetOf(message);
  if (widget?.kind === "tasks")
    return widget.tasks.map(({ key, text, isDone }) => ({
      key,
      text,
      isOn: isDone,
      votes: undefined,
    }));
  return (widget?.options ?? []).map(({ key, text, voterIds }) => ({
    key,
    text,
    isOn: voterIds.includes(view.ownId),
    votes: voterIds.length,
  }));
}

/** How many choices the dialog has, for keys that move in them. */
export function choiceCount(state: State, keys: Keys, dialog: Dialog): number {
  switch (dialog.kind) {
    case "palette":
      return paletteChoices(state.view, dialog.text, state.journal.drafts).length;
    case "recipient":
      return recipientChoices(state.view, dialog).length;
    case "emoji":
      return emojiChoices(state.view, dialog.text).length;
    case "unsent":
      return unsentOptions(state, dialog.intent).length;
    case "delete":
      return deleteOptions.length;
    case "widget":
      return widgetChoices(state.view, dialog.messageId).length;
    case "links":
      return dialog.links.length;
    case "help":
      return helpChoices(keys, contextBelow(state.screen), dialog.filter).length;
    case "info":
    case "card":
    case "form":
    case "sign-in":
      return 0;
  }
}

/** A person's name, for building the text of a recipient dialog. */
export function nameOf(view: Replica, id: UserId): string {
  return get(view.people, id)?.name ?? "";
}
