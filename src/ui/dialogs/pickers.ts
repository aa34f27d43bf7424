/**
 * Dialogs for choosing one thing: a reaction, a time, a file to upload, a new option of a poll, the user's status.
 */

import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { distance, hourOn, isTimeHere, momentLabel, sameDay, zoneName } from "#base/time.ts";
import { type StatusRow, statusEmoji, statusRoom, statusRows } from "#commands/account/status.ts";
import { promptChoices } from "#commands/custom/running.ts";
import { isRemindedHere } from "#commands/message/reminding.ts";
import { viewOf } from "#commands/search/views.ts";
import {
  hoursFor,
  momentOf,
  type TimeChoice,
  timeChoices,
  timeExamples,
  timeProblem,
  timeSoFar,
} from "#commands/time-choices.ts";
import { emojiChoices } from "#commands/writing/completion-sources.ts";
import { type UploadChoice, uploadChoices } from "#commands/writing/uploading.ts";
import { characterOf } from "#emoji/catalogue.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Address, Emoji } from "#journal/intent.ts";
import { untilAnswered } from "#model/local-state.ts";
import { ownFolderWith } from "#model/own-folders.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, isVanished, titleOf } from "#model/select/conversations.ts";
import type { StatusDialog, TimePurpose } from "#store/dialog.ts";
import type { Upload } from "#store/uploads.ts";
import type { Token } from "#theme/tokens.ts";
import { hintsFor } from "#ui/hints.ts";
import { emojiText } from "#ui/names.ts";
import { noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import {
  type Choice,
  type ContentOf,
  type Facts,
  paragraph,
  picker,
  whichMessage,
} from "./content.ts";

export const reaction: ContentOf<"emoji"> = (facts, dialog) => {
  const { style, view } = facts;
  const list = emojiChoices(view, dialog.input.text, dialog.frequent).map((emoji) =>
    emojiRow(style, emoji),
  );
  const message = get(view.messages, dialog.messageId);
  const title = message === undefined ? "React" : `React to ${whichMessage(facts, message)}`;
  return picker(facts, dialog, { title, placeholder: "emoji name", list, take: "react" });
};

function emojiRow({ cells }: Style, { type, code, name }: Emoji): Choice {
  const character = type === "unicode_emoji" ? characterOf(code) : undefined;
  return {
    left: [
      span(plain(`${cells.pad(cells.show(plain(character ?? "")), 3)} `)),
      { text: safeLine(name), shrinks: true },
    ],
    right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
  };
}

/** ` to #general › lunch`; empty if no recipient was chosen yet. */
function toWhom(view: Replica, address: Address | undefined): string {
  return address === undefined ? "" : ` to ${titleOf(view, address)}`;
}

function timeTitle(facts: Facts, purpose: TimePurpose): string {
  const { view, recipient } = facts;
  switch (purpose.kind) {
    case "remind":
      return remindTitle(facts, purpose);
    case "snooze":
      return `Snooze ${snoozedName(view, purpose)}`;
    case "schedule":
      return `Send later${toWhom(view, recipient)}`;
    case "status":
      return "Clear your status";
    case "digest":
      return "Catch up since when";
    case "reschedule": {
      const message = view.scheduled.get(purpose.id);
      const to = purpose.to ?? (message && timedOf(view, message).address);
      return `Send at another time${toWhom(view, to)}`;
    }
  }
}

function remindTitle(
  facts: Facts,
  { messages }: TimePurpose & { readonly kind: "remind" },
): string {
  const [only, ...more] = messages;
  const message = only === undefined ? undefined : get(facts.view.messages, only);
  const what = message === undefined ? "a message" : whichMessage(facts, message);
  const all = more.length === 0 ? what : `${messages.length} messages`;
  return `Remind you${isRemindedHere(facts.view) ? ", on this machine," : ""} of ${all}`;
}

const timeVerbs = {
  remind: "remind",
  snooze: "snooze",
  schedule: "schedule",
  status: "set",
  digest: "show",
  reschedule: "schedule",
} as const;

/** How the typed time is understood, and common ones. */
export const time: ContentOf<"time"> = (facts, dialog) => {
  const { style, view, columns } = facts;
  const { now, purpose } = dialog;
  const hours = hoursFor(view);
  const rowOf = ({ at, name, isTyped }: TimeChoice): Choice => {
    if (at === undefined || at === untilAnswered) return { left: [span(safeLine(name ?? ""))] };
    const moment = momentLabel(at, now, hours);
    const away = distance(at, now);
    const isZoned = isTyped || !isTimeHere(at, hours);
    const words = isZoned ? `${away} ${style.glyphs.separator} ${zoneName(hours)}` : away;
    const right = [span(safeLine(words), "dim")];
    const left: readonly Span[] = [
      { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
      ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
    ];
    // The time itself matters more than how far away it is.
    return spansWidth(style, [...left, ...right]) < columns ? { left, right } : { left };
  };
  const problem = timeProblem(view, dialog);
  const soFar = timeSoFar(view, purpose);
  return picker(facts, dialog, {
    title: timeTitle(facts, purpose),
    take: timeVerbs[purpose.kind],
    ...(purpose.kind === "status" && { leave: "back" }),
    placeholder: timeExamples(dialog),
    list: [],
    rows: [
      // The row that says it is below the dialog.
      ...(soFar === undefined
        ? []
        : paragraph(facts, safeLine(`So far: ${momentOf(view, soFar, now)}`), "dim")),
      ...paragraph(facts, safeLine(problem ?? ""), "warning"),
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

/** Where a file is saved. */
export const saveFile: ContentOf<"save-file"> = (facts, dialog) =>
  picker(facts, dialog, {
    title: `Save ${dialog.file.name} as`,
    placeholder: "path",
    take: "save",
    rows: paragraph(facts, safeLine(dialog.problem ?? ""), "warning"),
  });

export const viewName: ContentOf<"view-name"> = (facts, dialog) => {
  const { of } = dialog;
  const saved = "fragment" in of ? viewOf(facts.view, of.fragment) : undefined;
  return picker(facts, dialog, {
    title: "search" in of ? `Save ${of.search.text} as a view` : `Rename the view ${saved?.name}`,
    placeholder: "name",
    take: saved === undefined ? "save" : "rename",
    rows: paragraph(facts, safeLine(dialog.problem ?? ""), "warning"),
  });
};

export const folderName: ContentOf<"folder-name"> = (facts, dialog) =>
  picker(facts, dialog, {
    title: `Rename the folder ${ownFolderWith(facts.view.localFolders, dialog.folder)?.name ?? ""}`,
    placeholder: "name",
    take: "rename",
    rows: paragraph(facts, safeLine(dialog.problem ?? ""), "warning"),
  });

/** A new option of a poll, or a new task of a to-do list. */
export const widgetAdd: ContentOf<"widget-add"> = (facts, dialog) => {
  const message = get(facts.view.messages, dialog.messageId);
  const isPoll = dialog.of === "poll";
  const to = message === undefined ? "" : ` to ${whichMessage(facts, message)}`;
  return picker(facts, dialog, {
    title: `Add ${isPoll ? "an option" : "a task"}${to}`,
    placeholder: isPoll ? "option" : "task: description",
    take: "add",
  });
};

/** The note of a reminder. */
export const reminderNote: ContentOf<"reminder-note"> = (facts, { back, at, ...dialog }) =>
  picker(
    facts,
    { back, ...dialog },
    {
      title: `Note: ${remindTitle(facts, back.purpose)}`,
      placeholder: "what the reminder says",
      ...(at === undefined ? { take: "keep", leave: "back" } : { take: "save" }),
    },
  );

// The dialogs for the user's status and its emoji, and for what else others see of them.

/** From here on, the number of remaining characters is shown. */
const warnsBelow = 20;

export const status: ContentOf<"status"> = (facts, dialog) => {
  const rows = statusRows(facts.view, dialog);
  return picker(facts, dialog, {
    title: "Your status",
    placeholder: "shown next to your name",
    take: statusWord(rows[Math.min(dialog.chosen, rows.length - 1)]),
    rows: rows.map((row, choice) => ({
      choice,
      ...rowOf(facts, dialog, row),
    })),
  });
};

function statusWord(row: StatusRow | undefined): string {
  switch (row?.kind) {
    case "save":
      return "set";
    case "preset":
      return "fill in";
    case "everywhere":
    case "switch":
      return row.isOn ? "uncheck" : "check";
    case "clear":
      return "clear";
    default:
      return "change";
  }
}

export const statusEmojiPicker: ContentOf<"status-emoji"> = (facts, dialog) =>
  picker(facts, dialog, {
    title: "Emoji of your status",
    placeholder: "emoji name",
    take: "use",
    leave: "back",
    list: statusEmoji(facts.view, dialog).map((emoji) =>
      emoji === undefined
        ? { left: [span(plain("    no emoji"), "dim")] }
        : emojiRow(facts.style, emoji),
    ),
  });

function rowOf({ style, view, now }: Facts, dialog: StatusDialog, row: StatusRow): Choice {
  const { emoji, until } = dialog;
  const { text } = dialog.input;
  switch (row.kind) {
    case "save": {
      const isEmpty = text.trim() === "" && emoji === undefined;
      const words = isEmpty ? [span(plain("No status"))] : statusSpans({ emoji, text });
      return { left: [labelSpan("Set", "text"), ...words], right: roomLeft(dialog) };
    }
    case "emoji":
      return {
        left: [
          labelSpan("Emoji"),
          ...(emoji === undefined
            ? [span(plain("none"), "dim")]
            : [...statusSpans({ emoji, text: "" }), span(safeLine(` ${emoji.name}`))]),
        ],
      };
    case "until": {
      const when = until === undefined ? "never" : momentOf(view, until, now);
      return { left: [labelSpan("Cleared"), span(plain(when))] };
    }
    case "preset":
      return { left: statusSpans(row) };
    case "clear":
      return { left: [span(plain("Clear your status"))] };
    case "everywhere":
    case "switch": {
      const { boxChecked, boxUnchecked } = style.glyphs;
      const box = span(row.isOn ? boxChecked : boxUnchecked, "dim");
      const title = row.kind === "everywhere" ? "In every account" : row.title;
      return { left: [box, span(safeLine(` ${title}`))] };
    }
  }
}

function labelSpan(label: string, token: Token = "dim"): Span {
  return span(plain(label.padEnd(12)), token);
}

type ShownStatus = Pick<StatusDialog, "emoji"> & { readonly text: string };

function statusSpans({ emoji, text }: ShownStatus): readonly Span[] {
  return [
    ...(emoji === undefined ? noSpans : [span(emojiText(emoji.type, emoji.code, emoji.name))]),
    ...(emoji !== undefined && text !== "" ? [span(plain(" "))] : noSpans),
    ...(text === "" ? noSpans : [{ text: safeLine(text), shrinks: true }]),
  ];
}

function roomLeft(dialog: StatusDialog): readonly Span[] {
  const left = statusRoom(dialog);
  if (left >= warnsBelow) return noSpans;
  const words = left < 0 ? `${-left} too long` : `${left} left`;
  return [span(plain(words), left < 0 ? "bad" : "dim")];
}

/** What a command of the user's own asks for. */
export const prompt: ContentOf<"prompt"> = (facts, dialog) => {
  const list = promptChoices(dialog).map(
    (each): Choice => ({
      left: [{ text: safeLine(each), shrinks: true }],
    }),
  );
  const { of: run, title, choices } = dialog;
  const isText = choices === undefined;
  return picker(facts, dialog, {
    title: run.title,
    placeholder: isText ? "a text" : "a part of it",
    rows: paragraph(facts, safeLine(title), "strong"),
    list,
    ...(isText && { none: "" }),
    take: "go on",
  });
};
