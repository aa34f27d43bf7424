/**
 * What each part of the screen shows, from everything that the program knows.
 *
 * Each function gives the very same answer while what it depends on is the same, so a key draws the panes it changed
 * and no other. What was shown before decides in one place only: lists scroll no further than their cursor needs.
 */
import { latest } from "#base/latest.ts";
import { plain } from "#base/safe-text.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { State } from "#store/state.ts";
import { composerPane } from "./composer-pane.ts";
import { type DialogPane, dialogPane } from "./dialog-pane.ts";
import { footerPane } from "./footer-pane.ts";
import { type Geometry, geometryOf, type Region } from "./geometry.ts";
import { noticeLines } from "./header-lines.ts";
import { headerPane } from "./header-pane.ts";
import { inboxPane } from "./inbox-pane.ts";
import type { Lines, PaneParts, Place } from "./pane-parts.ts";
import { type Reading, readerPane } from "./reader-pane.ts";
import { sidebarPane } from "./sidebar-pane.ts";
import { painted, span } from "./spans.ts";
import type { Style } from "./style.ts";
import { titlePane } from "./title-pane.ts";

export type Panes = {
  readonly geometry: (state: State) => Geometry;
  readonly header: (state: State) => Lines;
  readonly notice: (state: State) => Lines;
  readonly sidebar: (state: State) => Lines;
  readonly rule: (state: State) => Lines;
  readonly title: (state: State) => Lines;
  readonly pane: (state: State) => Lines;
  readonly composer: (state: State) => Lines;
  readonly footer: (state: State) => Lines;
  /** Where the footer leaves room for a progress bar. */
  readonly bar: (state: State) => Region | undefined;
  readonly dialog: DialogPane;
  /** Where an open dialog leaves room for a component of Ink's own. */
  readonly field: (state: State) => Region | undefined;
  /** Where the terminal's cursor stands; undefined: it is hidden. */
  readonly cursor: (state: State) => Place | undefined;
  /** How the open narrow lies in its pane; undefined in the inbox and where no pane is shown. */
  readonly reading: (state: State) => Reading | undefined;
  /** The keys of the sidebar's and of the inbox's rows by line; undefined for lines that are no rows. */
  readonly sidebarKeyAt: (state: State, line: number) => string | undefined;
  readonly inboxKeyAt: (state: State, line: number) => ConversationKey | undefined;
};

/** The panes of one screen. They remember what they showed last, so each screen needs its own. */
export function createPanes(parts: PaneParts): Panes {
  const { style } = parts;
  const composer = composerPane(parts);
  const geometry = geometryPane(composer.needs);
  const reader = readerPane(parts, geometry);
  const inbox = inboxPane(parts, geometry);
  const sidebar = sidebarPane(parts, geometry);
  const dialog = dialogPane(parts, geometry);
  const footer = footerPane(parts, geometry, dialog);
  const cursor = latest((x: number | undefined, y: number | undefined): Place | undefined =>
    x === undefined || y === undefined ? undefined : { x, y },
  );
  const notice = latest((columns: number, text: string | undefined) =>
    noticeLines(style, columns, text),
  );
  const rule = latest((rows: number, crossing: number | undefined) =>
    ruleLines(style, rows, crossing),
  );
  const cursorOf = (state: State, now: Geometry): Place | undefined => {
    if (state.screen.dialog !== undefined) return dialog(state)?.cursor;
    const place = composer.lines(state, now).cursor;
    const { composer: region } = now;
    return place && region && { x: region.x + place.x, y: region.y + place.y };
  };
  return {
    geometry,
    header: headerPane(parts, geometry),
    notice: (state) => notice(geometry(state).columns, state.session.notice),
    sidebar: sidebar.lines,
    sidebarKeyAt: sidebar.keyAt,
    rule: (state) => {
      const { rule: region, composer: below, composerFrame } = geometry(state);
      const joins = region !== undefined && below !== undefined && composerFrame === 2;
      return rule(region?.rows ?? 0, joins ? below.y - region.y : undefined);
    },
    title: titlePane(parts, geometry, reader.reading, inbox),
    pane: (state) =>
      state.screen.place.kind === "inbox" ? inbox.lines(state) : reader.lines(state),
    composer: (state) => composer.lines(state, geometry(state)).lines,
    footer: footer.lines,
    bar: footer.bar,
    dialog,
    field: (state) => dialog(state)?.field,
    cursor: (state) => {
      const place = cursorOf(state, geometry(state));
      return cursor(place?.x, place?.y);
    },
    reading: reader.reading,
    inboxKeyAt: inbox.keyAt,
  };
}

type ComposerNeeds = { readonly shown: boolean; readonly lines: number };

function geometryPane(needs: (state: State) => ComposerNeeds): (state: State) => Geometry {
  const kept = latest(
    (
      columns: number,
      rows: number,
      notice: boolean,
      sidebarShown: boolean,
      composer: boolean,
      composerLines: number,
      composing: boolean,
    ) => geometryOf({ columns, rows, notice, sidebarShown, composer, composerLines, composing }),
  );
  return (state) => {
    const { screen, session } = state;
    const { shown, lines } = needs(state);
    return kept(
      screen.columns,
      screen.rows,
      session.notice !== undefined,
      screen.sidebarShown || screen.focus === "sidebar",
      shown,
      lines,
      screen.focus === "composer",
    );
  };
}

/** The column between sidebar and pane, joined to the composer's rule where that begins. */
function ruleLines(style: Style, rows: number, crossing: number | undefined): Lines {
  const { ruleVertical, ruleLeft } = style.glyphs;
  const line = painted(style, span(plain(ruleVertical), "rule"));
  const joint = painted(style, span(plain(ruleLeft), "rule"));
  return Array.from({ length: rows }, (_, at) => (at === crossing ? joint : line));
}
