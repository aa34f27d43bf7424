/** Choosing recipients: for new messages, and for a text that is being written. */

import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { selectedPerson } from "#commands/lists/row.ts";
import type { Match } from "#commands/places/finder.ts";
import { linkedRecipient, linkFacts } from "#commands/places/links.ts";
import { readdressScheduled } from "#commands/scheduled/editing.ts";
import { contextOf, openDialog, showToast } from "#commands/screen.ts";
import {
  firstChoice,
  type Line,
  lineOfPeople,
  linkIn,
  type Recipient,
  recipientChoices,
  refuseLost,
  settled,
  writeTo,
} from "#commands/writing/recipients.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import type { Address } from "#journal/intent.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { everybody } from "#model/from-wire.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { directWith } from "#model/select/conversations.ts";
import {
  composerKey,
  editedMessage,
  editedScheduled,
  openedComposer,
  recipientOf,
} from "#store/composer.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";

type RecipientKind = Recipient["want"];

/** Completes the recipient with the found stream, topic or user, or opens the composer if it is complete. */
export function acceptRecipient(context: CommandContext, dialog: Recipient): void {
  const { store } = context;
  const { view } = store.getState();
  const address = (to: Address) => {
    const { screen } = store.getState();
    if (dialog.scheduledId === undefined)
      writeTo(store, to, dialog.readdresses && composerKey(screen));
    else readdressScheduled(context, dialog.scheduledId, to);
  };
  const facts = linkFacts(store.getState());
  const linked = linkedRecipient(facts, linkIn(view, dialog));
  if (linked !== undefined) {
    if ("narrow" in linked) address(linked.narrow);
    return;
  }
  const { userIds, rest, unknown, problem } = settled(view, dialog);
  const refused = problem ?? (unknown && `Not one person is called ${unknown}.`);
  if (dialog.want === "direct" && refused !== undefined) {
    showToast(store, refused, "error");
    return;
  }
  if (dialog.want === "direct" && rest.trim() === "" && userIds.length > 0) {
    address({ kind: "direct", userIds: everybody(view.ownId, userIds) });
    return;
  }
  const choice: Match | undefined = recipientChoices(facts, dialog)[dialog.chosen];
  if (choice === undefined || refuseLost(store, choice)) return;
  if (choice.kind === "stream") complete(store, dialog, `${choice.title} > `);
  else if (dialog.want === "stream" && choice.address !== undefined) address(choice.address);
  else if (choice.address?.kind === "direct") {
    const [other = view.ownId] = others(choice.address.userIds, view.ownId);
    complete(store, dialog, lineOfPeople(view, [...userIds, other]));
  }
}

function complete(store: Store, dialog: Recipient, text: string): void {
  const completed = { ...dialog, input: replaceAll(dialog.input, text) };
  const chosen = firstChoice(store.getState().view, completed);
  openDialog(store, { ...completed, chosen });
}

/** The text for an address: `backend > deploy window`, `Ana Ruiz, Bo Lindqvist, `. */
function lineOf(view: Replica, address: Address | undefined): Line {
  if (address?.kind === "direct") {
    const text = lineOfPeople(view, others(address.userIds, view.ownId));
    return { want: "direct", input: inputOf(text) };
  }
  const stream = address && get(view.streams, address.streamId);
  const text =
    stream === undefined ? "" : `${stream.name} > ${topicTitle(view, address?.topic ?? "")}`;
  return { want: "stream", input: inputOf(text) };
}

/**
 * Asks for another recipient of the composer's text. The input contains the current one, or the new place if messages
 * of the topic were moved.
 */
function readdress({ store }: CommandContext): void {
  const { screen, view } = store.getState();
  if (editedMessage(screen) !== undefined)
    showToast(store, "An edited message stays where it is.", "error");
  else {
    const { rerouted } = openedComposer(screen);
    const address = recipientOf({ screen, view });
    const other = rerouted ? ({ kind: "topic", ...rerouted.other } as const) : address;
    const scheduledId = editedScheduled(screen);
    const text = scheduledId === undefined ? { readdresses: true as const } : { scheduledId };
    const line = lineOf(view, other);
    openDialog(store, { kind: "recipient", ...line, ...text, chosen: firstChoice(view, line) });
  }
}

function openStreamText(view: Replica, { place }: Screen): string {
  const open = place.kind === "narrow" ? place.narrow : undefined;
  const stream =
    open?.kind === "topic" || open?.kind === "stream"
      ? get(view.streams, open.streamId)
      : undefined;
  return stream === undefined ? "" : `${stream.name} > `;
}

export const composing = commandsIn(inPanes, {
  "compose.stream": {
    alsoCalled: "new topic,compose,write,start conversation,post",
    title: "New message to a stream",
    hint: "compose",
    keys: ["c"],
    run: ({ store }) => {
      const { screen, view } = store.getState();
      const line = { want: "stream", input: inputOf(openStreamText(view, screen)) } as const;
      openDialog(store, { kind: "recipient", ...line, chosen: firstChoice(view, line) });
    },
  },
  "compose.direct": {
    alsoCalled: "dm,pm,private message,direct message,new dm",
    title: "New direct message",
    keys: ["x"],
    run: ({ store }) => {
      const state = store.getState();
      const id = contextOf(state.screen) === "list" ? selectedPerson(state) : undefined;
      if (id !== undefined) writeTo(store, directWith(state.view, id));
      else openDialog(store, { kind: "recipient", want: "direct", input: inputOf(), chosen: 0 });
    },
  },
});

export const recipients = commandsIn(["composer"], {
  "composer.recipient": {
    title: "Change the recipient",
    keys: ["^G r"],
    run: readdress,
  },
  "dialog.recipient-kind": {
    title: "Recipient: stream or direct message",
    keys: ["^G"],
    where: ["input"],
    // Switches between the two inputs; an empty one is filled with the open stream.
    run: (context) => {
      const { store } = context;
      const { screen, view } = store.getState();
      const { dialog } = screen;
      if (dialog?.kind !== "recipient") return;
      const want: RecipientKind = dialog.want === "stream" ? "direct" : "stream";
      const text = want === "stream" ? openStreamText(view, screen) : "";
      const line = { want, input: inputOf(text) };
      openDialog(store, { ...dialog, ...line, chosen: firstChoice(view, line) });
    },
  },
});
