/** What an open dialog offers, from what was typed into it: the drawing and the keys ask here, so they agree. */

import { get, values } from "#base/table.ts";
import { type Emoji, searchEmoji } from "#emoji/catalogue.ts";
import type { Picture } from "#model/picture.ts";
import type { Dialog } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { type Found, findPeople, findPlaces, findStreams, findTopics } from "./finder.ts";

/** How many a dialog ever shows. */
export const mostChoices = 50;

type Recipient = Extract<Dialog, { kind: "recipient" }>;

/** What stands before the part that is being typed: the stream before ` > `, the people before the last comma. */
export function settled(
  view: Picture,
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
  const userIds = names.flatMap((name) =>
    [...values(view.people)]
      .filter((person) => person.name === name)
      .slice(0, 1)
      .map(({ id }) => id),
  );
  return { userIds, rest: parts.at(-1) ?? "" };
}

export function recipientChoices(view: Picture, dialog: Recipient): readonly Found[] {
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

/** The places that a palette's text finds. */
export function paletteChoices(view: Picture, text: string): readonly Found[] {
  return findPlaces(view, text, mostChoices);
}

export function emojiChoices(text: string): readonly Emoji[] {
  return searchEmoji(text, mostChoices);
}

export type Option = { readonly key: string; readonly title: string };

/** What can be done with a send that failed or may have arrived. */
export function unsentOptions(
  state: Pick<State, "journal">,
  dialog: Extract<Dialog, { kind: "unsent" }>,
): readonly Option[] {
  const intent = state.journal.intents.get(dialog.intent);
  if (intent === undefined) return [];
  const again =
    intent.phase === "unsure" ? "Send it again: it may then stand there twice" : "Try again";
  const let_ = intent.phase === "unsure" ? "It arrived: forget this copy" : "Throw it away";
  return [
    { key: "s", title: again },
    { key: "e", title: "Take it back into the composer" },
    { key: "d", title: let_ },
  ];
}

/** How many choices the dialog has, for keys that move in them. */
export function choiceCount(state: State, dialog: Dialog): number {
  switch (dialog.kind) {
    case "palette":
      return paletteChoices(state.view, dialog.text).length;
    case "recipient":
      return recipientChoices(state.view, dialog).length;
    case "emoji":
      return emojiChoices(dialog.text).length;
    case "unsent":
    case "help":
    case "sign-in":
      return 0;
  }
}

/** A person's name, for building the text of a recipient dialog. */
export function nameOf(view: Picture, id: UserId): string {
  return get(view.people, id)?.name ?? "";
}
