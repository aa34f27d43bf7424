/** Small screen changes that many commands share. */
import type { Action, Address } from "#journal/intent.ts";
import type { StepLocation } from "#journal/journal.ts";
import type { Conversation } from "#model/conversation.ts";
import { isConversation, narrowKey } from "#model/narrow.ts";
import { writing } from "#store/composer.ts";
import type { About, Dialog, DialogOf } from "#store/dialog.ts";
import { listKey } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import { settled } from "#store/marks.ts";
import type { FirstPress, Place, Reader, RowId, Screen, Toast } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { act, changeScreen } from "#store/store.ts";
import { typedInto } from "#store/typed-into.ts";
import { withDialog } from "#store/typed-texts.ts";
import type { CommandContext, Context } from "./command.ts";

/** The context of the next key. */
export function contextOf(screen: Screen): Context {
  if (screen.dialog !== undefined) return contextOfDialog(screen.dialog);
  const typed = typedInto(screen);
  if (typed !== undefined) return typed;
  if (screen.focus === "sidebar") return "sidebar";
  return isList(screen.place) ? "list" : "reader";
}

function contextOfDialog(dialog: Dialog): Context {
  switch (dialog.kind) {
    case "info":
    case "search":
    case "card":
    case "form":
    case "menu":
      return dialog.kind;
    case "sign-in":
      return "dialog";
    default:
      return "input";
  }
}

/** The context without the open dialog. */
export function contextBelow(screen: Screen): Context {
  return contextOf({ ...screen, dialog: undefined });
}

export function showToast(
  store: Store,
  text: string,
  tone: Toast["tone"] = "done",
  undo = false,
): void {
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone, undo } }));
}

/** What was typed there in an earlier run is there again. */
export function openDialog(store: Store, dialog: Dialog): void {
  changeScreen(store, (screen) => withDialog(screen, dialog));
}

/** Asks about that subject, or offers what can be done with it; an open dialog is opened again afterwards. */
export function openMenu(store: Store, about: About): void {
  const { dialog: back } = store.getState().screen;
  openDialog(store, { kind: "menu", about, back });
}

export function closeDialog(store: Store): void {
  changeScreen(store, (screen) =>
    screen.dialog === undefined ? screen : { ...screen, dialog: undefined },
  );
}

/** Focuses the composer, for a new message to `address` if it is given. */
export function openComposer(store: Store, address?: Address): void {
  changeScreen(store, (screen) => writing(screen, address));
}

export function samePlace(one: Place, other: Place): boolean {
  if (isList(one)) return isList(other) && listKey(one) === listKey(other);
  return !isList(other) && narrowKey(one.narrow) === narrowKey(other.narrow);
}

/** The reader of the open narrow; undefined in a list. */
export function openReader(screen: Screen): Reader | undefined {
  return screen.place.kind === "narrow"
    ? screen.readers.get(narrowKey(screen.place.narrow))
    : undefined;
}

/** The open conversation; undefined in lists and in narrows that mix conversations. */
export function openConversation({ place }: Screen): Conversation | undefined {
  return place.kind === "narrow" && isConversation(place.narrow) ? place.narrow : undefined;
}

/** The screen with the open narrow's reader changed. */
export function withReader(screen: Screen, change: (reader: Reader) => Reader): Screen {
  if (screen.place.kind !== "narrow") return screen;
  const key = narrowKey(screen.place.narrow);
  const before = screen.readers.get(key);
  if (before === undefined) return screen;
  const after = change(before);
  return after === before
    ? screen
    : { ...screen, readers: new Map(screen.readers).set(key, after) };
}

/** The screen with the message or send selected in the open reader; an unknown message is fetched. */
export function withSelected(screen: Screen, selected: RowId): Screen {
  const jumpTarget = targetOf(selected);
  return withReader(screen, (reader) => ({
    ...reader,
    selected,
    top: undefined,
    jumpTarget,
    // A range ends where the cursor leaves it by a leap.
    marks: reader.marks && settled(reader.marks),
  }));
}

/** A message may have to be fetched first; a send is there. */
export function targetOf(row: RowId): Reader["jumpTarget"] {
  return typeof row === "number" ? row : undefined;
}

/** Does nothing while no dialog is open. */
export function changeDialog(store: Store, change: (dialog: Dialog) => Dialog): void {
  changeScreen(store, (screen) => {
    if (screen.dialog === undefined) return screen;
    const dialog = change(screen.dialog);
    return dialog === screen.dialog ? screen : { ...screen, dialog };
  });
}

/** Changes the open dialog if it is of that kind. */
export function changeDialogOf<Kind extends Dialog["kind"]>(
  store: Store,
  kind: Kind,
  change: (dialog: DialogOf<Kind>) => DialogOf<Kind>,
): void {
  const isOfKind = (dialog: Dialog): dialog is DialogOf<Kind> => dialog.kind === kind;
  changeDialog(store, (dialog) => (isOfKind(dialog) ? change(dialog) : dialog));
}

/** Pressing the key again is a first press again: another key was pressed, or too much time has passed. */
export function dropFirstPress(store: Store, before: FirstPress | undefined): void {
  if (before === undefined) return;
  changeScreen(store, (screen) =>
    screen.pressed.firstPress === before
      ? {
          ...screen,
          pressed: { ...screen.pressed, firstPress: undefined },
          toast: screen.toast === before.question ? before.afterwards : screen.toast,
        }
      : screen,
  );
}

/** A key was pressed, or another input came from the user: what is unread by now was there before the next one. */
export function noteUnreads({ store, accounts }: Pick<CommandContext, "store" | "accounts">): void {
  for (const each of accounts?.live().all() ?? [{ store }])
    changeScreen(each.store, (screen) => {
      const { epoch, unreads } = each.store.getState().view;
      const isNoted = epoch === 0 || screen.pressed.unreads === unreads;
      return isNoted ? screen : { ...screen, pressed: { ...screen.pressed, unreads } };
    });
}

// Performing actions as one undoable step, reported in a toast.

/** False, and nothing happens, if the actions change nothing. */
export function perform(
  context: CommandContext,
  actions: readonly Action[],
  sentence: string,
  location?: StepLocation,
  toast = sentence,
): boolean {
  const { store } = context;
  if (act(store, context, actions, { sentence, location }) === undefined) return false;
  showToast(store, toast, "done", true);
  return true;
}
