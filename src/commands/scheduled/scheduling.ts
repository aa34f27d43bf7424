/** Scheduling the composer's text, the dialog for the time, and the menu of what is scheduled. */

import { type CommandContext, commandsIn } from "#commands/command.ts";
import { snoozeTo } from "#commands/conversation/snooze.ts";
import type { MenuItem, MenuRow } from "#commands/menus/menu.ts";
import { askForNote, remindAt } from "#commands/message/reminding.ts";
import { goTo, openNarrow } from "#commands/places/navigation.ts";
import { closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { removeListedRows } from "#commands/steps.ts";
import {
  askForTime,
  momentOf,
  pastTimeProblem,
  secondsNow,
  timeChoices,
  timeProblem,
} from "#commands/time-choices.ts";
import { isCrowdConfirmed, sendProblem } from "#commands/writing/before-sending.ts";
import { askForRecipient } from "#commands/writing/recipients.ts";
import { sentOrDeleted } from "#commands/writing/text.ts";
import { uploadProblem } from "#commands/writing/uploading.ts";
import { inputOf } from "#editor/input.ts";
import { inverseOf } from "#journal/action.ts";
import { type ScheduleAdd, timedOf } from "#journal/actions/scheduled.ts";
import { wildcardMentionCount } from "#model/permissions.ts";
import {
  composerEditor,
  composerKey,
  dispatched,
  editedMessage,
  newAddress,
  recipientOf,
} from "#store/composer.ts";
import type { DialogOf, TimeDialog, TimePurpose } from "#store/dialog.ts";
import type { State } from "#store/state.ts";
import { addIntents, changeScreen } from "#store/store.ts";
import { changeScheduled, editScheduled, saveScheduled, sendNow } from "./editing.ts";
import { failureOf } from "./list.ts";

type FuturePurpose = Exclude<TimePurpose, { readonly kind: "digest" | "snooze" }>;

export function acceptTime(context: CommandContext, dialog: TimeDialog): void {
  const { store } = context;
  const { view } = store.getState();
  const choice = timeChoices(view, dialog)[dialog.chosen];
  if (choice === undefined) {
    showToast(store, timeProblem(view, dialog) ?? "Choose a time.", "error");
  } else if (dialog.purpose.kind === "digest") {
    closeDialog(store);
    if (choice.at !== undefined) goTo(store, { kind: "digest", since: choice.at });
  } else if (choice.isNote === true && isForReminder(dialog)) {
    askForNote(context, dialog);
  } else if (choice.at !== undefined && choice.at <= secondsNow(context.clock)) {
    changeScreen(store, (screen) => ({
      ...screen,
      dialog: { ...dialog, now: secondsNow(context.clock), chosen: 0 },
    }));
    showToast(store, pastTimeProblem, "error");
  } else if (dialog.purpose.kind === "snooze") snoozeTo(context, dialog.purpose, choice);
  else acceptFor(context, dialog.purpose, choice.at);
}

function isForReminder(dialog: TimeDialog): dialog is DialogOf<"reminder-note">["back"] {
  return dialog.purpose.kind === "remind";
}

function acceptFor(context: CommandContext, purpose: FuturePurpose, at: number | undefined): void {
  if (purpose.kind === "status") openDialog(context.store, { ...purpose.back, until: at });
  else if (at === undefined) closeDialog(context.store);
  else if (purpose.kind === "remind") remindAt(context, purpose, at);
  else if (purpose.kind === "reschedule")
    changeScheduled(context, purpose.id, { at, ...(purpose.to && { address: purpose.to }) });
  else {
    closeDialog(context.store);
    if (!saveScheduled(context, at)) scheduleText(context, at);
  }
}

/** Why the composer's text cannot be scheduled; undefined if it can. */
function scheduleProblem(
  { store, keys }: CommandContext,
  crowd: number | undefined,
): string | undefined {
  const { screen, view } = store.getState();
  const lack = unsupportedReason(view, "scheduling");
  if (lack !== undefined) return lack.sentence;
  if (editedMessage(screen) !== undefined) return "An edit cannot be scheduled.";
  const { text } = composerEditor(screen);
  if (text.trim() === "") return "Write the message first, then schedule it.";
  const address = recipientOf({ screen, view });
  const problem = address && sendProblem(view, address, text, crowd);
  return problem ?? uploadProblem(store.getState(), keys, text);
}

function crowdOf({ view, screen }: State): number | undefined {
  const address = recipientOf({ screen, view });
  return address && wildcardMentionCount(view, address, composerEditor(screen).text);
}

/** The text moves from the composer into the journal; undo restores it from there. */
function scheduleText(context: CommandContext, at: number): void {
  const { store, clock } = context;
  const { screen, view } = store.getState();
  const address = newAddress(screen);
  const problem = scheduleProblem(context, crowdOf(store.getState()));
  if (problem !== undefined || address === undefined) {
    showToast(store, problem ?? "Choose a recipient first.", "error");
    return;
  }
  const { text } = composerEditor(screen);
  const key = composerKey(screen);
  const action: ScheduleAdd = { kind: "schedule-add", address, content: text, at };
  const sentence = `Scheduled for ${momentOf(view, at, secondsNow(clock))}`;
  addIntents(store, context, [action], {
    sentence,
    inverse: inverseOf(view, action),
    drafts: new Map([[key, { address, text, updatedAt: clock.now() }]]),
    location: { kind: "conversation", address },
  });
  changeScreen(store, (now) => dispatched(now, key));
  showToast(store, sentence, "done", true);
}

export const scheduling = commandsIn(["composer"], {
  "composer.schedule": {
    alsoCalled: "schedule message,send later,schedule send",
    title: "Schedule the message",
    hint: "schedule",
    keys: ["^T"],
    needs: "scheduling",
    run: (context) => {
      const { store } = context;
      const state = store.getState();
      const crowd = crowdOf(state);
      const problem = scheduleProblem(context, crowd);
      const address = recipientOf(state);
      const { text } = composerEditor(state.screen);
      if (problem !== undefined) showToast(store, problem, "error");
      else if (address === undefined) askForRecipient(store);
      else if (isCrowdConfirmed(context, crowd, { address, text }))
        askForTime(context, { kind: "schedule" });
    },
  },
});

// The menu of a scheduled message: changing any part of it, opening its conversation, and deleting it.

/** What can be done with a scheduled message. */
export const scheduledMenu: MenuRow<"scheduled"> = ({ state: { view }, now }, { id }) => {
  const message = view.scheduled.get(id);
  if (message === undefined) return sentOrDeleted;
  const { address, at, content } = timedOf(view, message);
  const isFailed = message.failed === true;
  const recipient = { kind: "recipient", input: inputOf(), chosen: 0, scheduledId: id } as const;
  const opens = (key: string, title: string, run: (context: CommandContext) => void): MenuItem => ({
    key,
    title,
    run,
  });
  return {
    title: isFailed ? "This message was not sent" : "Scheduled message",
    lines: [
      { text: address, right: momentOf(view, at, now / 1000) },
      { text: content, tone: "quote" },
      ...(isFailed ? [{ text: failureOf(view, message), tone: "bad" } as const] : []),
    ],
    items: [
      opens("e", "Edit the text", ({ store }) => editScheduled(store, id)),
      opens("t", "Change the time", (context) => askForTime(context, { kind: "reschedule", id })),
      opens("!", isFailed ? "Try again now" : "Send it now", (context) =>
        sendNow(context, [message]),
      ),
      opens("c", "Send it to another stream or topic", ({ store }) =>
        openDialog(store, { ...recipient, want: "stream" }),
      ),
      opens("x", "Send it to other people", ({ store }) =>
        openDialog(store, { ...recipient, want: "direct" }),
      ),
      opens("o", "Open the conversation", ({ store }) => openNarrow(store, address)),
      opens("d", "Delete it", (context) =>
        removeListedRows(context, { kind: "scheduled" }, [String(id)]),
      ),
    ],
  };
};
