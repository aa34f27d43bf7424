/** Asking by a toast: the same key pressed again while it stands there is the answer. */
import { changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { showToast } from "./screen.ts";

const twiceMs = 2_000;

/** True for the second press. The first one shows `question` for two seconds. */
export function isSecondPress(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  question: string,
): boolean {
  const withoutQuestion = () =>
    changeScreen(store, (screen) =>
      screen.toast?.text === question ? { ...screen, toast: undefined } : screen,
    );
  if (store.getState().screen.toast?.text === question) {
    withoutQuestion();
    return true;
  }
  showToast(store, question);
  clock.after(twiceMs, withoutQuestion);
  return false;
}
