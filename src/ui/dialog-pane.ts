/** The open dialog: its component, its size and its position. */
import type { Clock } from "#base/clock.ts";
import { memoizeLast, sameFields } from "#base/memoize-last.ts";
import { paletteFacts } from "#commands/palette.ts";
import { markedUploads } from "#commands/upload-choices.ts";
import type { Dialog } from "#store/dialog.ts";
import type { State } from "#store/state.ts";
import type { Facts } from "./dialogs/facts.ts";
import { openDialog, textColumnsIn } from "./dialogs/open-dialog.ts";
import type { Opened, Room } from "./dialogs/opened.ts";
import { dialogElement } from "./dialogs/table.tsx";
import type { Geometry } from "./geometry.ts";
import { firstShown } from "./list-window.ts";
import type { PaneParts } from "./pane-parts.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => Opened | undefined;

type Size = Pick<Room, "wantedColumns" | "wantedRows">;
type Sizes = Readonly<Partial<Record<Dialog["kind"], Size>>>;

const wide = { wantedColumns: 76 };
const high = { wantedRows: 40 };
const large = { ...wide, ...high };

/**
 * Texts to read are wide and as high as the screen; forms are as high, and of the usual width. The search is wide,
 * because of long queries and completions.
 */
const sizes: Sizes = { help: large, info: large, card: large, form: high, search: wide };

/** If the pane is narrower, the dialog takes the whole screen's width. */
const minPane = 50;
const minPanes: Readonly<Partial<Record<Dialog["kind"], number>>> = { time: 64 };

function roomFor({ kind }: Dialog, { rows, columns }: State["screen"], geometry: Geometry): Room {
  const size = sizes[kind] ?? {};
  const { wantedColumns } = size;
  const least = wantedColumns === undefined ? (minPanes[kind] ?? minPane) : wantedColumns + 4;
  const { pane, header: whole = { x: 0, columns } } = geometry;
  const area = pane !== undefined && pane.columns >= least ? pane : whole;
  return { x: area.x, columns: area.columns, rows, ...size };
}

const noSearches: readonly string[] = [];

export function dialogPane(
  { style, keys, clock }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  const scroll = scroller();
  const opened = memoizeLast((room: Room, dialog: Dialog, facts: Facts) =>
    openDialog(style, room, dialogElement(facts, dialog), scroll(dialog.kind)),
  );
  let room: Room | undefined;
  let facts: Facts | undefined;
  return (state) => {
    const { screen, journal, session } = state;
    const { dialog, searches = noSearches } = screen;
    if (dialog === undefined) return undefined;
    room = sameFields(room, roomFor(dialog, screen, geometry(state)));
    facts = sameFields(facts, {
      ...paletteFacts(state),
      style,
      keys,
      journal,
      columns: textColumnsIn(room),
      details: session.messageDetails,
      uploads: markedUploads(state),
      searches,
      now: momentFor(dialog, clock),
    });
    return opened(room, dialog, facts);
  };
}

/** UNIX seconds. Only cards show the time of day; the other dialogs need the date. */
function momentFor({ kind }: Dialog, clock: Pick<Clock, "now">): number {
  const step = kind === "card" ? 60 : 86_400;
  return Math.floor(clock.now() / 1000 / step) * step;
}

/** Lists scroll only as far as the cursor needs, and return to the top when the typed text changes. */
function scroller() {
  let list = "";
  let first = 0;
  return (kind: Dialog["kind"]) =>
    (typed: string, chosenRow: number, count: number, height: number): number => {
      const now = `${kind} ${typed}`;
      first = firstShown(now === list ? first : 0, chosenRow, count, height);
      list = now;
      return first;
    };
}
