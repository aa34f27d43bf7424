/** The keys of cards: writing to the user, muting, and closing. */

import { type CommandContext, commandsIn } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { closeDialog } from "#commands/screen.ts";
import { openSearchIn, openSearchOf } from "#commands/search/search.ts";
import {
  askToArchive,
  openStreamForm,
  toggleStreamMute,
  toggleSubscription,
} from "#commands/stream/list.ts";
import { writeTo } from "#commands/writing/recipients.ts";
import { directWith } from "#model/select/conversations.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { askToDeactivate, openPersonForm, togglePeopleMute } from "./list.ts";

type Subjects = {
  readonly person?: (context: CommandContext, id: UserId) => void;
  readonly stream?: (context: CommandContext, id: StreamId) => void;
};

/** What a key does on a card about a user, and on one about a stream. */
const onCard =
  ({ person, stream }: Subjects) =>
  (context: CommandContext) => {
    const { dialog } = context.store.getState().screen;
    if (dialog?.kind !== "card") return;
    if (dialog.about.kind === "person") person?.(context, dialog.about.id);
    else stream?.(context, dialog.about.id);
  };

export const cards = commandsIn(["card"], {
  "card.leave": {
    title: "Close",
    hint: "close",
    keys: ["Esc", "q", "h", "Left"],
    run: ({ store }) => closeDialog(store),
  },
  "card.write": {
    title: "Message the person",
    keys: ["x", "Enter"],
    run: onCard({
      person: ({ store }, id) => writeTo(store, directWith(store.getState().view, id)),
    }),
  },
  "card.messages": {
    title: "Search messages from the person or in the stream",
    keys: ["g /"],
    run: onCard({
      person: ({ store }, id) => openSearchOf(store, id),
      stream: ({ store }, id) => openSearchIn(store, id),
    }),
  },
  "card.mute": {
    title: "Mute or unmute",
    keys: ["m"],
    run: onCard({
      person: (context, id) => togglePeopleMute(context, [id]),
      stream: toggleStreamMute,
    }),
  },
  "card.subscribe": {
    title: "Join or leave the stream",
    keys: ["S"],
    run: onCard({ stream: (context, id) => toggleSubscription(context, [id]) }),
  },
  "card.edit": {
    title: "Settings of the stream or the person",
    keys: ["E"],
    run: onCard({
      person: (context, id) => openPersonForm(context, id),
      stream: (context, id) => openStreamForm(context, id),
    }),
  },
  "card.remove": {
    title: "Archive or unarchive the stream; deactivate or reactivate the person",
    keys: ["D"],
    run: onCard({
      person: (context, id) => askToDeactivate(context, id),
      stream: (context, id) => askToArchive(context, id),
    }),
  },
  "card.people": {
    title: "Add people to the stream, or remove them",
    keys: ["a"],
    run: onCard({ stream: ({ store }, id) => openForm(store, { name: "stream-people", id }) }),
  },
});
