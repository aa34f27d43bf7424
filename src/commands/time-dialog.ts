/** Opens the dialog for a time. */
import { typedTimeParser } from "#base/typed-time.ts";
import type { TimeDialog, TimePurpose } from "#store/dialog.ts";
import { changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { openDialog, showToast } from "./screen.ts";
import { secondsNow } from "./time-choices.ts";

/** Opens the dialog; times can be typed immediately, and are parsed once the parser is loaded. */
export function askForTime({ store, clock }: CommandContext, purpose: TimePurpose): void {
  const dialog: TimeDialog = {
    kind: "time",
    purpose,
    text: "",
    chosen: 0,
    now: secondsNow(clock),
  };
  openDialog(store, dialog);
  void typedTimeParser().then(
    (read) =>
      changeScreen(store, (screen) =>
        screen.dialog?.kind === "time" ? { ...screen, dialog: { ...screen.dialog, read } } : screen,
      ),
    () =>
      showToast(store, "Typed times cannot be parsed: the installation is incomplete.", "error"),
  );
}
