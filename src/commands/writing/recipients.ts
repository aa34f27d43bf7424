/** Recipients by what is typed: a stream and a topic, or people; and writing to one. */

import { type Divided, divisionsOf } from "#base/divisions.ts";
import { get, values } from "#base/table.ts";
import { severalReadings } from "#base/word-list.ts";
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
import type { Problem } from "#model/limits.ts";
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

/** A stream, and what is typed of a topic in it. */
type Reading = { readonly streamId: StreamId; readonly rest: string };

type Settled = {
  readonly streamId?: StreamId;
  /** If the line begins with the names of several streams: the topics are those of all of them. */
  readonly readings?: readonly Reading[];
  readonly userIds: readonly UserId[];
  /** The part that is being typed. */
  readonly rest: string;
  /** A complete name that nobody has, or several have. */
  readonly unknown?: string;
  /** It can be read in several ways. */
  readonly problem?: Problem;
};

/** What is complete: the stream before ` > `, the users before the last comma. */
export function settled(view: Replica, { want, input: { text } }: Line): Settled {
  return want === "stream" ? settledStream(view, text) : settledPeople(view, text);
}

/** With or without the sign that the screen writes before a name, which may begin with one of its own. */
function settledStream(view: Replica, text: string): Settled {
  const bare = text.replace(/^[#◈◎] ?/, "");
  const streams = [...values(view.streams)];
  const [readings = []] = [text, bare]
    .map((each) => streamsBefore(streams, each))
    .filter(({ length }) => length > 0);
  const [only, another] = readings;
  if (only !== undefined && another === undefined) return { ...only, userIds: [] };
  return { userIds: [], rest: bare, ...(another !== undefined && { readings }) };
}

/** Each stream whose name the text begins with, the longest first: with `a` and `a > b`, `a > b > c` is a topic of either. */
function streamsBefore(streams: readonly Stream[], text: string): readonly Reading[] {
  return streams
    .filter(({ name }) => text.startsWith(`${name} > `) || text.startsWith(`${name} › `))
    .toSorted((one, other) => other.name.length - one.name.length)
    .map(({ id, name }) => ({ streamId: id, rest: text.slice(name.length + " > ".length) }));
}

/** The choice that is selected by itself: none if a line can be read in several ways. */
export function firstChoice(view: Replica, line: Line): number {
  return settled(view, line).readings === undefined ? 0 : -1;
}

function settledPeople(view: Replica, text: string): Settled {
  const parts = text.split(", ");
  const rest = parts.pop() ?? "";
  const nameAt = (from: number, to: number) => parts.slice(from, to).join(", ");
  const idAt = (from: number, to: number) => personCalled(view, nameAt(from, to));
  const exactAt = ([from, to]: Divided) => exactOf(view, idAt(from, to)) ?? nameAt(from, to);
  const readings = divisionsOf(parts.length, (from, to) => idAt(from, to) !== undefined);
  const [names = [], another] = readings;
  const unknown = names.find(([from, to]) => idAt(from, to) === undefined);
  return {
    userIds: names.flatMap(([from, to]) => idAt(from, to) ?? []),
    rest,
    ...(unknown !== undefined && { unknown: nameAt(...unknown) }),
    ...(another !== undefined && {
      problem: severalReadings(
        parts.join(", "),
        readings.map((all) => all.map(exactAt).join(", ")),
      ),
    }),
  };
}

/** With or without the sign. */
function personCalled(view: Replica, name: string): UserId | undefined {
  return personNamed(view, name) ?? personNamed(view, withoutSign(name));
}

function exactOf({ people }: Replica, id: UserId | undefined): string | undefined {
  const person = id === undefined ? undefined : get(people, id);
  return person && `${person.name}|${person.id}`;
}

/** The sign that the screen and commands write before a name, which may begin with one of its own. */
function withoutSign(name: string): string {
  return name.replace(/^@/, "");
}

function nameOf(view: Replica, id: UserId): string {
  const name = get(view.people, id)?.name ?? "";
  return personNamed(view, name) === id ? name : `${name}|${id}`;
}

/** The line for these people, behind whom another one can follow: with their IDs if it could be read in another way. */
export function lineOfPeople(view: Replica, ids: readonly UserId[]): string {
  const text = [...ids.map((id) => nameOf(view, id)), ""].join(", ");
  if (settledPeople(view, text).problem === undefined) return text;
  return [...ids.map((id) => exactOf(view, id) ?? ""), ""].join(", ");
}

export function recipientChoices(facts: LinkFacts, dialog: Recipient): readonly Match[] {
  const { view } = facts;
  const linked = linkedRecipient(facts, linkIn(view, dialog));
  if (linked !== undefined)
    return "narrow" in linked ? [linkMatch(view, linked.narrow, linkIn(view, dialog))] : [];
  const { streamId, readings = [], userIds, rest } = settled(view, dialog);
  const most = Math.floor(maxChoices / Math.max(1, readings.length));
  if (readings.length > 0)
    return readings.flatMap((one) => findTopics(view, one.streamId, one.rest, most));
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
  const { streamId, rest, readings = [] } = settled(view, line);
  const rests = [...(streamId === undefined ? [] : [rest]), ...readings.map((one) => one.rest)];
  return rests.find((one) => narrowLink(one)?.site !== undefined) ?? text;
}

export function isLink(view: Replica, line: Line): boolean {
  return narrowLink(linkIn(view, line)) !== undefined;
}

/** Why nothing is found, if that is known: a link leads nowhere, or the stream is not in use. Not safe for a terminal. */
export function recipientProblem(facts: LinkFacts, line: Line): string | undefined {
  const { view } = facts;
  const linked = linkedRecipient(facts, linkIn(view, line));
  if (linked !== undefined) return "problem" in linked ? linked.problem : undefined;
  const { streamId, rest, problem } = settled(view, line);
  if (line.want === "direct") return problem;
  const [lost] = streamId === undefined ? streamsBefore([...view.archived.values()], rest) : [];
  return lost && outOfReachSentence(view, lost.streamId);
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
