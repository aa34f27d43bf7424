/** Silence: when no notification comes, by the user's hours or by a key. */
import { isWithin } from "#base/daily-hours.ts";
import type { Zone } from "#base/time.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { showToast } from "#commands/screen.ts";
import { withKeys } from "#commands/sentences.ts";
import { hoursFor, secondsNow } from "#commands/time-choices.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";

/** Whether no notification comes now; `seconds` in UNIX seconds. The zone is only asked for with quiet hours: it takes 8 MB. */
export function isQuiet(
  { preferences: { notifications, quietHours }, terminal: { wantsNotifications } }: Screen,
  seconds: number,
  zone: () => Zone,
): boolean {
  if (wantsNotifications !== undefined) return !wantsNotifications;
  if (notifications === "off") return true;
  return quietHours !== undefined && isWithin(quietHours, seconds, zone());
}

/** For all accounts, until the key is pressed again or weir ends. */
function toggle({ store, clock, keys }: CommandContext): void {
  const { screen, view } = store.getState();
  if (screen.preferences.notifications === "off") {
    const sentence = "Your options of weir have no notifications|: {go.settings} leads to them|.";
    showToast(store, withKeys(keys, sentence), "error");
    return;
  }
  const wantsNotifications = isQuiet(screen, secondsNow(clock), () => hoursFor(view));
  changeScreen(store, (now) => ({ ...now, terminal: { ...now.terminal, wantsNotifications } }));
  const sentence = wantsNotifications
    ? "Notifications come again."
    : "No more notifications|: {program.notifications} brings them back|.";
  showToast(store, withKeys(keys, sentence));
}

export const quiet = commandsIn(inPanes, {
  "program.notifications": {
    alsoCalled: "do not disturb,dnd,mute all,quiet hours,silence",
    title: "Turn notifications off or on",
    keys: ["g q"],
    run: toggle,
  },
});
