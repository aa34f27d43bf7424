/** Confirmation by pressing the same key again while a toast asks for it. */
import type { Toast } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { showToast } from "./screen.ts";

const twiceMs = 2_000;

/** True on the second press. The first one shows `question`, and after `withinMs` the toast `then`. */
export function isSecondPress(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  question: string,
  { withinMs = twiceMs, then }: { readonly withinMs?: number; readonly then?: Toast } = {},
): boolean {
  const withoutQuestion = (toast?: Toast) =>
    changeScreen(store, (screen) =>
      screen.toast?.text === question ? { ...screen, toast } : screen,
    );
  if (store.getState().screen.toast?.text === question) {
    withoutQuestion();
    return true;
  }
  showToast(store, question);
  clock.after(withinMs, () => withoutQuestion(then));
  return false;
}
