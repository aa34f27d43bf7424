/** What becomes of an answer for the open dialog: those who ask need not know dialogs. */
import { ended } from "#base/safe-text.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { DialogOf, FileText, SearchAnswer, SearchHits } from "./dialog.ts";
import type { FormFailure, ServerRequest } from "./forms.ts";
import type { Toast } from "./screen.ts";
import type { State, Store } from "./state.ts";
import { changeScreen, changeSession } from "./store.ts";
import { withKept } from "./typed-texts.ts";

/** The search that is being typed, if any. */
export function typedSearch({ screen: { dialog } }: State): DialogOf<"search"> | undefined {
  return dialog?.kind === "search" ? dialog : undefined;
}

/** What the archive has of the typed search. */
export function showHits(store: Store, hits: SearchHits): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "search" ? { ...screen, dialog: { ...screen.dialog, hits } } : screen,
  );
}

/** What the server has of it. A list among whose rows the user chooses stays as it is. */
export function showAnswer(store: Store, terms: readonly SearchTerm[], answer: SearchAnswer): void {
  changeScreen(store, (screen) => {
    const { dialog } = screen;
    const isWanted = dialog?.kind === "search" && dialog.terms === terms && dialog.chosen < 0;
    return isWanted ? { ...screen, dialog: { ...dialog, answer } } : screen;
  });
}

function withFailure(
  dialog: DialogOf<"form"> | DialogOf<"menu">,
  failure: FormFailure,
): DialogOf<"form"> | DialogOf<"menu"> {
  const answered = { ...dialog, request: undefined, failure };
  return answered.kind === "form" ? { ...answered, refused: failure.field } : answered;
}

/**
 * Closes the form or menu that waits for the result, or shows the error in it; in a toast if it was closed meanwhile, or must
 * not be saved again.
 */
export function requestAnswered(
  store: Store,
  { id, form, report }: ServerRequest,
  failure: FormFailure | undefined,
): void {
  changeSession(store, (session) => ({
    ...session,
    requests: session.requests.filter((one) => one.id !== id),
  }));
  changeScreen(store, (screen) => {
    const { dialog } = screen;
    const isWaiting = dialog?.kind === "form" || dialog?.kind === "menu";
    const isOpen = isWaiting && dialog.request === id;
    if (failure !== undefined && failure.isOver !== true) {
      if (isOpen) return { ...screen, dialog: withFailure(dialog, failure) };
      return { ...screen, toast: { text: failure.sentence, tone: "error", undo: false } };
    }
    const after = form === undefined ? screen : withKept(screen, form, undefined);
    const toast: Toast =
      failure === undefined
        ? { text: report, tone: "done", undo: false }
        : { text: `${ended(report)} ${failure.sentence}`, tone: "error", undo: false };
    return { ...after, toast, dialog: isOpen ? undefined : dialog };
  });
}

/** What the server wrote about a topic, or why it did not, in the dialog that waits for it. */
export function answerSummary(store: Store, id: ConversationKey, content: FileText): void {
  changeScreen(store, (screen) => {
    const { dialog } = screen;
    if (dialog?.kind !== "info" || dialog.about.kind !== "summary") return screen;
    const { by } = dialog.about;
    if (by.kind !== "server" || topicKey(by.topic.streamId, by.topic.topic) !== id) return screen;
    return { ...screen, dialog: { ...dialog, about: { ...dialog.about, content } } };
  });
}
