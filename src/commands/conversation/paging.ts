/**
 * The key that reads a conversation page by page. At its end the key says where it would go on, and goes there only when
 * it is pressed again: what was read with one key is never left, nor marked as done, by the same key without a word.
 */
import { type CommandContext, commandsIn } from "#commands/command.ts";
import { markedMessages, toggleMark } from "#commands/message/selected.ts";
import { goTo } from "#commands/places/navigation.ts";
import { dropFirstPress, openConversation, showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { conversationKey } from "#model/conversation.ts";
import { historyOf, titleOf } from "#model/select/conversations.ts";
import type { EndTold, Toast } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { targetsOf } from "./targets.ts";
import {
  doneAndNext,
  hasUndone,
  markDone,
  needsConfirming,
  nextConversation,
  openNext,
} from "./triage.ts";

/**
 * Terminals do not tell the repeats of a held key from presses. The first repeat comes after up to 660 ms, the others
 * within 100: what follows the key sooner than this is taken for one.
 */
const separateMs = 700;
/** As long as the notice stays. */
const toldMs = 10_000;

function page(context: CommandContext): void {
  const { store, viewport, clock } = context;
  if (markedMessages(store.getState()).length > 0) {
    markOn(context);
    return;
  }
  if (!viewport.atEnd()) {
    viewport.scroll(Math.max(1, viewport.height() - 1));
    return;
  }
  const state = store.getState();
  const { firstPress } = state.screen.pressed;
  const told =
    firstPress?.kind === "end" && firstPress.last === lastOf(state) ? firstPress : undefined;
  const isSeparate =
    context.isLine === true || (told !== undefined && clock.elapsed() - told.at >= separateMs);
  if (told !== undefined && isSeparate) goOn(context, told);
  else tell(context);
}

/** While messages are marked, the key marks the next ones, as in a list. */
function markOn({ store, viewport, count }: CommandContext): void {
  for (let time = 0; time < count; time += 1) {
    toggleMark(store);
    viewport.select(1);
  }
}

/** The last known message: what has arrived since the end was told was not meant. */
function lastOf({ screen, view }: State): EndTold["last"] {
  const { place } = screen;
  return place.kind === "narrow" ? historyOf(view, place.narrow)?.ids.at(-1) : undefined;
}

/** Says where the next press goes, if anywhere. */
function tell(context: CommandContext): void {
  const { store, clock, keys } = context;
  const state = store.getState();
  const conversation = openConversation(state.screen);
  if (conversation === undefined) {
    showToast(store, withKeys(keys, "End|: {place.out} goes back|."));
    return;
  }
  const marks = hasUndone(state, targetsOf(context).conversations);
  const next = nextConversation(state, conversationKey(conversation));
  if (next === undefined && !marks) {
    showToast(store, "End. Everything is read.");
    return;
  }
  const onward: EndTold["onward"] =
    next === undefined ? { kind: "inbox" } : { kind: "conversation", ...next };
  const again = withKeys(keys, `End. |{reader.page} again: |${marks ? "done, and " : ""}`);
  const question: Toast = { text: again + wordsOf(state, onward), tone: "done", undo: false };
  const firstPress: EndTold = {
    ...{ kind: "end", onward, marks, question, afterwards: undefined },
    ...{ last: lastOf(state), at: clock.elapsed() },
  };
  changeScreen(store, (screen) => ({
    ...screen,
    pressed: { ...screen.pressed, firstPress },
    toast: question,
  }));
  clock.after(toldMs, () => dropFirstPress(store, firstPress));
}

function wordsOf({ view, others }: State, onward: EndTold["onward"]): string {
  if (onward.kind === "inbox") return "back to the inbox";
  const { conversation, account } = onward;
  const other = others.find(({ name }) => name === account);
  const title = titleOf(other?.state.view ?? view, conversation);
  return `on to ${title}${other === undefined ? "" : ` (${other.name})`}`;
}

/** Goes to what was named, whatever is next by now. */
function goOn(context: CommandContext, { onward, marks }: EndTold): void {
  const { store } = context;
  const targets = targetsOf(context);
  if (marks && needsConfirming(store.getState(), targets)) {
    doneAndNext(context);
    return;
  }
  markDone(context, targets);
  if (onward.kind === "inbox") goTo(store, { kind: "inbox" });
  else openNext(context, onward);
}

export const paging = commandsIn(["reader"], {
  "reader.page": {
    title: "Page down; at the end, twice: done, and to the next",
    hint: "page",
    keys: ["Space"],
    run: page,
  },
});
