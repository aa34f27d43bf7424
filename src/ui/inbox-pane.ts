/** The inbox list in its pane: the frozen order, what each row says now, and how many arrived since. */

import { latest } from "#base/latest.ts";
import { said } from "#commands/sentences.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { State } from "#store/state.ts";
import type { Geometry, Region } from "./geometry.ts";
import { hintsFor } from "./hints.ts";
import { type InboxLine, type InboxSize, inboxLayout, inboxLines } from "./inbox-lines.ts";
import { type InboxRows, inboxRowsOf } from "./inbox-rows.ts";
import { firstShown } from "./list-window.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { sentenceLines, skeletonLines } from "./reader-lines.ts";

export type InboxPane = {
  readonly lines: (state: State) => Lines;
  readonly keyAt: (state: State, line: number) => ConversationKey | undefined;
  readonly rows: (state: State) => InboxRows;
};

const spaciousRows = 14;
const minute = 60;

export function inboxPane(parts: PaneParts, geometry: (state: State) => Geometry): InboxPane {
  const { style, clock, keys } = parts;
  const refresh = hintsFor(keys, ["inbox.refresh", "brings them in"]);
  const rows = inboxRowsOf(parts);
  const layout = latest((now: InboxRows, spacious: boolean) =>
    inboxLayout(now.order, now.arrived, spacious),
  );
  const size = latest((region: Region, gutter: 1 | 2): InboxSize => {
    return { columns: region.columns, rows: region.rows, gutter };
  });
  const index = latest((lines: readonly InboxLine[], selected: ConversationKey | undefined) =>
    lines.findIndex((line) => line.kind === "row" && line.key === selected),
  );
  let first = 0;
  const shown = (state: State, region: Region) => {
    const all = layout(rows(state), region.rows >= spaciousRows);
    const selected = index(all, state.screen.inbox.selected);
    // The first row brings its section's title along.
    const before = selected <= 2 && selected >= 0 ? 0 : first;
    first = firstShown(before, selected, all.length, region.rows);
    return { all, first };
  };
  const drawn = latest(
    (
      paneSize: InboxSize,
      all: readonly InboxLine[],
      from: number,
      { rowOf }: InboxRows,
      selected: ConversationKey | undefined,
      focused: boolean,
      now: number,
    ) => inboxLines(style, paneSize, all, from, { rowOf, selected, focused, now, refresh }),
  );
  const empty = latest((paneSize: InboxSize, isKnown: boolean) =>
    isKnown
      ? sentenceLines(style, paneSize, [
          "Inbox zero.",
          said(keys, "Nothing is unread.| {palette.open} goes to a stream, a topic or a person."),
        ])
      : skeletonLines(style, paneSize),
  );
  return {
    rows,
    lines: (state) => {
      const { pane, gutter } = geometry(state);
      if (pane === undefined) return [];
      const { screen, view } = state;
      const now = rows(state);
      const paneSize = size(pane, gutter);
      // Before the first answer, late as it may be, nobody knows that nothing is unread.
      if (now.order.length === 0 && now.arrived === 0) return empty(paneSize, view.epoch > 0);
      const { all, first: from } = shown(state, pane);
      const focused = screen.focus === "pane" && screen.dialog === undefined;
      const today = Math.floor(clock.now() / 1000 / minute) * minute;
      return drawn(paneSize, all, from, now, screen.inbox.selected, focused, today);
    },
    keyAt: (state, line) => {
      const { pane } = geometry(state);
      if (pane === undefined) return undefined;
      const { all, first: from } = shown(state, pane);
      const found = all[from + line];
      return found?.kind === "row" ? found.key : undefined;
    },
  };
}
