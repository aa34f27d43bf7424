/** The rows of streams: sign, description, subscribers and traffic. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { streamOfRow } from "#commands/lists/row-keys.ts";
import { postPolicyTitle } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import { streamSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { countText, noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { DrawnRow, RowsAt } from "./row.ts";
import { titles } from "./row-parts.ts";

const everybody = 1;

const section = titles({
  // No response lists archived streams, and the event for archiving one looks like that for deleting it.
  archived: ["SINCE WEIR STARTED (servers list no earlier ones)", "dim"],
});

export function rowsOfStreams({ style }: PaneParts): RowsAt {
  return ({ view }) => ({
    row: ({ key }) => {
      const id = streamOfRow(key);
      const stream =
        id === undefined ? undefined : (get(view.streams, id) ?? view.archived.get(id));
      return stream && rowOf(style, stream);
    },
    section,
  });
}

function rowOf(style: Style, stream: Stream): DrawnRow {
  const { subscription, subscribers, weeklyTraffic } = stream;
  const muted = subscription?.muted === true;
  const [sign = span(plain(" ")), name] = streamSpans(style, stream, muted ? "muted" : "text");
  const marks: readonly Span[] = [
    ...(muted ? [span(plain(` ${style.glyphs.muted}`), "muted")] : noSpans),
    ...(subscription?.pinned === true ? [span(plain(" pinned"), "dim")] : noSpans),
  ];
  const posting =
    stream.postPolicy === everybody
      ? noSpans
      : [span(safeLine(`${postPolicyTitle(stream.postPolicy)} post. `), "warning")];
  return {
    sign,
    subject: [...(name === undefined ? [] : [{ ...name, shrinks: true }]), ...marks],
    detail: [...posting, { text: safeLine(stream.description), token: "dim", shrinks: true }],
    number: subscribers === undefined ? "" : countText(subscribers.length),
    numberLook: "dim",
    time: weeklyTraffic === undefined ? "" : plain(`${weeklyTraffic}/wk`),
  };
}
