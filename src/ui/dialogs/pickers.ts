/** Dialogs for choosing one thing: a reaction, a time, a file to upload; and for a new option of a poll. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { distance, hourOn, momentLabel, sameDay, zoneName } from "#base/time.ts";
import { emojiChoices } from "#commands/composer/completion-sources.ts";
import { type UploadChoice, uploadChoices } from "#commands/composer/uploading.ts";
import {
  hoursFor,
  type TimeChoice,
  timeChoices,
  timeProblem,
} from "#commands/scheduled/time-choices.ts";
import { characterOf } from "#emoji/catalogue.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Address } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, isVanished, titleOf } from "#model/select/conversations.ts";
import { widgetOf } from "#model/widget.ts";
import type { TimePurpose } from "#store/dialog.ts";
import type { Upload } from "#store/uploads.ts";
import { hintsFor } from "#ui/bars/hints.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type Choice, type ContentOf, type Facts, line, messageTitle, picker } from "./content.ts";

export const reaction: ContentOf<"emoji"> = (facts, dialog) => {
  const { style, view } = facts;
  const list = emojiChoices(view, dialog.input.text, dialog.frequent).map(
    ({ type, code, name }) => {
      const character = type === "unicode_emoji" ? characterOf(code) : undefined;
      return {
        left: emojiSpans(style, character ?? "", name),
        right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
      };
    },
  );
  const message = get(view.messages, dialog.messageId);
  const title = message === undefined ? "React" : `React to ${messageTitle(facts, message)}`;
  return picker(facts, dialog, { title, placeholder: "emoji name", list, take: "react" });
};

export function emojiSpans(
  { cells }: Style,
  character: SafeText | "",
  name: string,
): readonly Span[] {
  return [
    span(plain(`${cells.pad(cells.show(plain(character)), 3)} `)),
    { text: safeLine(name), shrinks: true },
  ];
}

/** ` to #general › lunch`; empty if no recipient was chosen yet. */
function toWhom(view: Replica, address: Address | undefined): string {
  return address === undefined ? "" : ` to ${titleOf(view, address)}`;
}

function timeTitle({ view, recipient }: Facts, purpose: TimePurpose): string {
  switch (purpose.kind) {
    case "snooze":
      return `Snooze ${snoozedName(view, purpose)}`;
    case "schedule":
      return `Send later${toWhom(view, recipient)}`;
    case "status":
      return "Clear your status";
    case "reschedule": {
      const message = view.scheduled.get(purpose.id);
      const to = purpose.to ?? (message && timedOf(view, message).address);
      return `Send at another time${toWhom(view, to)}`;
    }
  }
}

const timeVerbs = {
  snooze: "snooze",
  schedule: "schedule",
  status: "set",
  reschedule: "schedule",
} as const;

/** How the typed time is understood, and common ones. */
export const time: ContentOf<"time"> = (facts, dialog) => {
  const { style, view } = facts;
  const { now, purpose } = dialog;
  const hours = hoursFor(view);
  const rowOf = ({ at, name, isTyped }: TimeChoice): Choice => {
    if (at === undefined) return { left: [span(safeLine(name ?? ""))] };
    const moment = momentLabel(at, now, hours);
    const away = distance(at, now);
    const right = isTyped ? `${away} ${style.glyphs.separator} ${zoneName(hours)}` : away;
    return {
      left: [
        { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
        ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
      ],
      right: [span(safeLine(right), "dim")],
    };
  };
  const problem = timeProblem(view, dialog);
  return picker(facts, dialog, {
    title: timeTitle(facts, purpose),
    take: timeVerbs[purpose.kind],
    ...(purpose.kind === "status" && { leave: "back" }),
    placeholder: "tomorrow 9:00, in 2h, mon 14:30",
    rows: [
      ...(problem === undefined ? [] : [line(safeLine(problem), "warning")]),
      ...timeChoices(view, dialog).map((each, choice) => ({ choice, ...rowOf(each) })),
    ],
  });
};

type SnoozePurpose = Extract<TimePurpose, { readonly kind: "snooze" }>;

/** The current name of a single conversation. */
function snoozedName(view: Replica, { conversations, title }: SnoozePurpose): string {
  const [only, ...more] = conversations;
  if (only === undefined || more.length > 0 || isVanished(view, only)) return title;
  return conversationTitle(view, only);
}

function dayWord(at: number, now: number, zone: Parameters<typeof sameDay>[2] & object): string {
  if (sameDay(at, now, zone)) return "Today, ";
  return sameDay(at, hourOn(now, 1, 12, zone), zone) ? "Tomorrow, " : "";
}

/** Running uploads, and the files of the typed folder. */
export const upload: ContentOf<"upload"> = (facts, dialog) => {
  const choices = uploadChoices(facts.uploads, dialog);
  return picker(facts, dialog, {
    title: `Upload a file${toWhom(facts.view, facts.recipient)}`,
    placeholder: "path",
    list: choices.map(uploadRow),
    others: choices.length === 0 ? [] : hintsFor(facts.keys, ["dialog.complete", "complete"]),
    take: takeWord(choices[Math.min(dialog.chosen, choices.length - 1)]),
  });
};

function takeWord(choice: UploadChoice | undefined): string {
  if (choice?.kind === "upload") return choice.upload.state === "failed" ? "retry" : "cancel it";
  return choice?.entry.isFolder ? "open" : "upload";
}

function uploadRow(choice: UploadChoice): Choice {
  if (choice.kind === "entry") {
    const { name, isFolder } = choice.entry;
    const text = safeLine(isFolder ? `${name}/` : name);
    return { left: [{ text, token: isFolder ? "dim" : "text", shrinks: true }] };
  }
  const { upload } = choice;
  const token = upload.state === "failed" ? "bad" : "dim";
  return {
    left: [{ text: safeLine(upload.name), shrinks: true }],
    right: [span(uploadState(upload), token)],
  };
}

/** The progress, or why it failed. */
export function uploadState({ state, percent, reason = "" }: Upload): SafeText {
  if (state === "waiting") return plain("waiting");
  return state === "sending" ? plain(`${percent} %`) : safeLine(`failed: ${reason}`);
}

/** A new option of a poll, or a new task of a to-do list. */
export const widgetAdd: ContentOf<"widget-add"> = (facts, dialog) => {
  const message = get(facts.view.messages, dialog.messageId);
  const widget = message && widgetOf(message);
  const title = widget?.kind === "tasks" ? widget.title : (widget?.question ?? "");
  const isPoll = dialog.of === "poll";
  return picker(facts, dialog, {
    title: `Add ${isPoll ? "an option" : "a task"}${title === "" ? "" : `: ${title}`}`,
    placeholder: isPoll ? "option" : "task: description",
    take: "add",
  });
};
