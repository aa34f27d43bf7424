/** The rows of streams: sign, description, subscribers and traffic. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { streamOfRow } from "#commands/lists/streams-source.ts";
import { withKeys } from "#commands/sentences.ts";
import { postPolicyTitle } from "#model/select/stream-words.ts";
import type { Stream } from "#model/stream.ts";
import { openList } from "#store/lists.ts";
import { streamSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { countText, noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { Heading, ListLook, ListRow } from "./row.ts";

const everybody = 1;

// No answer of the document lists archived streams, and an event tells of each as if it were deleted.
const archivedHeading: Heading = {
  left: [span(plain("SINCE WEIR STARTED (servers list no earlier ones)"), "dim")],
  number: "",
  token: "dim",
};

export function streamsLook({ style, keys }: PaneParts): ListLook {
  return {
    drawerOf: ({ view }) => ({
      row: ({ key }) => {
        const id = streamOfRow(key);
        const stream =
          id === undefined ? undefined : (get(view.streams, id) ?? view.archived.get(id));
        return stream && rowOf(style, stream);
      },
      section: (key) => (key === "archived" ? archivedHeading : undefined),
      group: () => undefined,
    }),
    empty: ({ view, screen }) =>
      view.epoch === 0
        ? undefined
        : [
            openList(screen)?.filter === "archived"
              ? "No stream was archived since weir started. Servers do not list earlier ones."
              : "No streams here.",
            withKeys(keys, "{list.next-filter} shows others|, {list.add} creates one|."),
          ],
  };
}

function rowOf(style: Style, stream: Stream): ListRow {
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
