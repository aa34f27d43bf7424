/** The rows of scheduled messages: recipient, beginning of the text, and sending time. */
import { plain, safeLine } from "#base/safe-text.ts";
import { hourMinute, sameDay } from "#base/time.ts";
import { failureOf, scheduledOf } from "#commands/lists/scheduled-source.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { conversationSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { span } from "#ui/spans.ts";
import type { RowsAt } from "./row.ts";
import { overRow, textSpans, timeText, titles } from "./row-parts.ts";

const section = titles({ failed: ["FAILED", "bad"], due: ["SCHEDULED", "dim"] });

export function rowsOfScheduled({ style }: PaneParts): RowsAt {
  const { glyphs, hours } = style;
  return ({ view }, now) => ({
    row: ({ key }) => {
      const message = scheduledOf(view, key);
      if (message === undefined) return overRow(style, view, key, plain("sent or deleted"));
      const { address, content, at } = timedOf(view, message);
      const failed = message.failed === true;
      // If the time column shows the date, the time of day comes before the text.
      const hour = sameDay(at, now, hours) ? "" : `${hourMinute(at, hours)} `;
      return {
        sign: failed ? span(glyphs.failed, "bad") : span(glyphs.scheduled, "accent"),
        subject: conversationSpans(style, view, address, "text"),
        detail: [
          span(
            failed ? safeLine(`${failureOf(view, message)}: `) : plain(hour),
            failed ? "bad" : "dim",
          ),
          ...textSpans(style, content),
        ],
        number: "",
        time: timeText(style, at, now),
      };
    },
    section,
  });
}
