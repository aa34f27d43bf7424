/** Recipients by what is typed: a stream and a topic, or people; and writing to one. */

import { get, values } from "#base/table.ts";
import {
  findPeople,
  findStreams,
  findTopics,
  linkMatch,
  type Match,
  personNamed,
} from "#commands/places/finder.ts";
import { type LinkFacts, linkedRecipient } from "#commands/places/links.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { outOfReachSentence } from "#model/streams.ts";
import {
  cleared,
  composerAt,
  isTouched,
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

export type Recipient = DialogOf<"recipient">;
/** The line from which a recipient follows. */
export type Line = Pick<Recipient, "want" | "input">;
export /** How many are offered at most. */
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

export function nameOf(view: Replica, id: UserId): string {
  const name = get(view.people, id)?.name ?? "";
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

export function recipientChoices(facts: LinkFacts, dialog: Recipient): readonly Match[] {
  const { view } = facts;
  const linked = linkedRecipient(facts, linkIn(view, dialog));
  if (linked !== undefined)
    return "narrow" in linked ? [linkMatch(view, linked.narrow, linkIn(view, dialog))] : [];
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
export function linkIn(view: Replica, line: Line): string {
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

/**
 * Opens the composer for `address` with the text without a recipient, if somebody wrote, pasted or chose that here just now:
 * one from before waits among the drafts, and goes nowhere by itself. With `from`, it takes the text of that composer
 * instead, and the pane stays as it is.
 */
export function writeTo(store: Store, address: Address, from?: string): void {
  const { screen: before } = store.getState();
  const taken = from ?? (isTouched(before, "") ? "" : undefined);
  if (from === undefined) openNarrow(store, address);
  changeScreen(store, (screen) => ({
    ...(taken === undefined ? screen : withAddressed(screen, taken, conversationKey(address))),
    dialog: undefined,
    composing: { kind: "new", address },
    focus: "composer",
  }));
}

/** Asks for a recipient of the text without one, which goes to whoever is chosen. */
export function askForRecipient(store: Store): void {
  changeScreen(store, (screen) => ({
    ...withEditor(screen, "", composerAt(screen, "").editor),
    dialog: { kind: "recipient", want: "stream", input: inputOf(), chosen: 0 },
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
