/** The keys of cards: writing to the user, muting, and closing. */

import { askToRemove } from "#commands/lists/row-forms.ts";
import { directWith } from "#model/select/conversations.ts";
import type { CardSubject } from "#store/dialog.ts";
import type { FormRef } from "#store/forms.ts";
import { type CommandContext, commandsIn } from "./command.ts";
import { openForm } from "./forms/open-form.ts";
import { togglePeopleMute } from "./lists/people-actions.ts";
import { personKey } from "./lists/people-source.ts";
import { toggleStreamMute, toggleSubscription } from "./lists/streams-actions.ts";
import { browseKey } from "./lists/streams-source.ts";
import { writeTo } from "./recipient.ts";
import { closeDialog } from "./screen.ts";
import { openSearchIn, openSearchOf } from "./search/search.ts";

function subjectOf({ store }: Pick<CommandContext, "store">): CardSubject | undefined {
  const { dialog } = store.getState().screen;
  return dialog?.kind === "card" ? dialog.about : undefined;
}

/** The user's own account has another form. */
function settingsOf({ store }: CommandContext, { kind, id }: CardSubject): FormRef {
  const isOwn = kind === "person" && id === store.getState().view.ownId;
  return isOwn ? { name: "settings", id: 0 } : { name: kind, id };
}

export const cards = commandsIn(["card"], {
  "card.leave": {
    title: "Close",
    hint: "leave",
    keys: ["Esc", "q", "h", "Left"],
    run: ({ store }) => closeDialog(store),
  },
  "card.write": {
    title: "Message the person",
    keys: ["x", "Enter"],
    run: (context) => {
      const about = subjectOf(context);
      const { store } = context;
      if (about?.kind === "person") writeTo(store, directWith(store.getState().view, about.id));
    },
  },
  "card.messages": {
    title: "Search messages from the person or in the stream",
    keys: ["g /"],
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "person") openSearchOf(context.store, about.id);
      if (about?.kind === "stream") openSearchIn(context.store, about.id);
    },
  },
  "card.mute": {
    title: "Mute or unmute",
    keys: ["m"],
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "person") togglePeopleMute(context, [about.id]);
      if (about?.kind === "stream") toggleStreamMute(context, about.id);
    },
  },
  "card.subscribe": {
    title: "Join or leave the stream",
    keys: ["S"],
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "stream") toggleSubscription(context, [about.id]);
    },
  },
  "card.edit": {
    title: "Settings of the stream or the person",
    keys: ["E"],
    run: (context) => {
      const about = subjectOf(context);
      if (about !== undefined) openForm(context.store, settingsOf(context, about));
    },
  },
  "card.remove": {
    title: "Archive the stream; deactivate or reactivate the person",
    keys: ["D"],
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "person") askToRemove(context, [personKey(about.id)]);
      if (about?.kind === "stream") askToRemove(context, [browseKey(about.id)]);
    },
  },
  "card.people": {
    title: "Add people to the stream, or remove them",
    keys: ["a"],
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "stream")
        openForm(context.store, { name: "stream-people", id: about.id });
    },
  },
});
