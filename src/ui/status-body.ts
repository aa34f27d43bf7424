/** The dialog of the person's status, and the picker of its emoji. */
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { type StatusRow, statusEmoji, statusRoom, statusRows } from "#commands/status-choices.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { DialogOf, StatusDialog } from "#store/dialog.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { emojiText } from "./emoji-text.ts";
import { noSpans, type Span, span } from "./spans.ts";

/** From so few characters on, the room that is left is shown. */
const warnsBelow = 20;

type Look = Pick<StatusDialog, "emoji"> & { readonly text: string };

function statusSpans({ emoji, text }: Look): readonly Span[] {
  return [
    ...(emoji === undefined ? noSpans : [span(emojiText(emoji.type, emoji.code, emoji.name))]),
    ...(emoji !== undefined && text !== "" ? [span(plain(" "))] : noSpans),
    ...(text === "" ? noSpans : [{ text: safeLine(text), shrinks: true }]),
  ];
}

export function statusBody(facts: Facts, dialog: StatusDialog): Body {
  const { keys, view } = facts;
  const rows = statusRows(view, dialog);
  return {
    title: "Your status",
    typed: dialog.text,
    placeholder: "what others see beside your name",
    rows: rows.map((row) => rowOf(facts, dialog, row)),
    chosen: Math.min(dialog.chosen, rows.length - 1),
    hints: hintsTo(keys, "choose"),
  };
}

function rowOf({ style, view, now }: Facts, dialog: StatusDialog, row: StatusRow): DialogRow {
  const value = (title: string, words: readonly Span[]): DialogRow => ({
    left: [span(plain(title.padEnd(12)), "dim"), ...words],
    right: noSpans,
  });
  switch (row.kind) {
    case "save": {
      const isEmpty = dialog.text.trim() === "" && dialog.emoji === undefined;
      const words = isEmpty ? [span(plain("No status"))] : statusSpans(dialog);
      return { left: [span(plain("Set  ")), ...words], right: roomLeft(dialog) };
    }
    case "emoji":
      return value(
        "Emoji",
        dialog.emoji === undefined
          ? [span(plain("none"), "dim")]
          : [...statusSpans({ ...dialog, text: "" }), span(safeLine(` ${dialog.emoji.name}`))],
      );
    case "until": {
      const hours = hourStyleOf(view, style.hours);
      const words = dialog.until === undefined ? "never" : momentLabel(dialog.until, now, hours);
      return value("Cleared", [span(plain(words))]);
    }
    case "preset":
      return { left: statusSpans(row), right: noSpans };
    case "clear":
      return { left: [span(plain("Clear your status"))], right: noSpans };
    case "switch":
      return {
        left: [
          span(row.isOn ? style.glyphs.boxChecked : style.glyphs.boxUnchecked, "dim"),
          span(safeLine(` ${row.title}`)),
        ],
        right: noSpans,
      };
  }
}

function roomLeft(dialog: StatusDialog): readonly Span[] {
  const left = statusRoom(dialog);
  if (left >= warnsBelow) return noSpans;
  const words = left < 0 ? `${-left} too long` : `${left} left`;
  return [span(plain(words), left < 0 ? "bad" : "dim")];
}

export function statusEmojiBody(
  { style: { cells }, keys, view }: Facts,
  dialog: DialogOf<"status-emoji">,
): Body {
  const emoji = statusEmoji(view, dialog);
  return {
    title: "Emoji of your status",
    typed: dialog.text,
    placeholder: "emoji name",
    rows: emoji.map((one) =>
      one === undefined
        ? { left: [span(plain("    no emoji"), "dim")], right: noSpans }
        : {
            left: [
              span(plain(`${cells.pad(cells.show(emojiText(one.type, one.code, "")), 3)} `)),
              { text: safeLine(one.name), shrinks: true },
            ],
            right: noSpans,
          },
    ),
    chosen: Math.min(dialog.chosen, emoji.length - 1),
    hints: hintsTo(keys, "choose"),
  };
}
