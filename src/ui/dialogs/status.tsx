/** The dialog for the user's status, and what else others see of them. */
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { type StatusRow, statusRoom, statusRows } from "#commands/status.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { StatusDialog } from "#store/dialog.ts";
import { emojiText } from "#ui/names.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { PropsOf } from "./facts.ts";
import type { Choice } from "./opened.ts";
import { Picker } from "./picker.tsx";
import { Rows } from "./row.tsx";

/** From here on, the number of remaining characters is shown. */
const warnsBelow = 20;

type StatusProps = PropsOf<"status">;

export function Status({ facts, dialog }: StatusProps) {
  const rows = statusRows(facts.view, dialog);
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title="Your status"
      placeholder="shown next to your name"
      take="choose"
    >
      <Rows of={rows.map((row, choice) => ({ choice, ...rowOf({ facts, dialog }, row) }))} />
    </Picker>
  );
}

function rowOf({ facts: { style, view, now }, dialog }: StatusProps, row: StatusRow): Choice {
  const { text, emoji, until } = dialog;
  switch (row.kind) {
    case "save": {
      const isEmpty = text.trim() === "" && emoji === undefined;
      const words = isEmpty ? [span(plain("No status"))] : statusSpans(dialog);
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
    case "switch": {
      const { boxChecked, boxUnchecked } = style.glyphs;
      const box = span(row.isOn ? boxChecked : boxUnchecked, "dim");
      return { left: [box, span(safeLine(` ${row.title}`))] };
    }
  }
}

function labelSpan(label: string): Span {
  return span(plain(label.padEnd(12)), "dim");
}

type ShownStatus = Pick<StatusDialog, "emoji" | "text">;

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
