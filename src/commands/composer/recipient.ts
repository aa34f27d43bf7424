/** Choosing recipients: for new messages, and for a text that is being written. */

import { get, values } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { selectedPerson } from "#commands/person/list.ts";
import {
  findPeople,
  findStreams,
  findTopics,
  foundByLink,
  type Match,
  personNamed,
} from "#commands/places/finder.ts";
import { type LinkFacts, linkedRecipient, linkFacts } from "#commands/places/links.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { readdressScheduled } from "#commands/scheduled/editing.ts";
import { contextOf, openDialog, showToast } from "#commands/screen.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { directWith } from "#model/select/conversations.ts";
import type { Stream } from "#model/stream.ts";
import { outOfReachSentence } from "#model/streams.ts";
import {
  cleared,
  composerAt,
  composerKey,
  editedMessage,
  editedScheduled,
  openedComposer,
  recipientOf,
  withComposer,
  withEditor,
  withHolders,
} from "#store/composer.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { narrowLink } from "#wire/narrow-link.ts";

type Recipient = DialogOf<"recipient">;
/** The line from which a recipient follows. */
type Line = Pick<Recipient, "want" | "input">;
type RecipientKind = Recipient["want"];

/** How many are offered at most. */
const maxChoices = 50;

type Settled = {
  readonly streamId?: StreamId;
  readonly userIds: readonly UserId[];
  /** The part that is being typed. */
  readonly rest: string;
  /** A complete name that nobody has, or several have. */
  readonly unknown?: string;
};

/** What is complete: the stream before ` > `, the users before the last comma. */
export function settled(view: Replica, { want, input: { text } }: Line): Settled {
  return want === "stream" ? settledStream(view, text) : settledPeople(view, text);
}

/** With or without the sign that the screen writes before a name, which may begin with one of its own. */
function settledStream(view: Replica, text: string): Settled {
  const bare = text.replace(/^[#◈◎] ?/, "");
  return (
    streamBefore(values(view.streams), text) ??
    streamBefore(values(view.streams), bare) ?? { userIds: [], rest: bare }
  );
}

/** If one stream's name is the beginning of another's, the longer one wins. */
function streamBefore(streams: Iterable<Stream>, text: string): Settled | undefined {
  let found: Stream | undefined;
  for (const stream of streams) {
    const { name } = stream;
    const isLonger = found === undefined || name.length > found.name.length;
    if (isLonger && (text.startsWith(`${name} > `) || text.startsWith(`${name} › `)))
      found = stream;
  }
  if (found === undefined) return undefined;
  return { streamId: found.id, userIds: [], rest: text.slice(found.name.length + " > ".length) };
}

/** A name may contain commas, but no more than this. */
const maxCommas = 2;

function settledPeople(view: Replica, text: string): Settled {
  const parts = text.split(", ");
  const rest = parts.pop() ?? "";
  const userIds: UserId[] = [];
  let unknown: string | undefined;
  for (let at = 0; at < parts.length; ) {
    const [id, taken] = firstPerson(view, parts.slice(at, at + maxCommas + 1));
    if (id !== undefined) userIds.push(id);
    else unknown ??= parts[at];
    at += taken;
  }
  return { userIds, rest, ...(unknown !== undefined && { unknown }) };
}

/** The user whom the first parts name together, and the number of those parts. */
function firstPerson(view: Replica, parts: readonly string[]): [UserId | undefined, number] {
  for (let count = 1; count <= parts.length; count += 1) {
    const name = parts.slice(0, count).join(", ");
    const id = personNamed(view, name) ?? personNamed(view, withoutSign(name));
    if (id !== undefined) return [id, count];
  }
  return [undefined, 1];
}

/** The sign that the screen and commands write before a name, which may begin with one of its own. */
function withoutSign(name: string): string {
  return name.replace(/^@/, "");
}

function nameOf(view: Replica, id: UserId): string {
  const name = get(view.people, id)?.name ?? "";
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

export function recipientChoices(facts: LinkFacts, dialog: Recipient): readonly Match[] {
  const { view } = facts;
  const linked = linkedRecipient(facts, linkIn(view, dialog));
  if (linked !== undefined)
    return "narrow" in linked ? [foundByLink(view, linked.narrow, linkIn(view, dialog))] : [];
  const { streamId, userIds, rest } = settled(view, dialog);
  if (dialog.want === "direct") {
    return findPeople(view, withoutSign(rest), maxChoices).filter(
      ({ address }) =>
        address?.kind === "direct" && !address.userIds.some((id) => userIds.includes(id)),
    );
  }
  return streamId === undefined
    ? findStreams(view, rest, maxChoices)
    : findTopics(view, streamId, rest, maxChoices);
}

/** What may be a link: all that was typed, or what was pasted behind the stream that stood there already. */
function linkIn(view: Replica, line: Line): string {
  const { text } = line.input;
  const { streamId, rest } = settled(view, line);
  const isPasted = streamId !== undefined && narrowLink(rest)?.site !== undefined;
  return isPasted ? rest : text;
}

export function isLink(view: Replica, line: Line): boolean {
  return narrowLink(linkIn(view, line)) !== undefined;
}

/** Why nothing is found, if that is known: a link leads nowhere, or the stream is not in use. Not safe for a terminal. */
export function recipientProblem(facts: LinkFacts, line: Line): string | undefined {
  const { view } = facts;
  const linked = linkedRecipient(facts, linkIn(view, line));
  if (linked !== undefined) return "problem" in linked ? linked.problem : undefined;
  if (line.want === "direct") return undefined;
  const { streamId, rest } = settled(view, line);
  const lost = streamId === undefined ? streamBefore(view.archived.values(), rest) : undefined;
  return lost?.streamId && outOfReachSentence(view, lost.streamId);
}

/** Refuses what nobody can write to. Returns whether it did. */
export function refuseLost(store: Store, { kind, title, problem }: Match): boolean {
  if (problem === undefined) return false;
  showToast(store, `${kind === "stream" ? "#" : ""}${title} is ${problem}.`, "error");
  return true;
}

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
  const { userIds, rest, unknown } = settled(view, dialog);
  if (dialog.want === "direct" && unknown !== undefined) {
    showToast(store, `Not one person is called ${unknown}.`, "error");
    return;
  }
  if (dialog.want === "direct" && rest.trim() === "" && userIds.length > 0) {
    const everybody = [...new Set([...userIds, view.ownId])].sort((a, b) => a - b);
    address({ kind: "direct", userIds: everybody });
    return;
  }
  const found: Match | undefined = recipientChoices(facts, dialog)[dialog.chosen];
  if (found === undefined || refuseLost(store, found)) return;
  if (found.kind === "stream") complete(store, dialog, `${found.title} > `);
  else if (dialog.want === "stream" && found.address !== undefined) address(found.address);
  else if (found.address?.kind === "direct") {
    const [other = view.ownId] = others(found.address.userIds, view.ownId);
    const names = [...userIds, other].map((id) => nameOf(view, id));
    complete(store, dialog, [...names, ""].join(", "));
  }
}

function complete(store: Store, dialog: Recipient, text: string): void {
  openDialog(store, { ...dialog, input: replaceAll(dialog.input, text), chosen: 0 });
}

/**
 * Opens the composer for `address` with the text that had no recipient yet. With `from`, it takes the text of that
 * composer instead, and the pane stays as it is.
 */
export function writeTo(store: Store, address: Address, from?: string): void {
  if (from === undefined) openNarrow(store, address);
  changeScreen(store, (screen) => ({
    ...withAddressed(screen, from ?? "", conversationKey(address)),
    dialog: undefined,
    composing: { kind: "new", address },
    focus: "composer",
  }));
}

/** Moves the text of one composer into another. It replaces a draft there, which undo brings back. */
function withAddressed(screen: Screen, from: string, key: string): Screen {
  const { text } = composerAt(screen, from).editor;
  if (text.trim() === "" || from === key) return screen;
  const before = composerAt(screen, key).editor;
  const after = withEditor(screen, key, replaceAll(before, text));
  if (before.text.trim() !== "")
    return cleared(withComposer(after, key, { replaced: { text: before.text } }), from);
  const { holders = [] } = composerAt(screen, from);
  return cleared(withHolders(after, key, holders), from);
}

/** The text for an address: `backend > deploy window`, `Ana Ruiz, Bo Lindqvist, `. */
function lineOf(view: Replica, address: Address | undefined): Line {
  if (address?.kind === "direct") {
    const names = others(address.userIds, view.ownId).map((id) => nameOf(view, id));
    return { want: "direct", input: inputOf([...names, ""].join(", ")) };
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
    openDialog(store, { kind: "recipient", ...lineOf(view, other), ...text, chosen: 0 });
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
      const text = openStreamText(view, screen);
      openDialog(store, { kind: "recipient", want: "stream", input: inputOf(text), chosen: 0 });
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
      openDialog(store, { ...dialog, want, input: inputOf(text), chosen: 0 });
    },
  },
});
