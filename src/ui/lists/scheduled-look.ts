/** The rows of scheduled messages: recipient, beginning of the text, and sending time. */
import { plain, safeLine } from "#base/safe-text.ts";
import { hourMinute, sameDay } from "#base/time.ts";
import { failureOf, scheduledOf } from "#commands/lists/scheduled-source.ts";
import { withKeys } from "#commands/sentences.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { conversationSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { span } from "#ui/spans.ts";
import type { ListLook } from "./row.ts";
import { overRow, textSpans, timeText } from "./row-parts.ts";

export function scheduledLook({ style, keys }: PaneParts): ListLook {
  const { glyphs, hours } = style;
  return {
    drawerOf: ({ view }, now) => ({
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
      section: (key) =>
        key === "failed"
          ? { left: [span(plain("FAILED"), "bad")], number: "", token: "bad" }
          : { left: [span(plain("SCHEDULED"), "dim")], number: "", token: "dim" },
      group: () => undefined,
    }),
    empty: ({ view }) =>
      view.epoch === 0
        ? undefined
        : [
            "Nothing is scheduled.",
            withKeys(
              keys,
              "Messages to be sent later appear here.| {go.inbox} goes to the inbox|.",
            ),
          ],
  };
}
