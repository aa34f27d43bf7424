/** The dialog of times: what was typed as it is understood, with the zone and how far away it is. */
import { plain, safeLine } from "#base/safe-text.ts";
import { distance, hourOn, momentLabel, sameDay, zoneName } from "#base/time.ts";
import { hoursFor } from "#commands/snooze-times.ts";
import { type TimeChoice, timeChoices, timeProblem } from "#commands/time-choices.ts";
import type { TimeDialog, TimePurpose } from "#store/dialog.ts";
import { type Body, type Facts, hintsTo } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { noSpans, span } from "./spans.ts";

const texts: Readonly<Record<TimePurpose["kind"], { title: string; take: string }>> = {
  schedule: { title: "Send later", take: "schedule" },
  status: { title: "Clear the status", take: "choose" },
  reschedule: { title: "Send at another time", take: "schedule" },
};

export function timeBody({ style, keys, view }: Facts, dialog: TimeDialog): Body {
  const { title, take } = texts[dialog.purpose.kind];
  const hours = hoursFor(view);
  const { now } = dialog;
  const place = zoneName(hours);
  const row = ({ at, name, isTyped }: TimeChoice): DialogRow => {
    if (at === Number.POSITIVE_INFINITY)
      return { left: [span(safeLine(name ?? ""))], right: noSpans };
    const moment = momentLabel(at, now, hours);
    const away = distance(at, now);
    const right = isTyped ? `${away} ${style.glyphs.separator} ${place}` : away;
    return {
      left: [
        { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
        ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
      ],
      right: [span(safeLine(right), "dim")],
    };
  };
  const problem = timeProblem(view, dialog);
  const choices = timeChoices(view, dialog);
  const told: readonly DialogRow[] =
    problem === undefined
      ? []
      : [{ left: [{ text: safeLine(problem), look: "warning", shrinks: true }], right: noSpans }];
  return {
    title,
    typed: dialog.text,
    placeholder: "tomorrow 9:00, in 2h, mon 14:30",
    rows: [...told, ...choices.map(row)],
    told: told.length,
    chosen: choices.length === 0 ? -1 : told.length + Math.min(dialog.chosen, choices.length - 1),
    hints: hintsTo(keys, take),
  };
}

function dayWord(at: number, now: number, zone: Parameters<typeof sameDay>[2] & object): string {
  if (sameDay(at, now, zone)) return "Today, ";
  return sameDay(at, hourOn(now, 1, 12, zone), zone) ? "Tomorrow, " : "";
}
