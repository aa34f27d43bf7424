/** What becomes of the requests of forms and menus once the server has answered them. */
import type { FormFailure, ServerRequest } from "./forms.ts";
import type { Store } from "./state.ts";
import { changeScreen, changeSession } from "./store.ts";

/** Closes the form or menu that waits for the result, or shows the error in it; if it was closed meanwhile, in a toast. */
export function requestAnswered(
  store: Store,
  { id, form, done }: ServerRequest,
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
    if (failure !== undefined) {
      if (isOpen) return { ...screen, dialog: { ...dialog, request: undefined, failure } };
      return { ...screen, toast: { text: failure.sentence, tone: "error", undo: false } };
    }
    const forms = new Map(screen.kept.forms);
    if (form !== undefined) forms.delete(form);
    const toast = { text: done, tone: "done", undo: false } as const;
    const kept = { ...screen.kept, forms };
    return { ...screen, kept, toast, dialog: isOpen ? undefined : dialog };
  });
}
