/** Which messages keys act on: the one under the cursor, or in a conversation several that are marked. */
import { memoizeLast } from "#base/memoize.ts";
import { has, type Sorted, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Command, CommandContext } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { openReader, withReader } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf } from "#model/select/conversations.ts";
import { selectedRow } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { type Marks, noMarks, rangeFrom, settled, toggled } from "#store/marks.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";

/** The selected message; undefined without one, and for sends. */
export function selectedMessage({ store }: CommandContext): Message | undefined {
  return messageAtCursor(store.getState());
}

export function messageAtCursor({
  screen,
  view,
}: Pick<State, "screen" | "view">): Message | undefined {
  const { place } = screen;
  const selected = isList(place) ? listedMessage(screen, place) : openReader(screen)?.selected;
  if (typeof selected !== "number") return undefined;
  // One that was moved elsewhere is not the row that is drawn as selected.
  const isThere = isList(place) || has(historyOf(view, place.narrow)?.ids ?? none, selected);
  return isThere ? get(view.messages, selected) : undefined;
}

const none: Sorted<MessageId> = sorted([]);

/** The message of the selected row, in a list of messages. */
function listedMessage(screen: Screen, place: ListPlace): MessageId | undefined {
  const row = selectedRow(listOf(screen, place));
  return row === undefined ? undefined : definitionOf(place).remote?.messageOf(row);
}

/** Why a key for messages does nothing: none is selected, or the rows of the open list are none. */
export function withoutMessage(state: State): string | undefined {
  const { place } = state.screen;
  if (isList(place) && definitionOf(place).remote === undefined) return "only on messages";
  return messageAtCursor(state) === undefined ? "select a message" : undefined;
}

/** The part of a command for the selected message; `unless` says why it does nothing with that one. */
export function onMessage(
  run: (context: CommandContext, message: Message) => void,
  unless?: (message: Message, state: State) => string | undefined,
): Pick<Command, "disabled" | "run"> {
  return {
    disabled: (state) => {
      const message = messageAtCursor(state);
      return message === undefined ? withoutMessage(state) : unless?.(message, state);
    },
    run: (context) => {
      const message = selectedMessage(context);
      if (message !== undefined) run(context, message);
    },
  };
}

// Several messages of a conversation.

const noMessages: readonly Message[] = [];

/** Those of the open narrow that are marked, in order; none: keys act on the one under the cursor. */
export function markedMessages({ screen, view }: Pick<State, "screen" | "view">) {
  const { place } = screen;
  const marks = openReader(screen)?.marks;
  if (marks === undefined || marks.keys.size === 0 || isList(place)) return noMessages;
  return markedAmong(view.messages, historyOf(view, place.narrow)?.ids, marks);
}

/** What was moved elsewhere or deleted meanwhile is no longer among them. */
const markedAmong = memoizeLast(
  (
    messages: Replica["messages"],
    ids: Sorted<MessageId> = [],
    { keys }: Marks<MessageId>,
  ): readonly Message[] =>
    sorted([...keys]).flatMap((id) => (has(ids, id) ? (get(messages, id) ?? []) : [])),
);

export function chosenMessages({ store, count }: CommandContext): readonly Message[] {
  return chosenIn(store.getState(), count);
}

/** The marked messages; without any, `count` of the same conversation from the cursor on. */
export function chosenIn(state: State, count: number): readonly Message[] {
  const marked = markedMessages(state);
  if (marked.length > 0) return marked;
  const first = messageAtCursor(state);
  if (first === undefined) return noMessages;
  return count < 2 ? [first] : followingOf(state, first).slice(0, count);
}

/** The message and those after it in its conversation, as far as they are loaded. */
function followingOf({ screen, view }: State, first: Message): readonly Message[] {
  const { place } = screen;
  const ids = isList(place) ? [] : (historyOf(view, place.narrow)?.ids ?? []);
  const from = ids.indexOf(first.id);
  if (from < 0) return [first];
  return ids.slice(from).flatMap((id) => {
    const message = get(view.messages, id);
    return message?.conversation === first.conversation ? message : [];
  });
}

/** The part of a command for the messages that are chosen. What deals with them ends the marks: a question does not. */
export function onMessages(
  run: (context: CommandContext, messages: readonly [Message, ...Message[]]) => void,
): Pick<Command, "disabled" | "run"> {
  return {
    disabled: withoutMessage,
    run: (context) => {
      const [first, ...more] = chosenMessages(context);
      if (first !== undefined) run(context, [first, ...more]);
    },
  };
}

/** Starts a range at the cursor, or ends it: what it has marked stays marked. */
export function markRange(store: Store): void {
  const first = messageAtCursor(store.getState());
  changeScreen(store, (screen) =>
    withReader(screen, (reader) => {
      const { marks = noMarks } = reader;
      if (marks.kind === "range") return { ...reader, marks: settled(marks) };
      return first === undefined ? reader : { ...reader, marks: rangeFrom(marks, first.id) };
    }),
  );
}

/** Marks the message under the cursor, or no longer. */
export function toggleMark(store: Store): void {
  const at = messageAtCursor(store.getState());
  if (at === undefined) return;
  changeScreen(store, (screen) =>
    withReader(screen, (reader) => ({ ...reader, marks: toggled(reader.marks ?? noMarks, at.id) })),
  );
}

/** Keys act on the message under the cursor again. */
export function endMarks(store: Store): void {
  changeScreen(store, (screen) =>
    withReader(screen, (reader) =>
      reader.marks === undefined ? reader : { ...reader, marks: undefined },
    ),
  );
}

/** `the message`, or `4 messages`. */
export function messagesTitle({ length }: readonly Message[]): string {
  return length === 1 ? "the message" : `${length} messages`;
}
