/** Which messages keys act on: the one under the cursor, in a conversation or in a list of messages. */
import { get } from "#base/table.ts";
import type { Command, CommandContext } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { openReader } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import { selectedRow } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";

/** The selected message; undefined without one, and for sends. */
export function selectedMessage({ store }: CommandContext): Message | undefined {
  return messageAtCursor(store.getState());
}

export function messageAtCursor({
  screen,
  view,
}: Pick<State, "screen" | "view">): Message | undefined {
  const selected = isList(screen.place)
    ? listedMessage(screen, screen.place)
    : openReader(screen)?.selected;
  return typeof selected === "number" ? get(view.messages, selected) : undefined;
}

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
