/** The dialogs for the user's status and its emoji, and for what else others see of them. */
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { type StatusRow, statusEmoji, statusRoom, statusRows } from "#commands/account/status.ts";
import { hourStyleOf } from "#model/settings.ts";
import type { StatusDialog } from "#store/dialog.ts";
import { emojiText } from "#ui/names.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import { type Choice, type ContentOf, type Facts, picker } from "./content.ts";
import { emojiSpans } from "./pickers.ts";

/** From here on, the number of remaining characters is shown. */
const warnsBelow = 20;

export const status: ContentOf<"status"> = (facts, dialog) => {
  const rows = statusRows(facts.view, dialog);
  return picker(facts, dialog, {
    title: "Your status",
    placeholder: "shown next to your name",
    take: takeWord(rows[Math.min(dialog.chosen, rows.length - 1)]),
    rows: rows.map((row, choice) => ({
      choice,
      ...rowOf(facts, dialog, row),
    })),
  });
};

function takeWord(row: StatusRow | undefined): string {
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
    list: statusEmoji(facts.view, dialog).map((emoji) => ({
      left:
        emoji === undefined
          ? [span(plain("    no emoji"), "dim")]
          : emojiSpans(facts.style, emojiText(emoji.type, emoji.code, ""), emoji.name),
    })),
  });

function rowOf({ style, view, now }: Facts, dialog: StatusDialog, row: StatusRow): Choice {
  const { emoji, until } = dialog;
  const { text } = dialog.input;
  switch (row.kind) {
    case "save": {
      const isEmpty = text.trim() === "" && emoji === undefined;
      const words = isEmpty ? [span(plain("No status"))] : statusSpans({ emoji, text });
      return { left: [span(plain("Set  ")), ...words], right: roomLeft(dialog) };
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
      const hours = hourStyleOf(view, style.hours);
      const when = until === undefined ? "never" : momentLabel(until, now, hours);
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

function labelSpan(label: string): Span {
  return span(plain(label.padEnd(12)), "dim");
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
