/** Search results among places, streams, topics and users, as the rows of a list. */
import { plain, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import type { Match } from "#commands/match.ts";
import type { Replica } from "#model/replica.ts";
import { safeName, streamSpans, topicName } from "#ui/names.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { Choice } from "./opened.ts";

/** Counts have a column of their own, if any result has one. */
export function foundRows(style: Style, view: Replica, found: readonly Match[]): readonly Choice[] {
  const most = Math.max(0, ...found.map(({ unread }) => unread));
  const columns = most === 0 ? 0 : unreadText(most).length + 3;
  return found.map((each) => foundRow(style, view, each, columns));
}

function unreadText(unread: number): string {
  return unread === 0 ? "" : `${unread} unread`;
}

function foundRow(
  style: Style,
  view: Replica,
  { kind, title, detail, unread, narrow, hasDraft }: Match,
  columns: number,
): Choice {
  const draft = hasDraft ? [span(plain(`  ${style.glyphs.draft} draft`), "accent")] : noSpans;
  const count = [...draft, span(plain(unreadText(unread).padStart(columns)), "unread")];
  const right = [span(safeLine(detail), "dim"), ...count];
  const { glyphs } = style;
  switch (kind) {
    case "stream": {
      const id = narrow?.kind === "stream" ? narrow.streamId : undefined;
      const stream = id === undefined ? undefined : get(view.streams, id);
      const [sign, name] = streamSpans(style, stream, "text");
      if (sign === undefined || name === undefined) return { right };
      return { left: [sign, span(plain(" ")), { ...name, shrinks: true }], right };
    }
    case "topic":
      return {
        left: [
          span(glyphs.topic, "faint"),
          span(plain(" ")),
          { text: topicName(title), shrinks: true },
        ],
        right: [...(detail === "" ? noSpans : streamOf(style, view, narrow)), ...count],
      };
    case "new topic":
      return {
        left: [span(plain("+ "), "accent"), { text: safeName(title), shrinks: true }],
        right: [span(plain("new topic"), "dim")],
      };
    case "person":
      return {
        left: [span(plain("@ "), "faint"), { text: safeName(title), shrinks: true }],
        right,
      };
    case "place":
      return { left: [span(plain("  ")), { text: safeLine(title), shrinks: true }], right };
    case "command":
      return {
        left: [span(plain("> "), "faint"), { text: safeLine(title), shrinks: true }],
        right,
      };
  }
}

/** The stream of a topic in a row: `◈ops`. */
function streamOf(style: Style, view: Replica, narrow: Match["narrow"]): readonly Span[] {
  const id = narrow?.kind === "topic" ? narrow.streamId : undefined;
  return id === undefined ? noSpans : streamSpans(style, get(view.streams, id), "dim");
}

/** The same for topics of an already chosen stream, which is not repeated. */
export function foundTopics(
  style: Style,
  view: Replica,
  found: readonly Match[],
): readonly Choice[] {
  const topics = found.map((each) => (each.kind === "topic" ? { ...each, detail: "" } : each));
  return foundRows(style, view, topics);
}
