/** The keys of cards: writing to the person, muting, and leaving. */

import { directWith } from "#model/select/conversations.ts";
import type { CardSubject } from "#store/screen.ts";
import type { Command, CommandContext } from "./command.ts";
import { writeTo } from "./dialogs.ts";
import { togglePeopleMute } from "./lists/people-actions.ts";
import { closeDialog } from "./screen.ts";

const here = ["card"] as const;

function subjectOf({ store }: Pick<CommandContext, "store">): CardSubject | undefined {
  const { dialog } = store.getState().screen;
  return dialog?.kind === "card" ? dialog.about : undefined;
}

export const cards: readonly Command[] = [
  {
    id: "card.leave",
    title: "Close",
    hint: "leave",
    keys: ["Esc", "q", "h", "Left"],
    where: here,
    run: ({ store }) => closeDialog(store),
  },
  {
    id: "card.write",
    title: "Write to the person",
    keys: ["x", "Enter"],
    where: here,
    run: (context) => {
      const about = subjectOf(context);
      const { store } = context;
      if (about?.kind === "person") writeTo(store, directWith(store.getState().view, about.id));
    },
  },
  {
    id: "card.mute",
    title: "Mute or unmute",
    keys: ["m"],
    where: here,
    run: (context) => {
      const about = subjectOf(context);
      if (about?.kind === "person") togglePeopleMute(context, [about.id]);
    },
  },
];
