/** The open dialog: its content, its size and its position. */
import type { Clock } from "#base/clock.ts";
import { memoizeLast, sameFields } from "#base/memoize.ts";
import type { Context } from "#commands/command.ts";
import { paletteFacts } from "#commands/keys/palette.ts";
import type { Menu } from "#commands/menus/menu.ts";
import { menuOf } from "#commands/menus/open-menu.ts";
import { contextOf } from "#commands/screen.ts";
import { placedUploads } from "#commands/writing/uploading.ts";
import { accountLabel } from "#store/account.ts";
import { recipientOf } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { type Picture, pictureKey, viewedPicture } from "#store/pictures.ts";
import type { State } from "#store/state.ts";
import { dialogContent } from "#ui/dialogs/table.ts";
import { arrowsIn } from "#ui/hints.ts";
import type { Facts } from "./dialogs/content.ts";
import { type DialogArea, type OpenedDialog, openDialog, textColumnsIn } from "./dialogs/opened.ts";
import type { Geometry } from "./geometry.ts";
import type { PaneParts } from "./pane-parts.ts";
import { firstShown } from "./viewport.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => OpenedDialog | undefined;

/** True while the open dialog reads keys itself: they are passed on instead of being bound to commands. */
export function readsKeysItself({ dialog }: State["screen"]): boolean {
  return dialog?.kind === "sign-in";
}

type Size = Pick<DialogArea, "preferredColumns" | "preferredRows" | "isWhole">;
type Sizes = Readonly<Partial<Record<Dialog["kind"], Size>>>;

const wide = { preferredColumns: 76 };
const large = { ...wide, preferredRows: 40 };

/**
 * Texts to read, and forms, are wide and as high as the screen; menus as high, since what one confirms must be seen. The
 * search is wide, because of long queries and completions.
 */
const sizes: Sizes = {
  help: { ...large, preferredColumns: 110 },
  info: large,
  card: large,
  form: large,
  menu: { preferredRows: 40 },
  search: wide,
};

/** If the pane is narrower, the dialog takes the whole screen's width. */
const minPane = 50;
const minPanes: Readonly<Partial<Record<Dialog["kind"], number>>> = { time: 64 };

/** Pictures take the whole screen but for header and footer. */
const whole = { preferredColumns: 1000, preferredRows: 1000, isWhole: true } as const;

function sizeOf(dialog: Dialog): Size {
  const isPicture = dialog.kind === "info" && dialog.about.kind === "picture";
  return isPicture ? whole : (sizes[dialog.kind] ?? {});
}

function roomFor(
  dialog: Dialog,
  { terminal: { rows, columns } }: State["screen"],
  geometry: Geometry,
): DialogArea {
  const size = sizeOf(dialog);
  const { preferredColumns } = size;
  const least =
    preferredColumns === undefined ? (minPanes[dialog.kind] ?? minPane) : preferredColumns + 4;
  const { pane, header: all = { x: 0, columns } } = geometry;
  const area = pane !== undefined && pane.columns >= least ? pane : all;
  return { x: area.x, columns: area.columns, rows, ...size };
}

function wider(area: DialogArea, columns: number): DialogArea {
  return { ...area, columns, preferredColumns: columns };
}

const noSearches: readonly string[] = [];

export function dialogPane(
  { style, keys, bodies, clock, dialogColumns }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  let room: DialogArea | undefined;
  let facts: Facts | undefined;
  let last: DrawnDialog | undefined;
  const moveKeysIn = memoizeLast((where: Context) => arrowsIn(keys, style, where));
  const shownMenu = memoizeLast((state: State) => {
    const { dialog } = state.screen;
    if (dialog?.kind !== "menu") return undefined;
    return menuOf({ state, keys, now: momentFor(dialog, clock) * 1000 }, dialog.about);
  });
  return (state) => {
    const { screen, journal, session } = state;
    const {
      dialog,
      kept: { searches = noSearches },
    } = screen;
    if (dialog === undefined) return undefined;
    const place = roomFor(dialog, screen, geometry(state));
    room = sameFields(room, dialogColumns === undefined ? place : wider(place, dialogColumns));
    const palette = paletteFacts(state, keys);
    facts = sameFields(facts, {
      ...palette,
      account: accountLabel(session.account),
      disabled: sameFields(facts?.disabled, palette.disabled),
      style,
      bodies,
      keys,
      journal,
      menu: sameMenu(facts?.menu, shownMenu(state)),
      columns: textColumnsIn(room),
      details: session.messageDetails,
      skipped: session.skipped,
      rules: session.rules,
      ruled: session.ruled,
      uploads: placedUploads(state),
      picture: pictureIn(state),
      recipient: recipientOf(state),
      searches,
      now: momentFor(dialog, clock),
      dateOrder: screen.preferences.dateOrder,
    });
    const moveKeys = moveKeysIn(contextOf(screen));
    const inputs = { room, dialog, facts, top: screen.kept.top, moveKeys };
    last = isSame(last, inputs) ? last : drawn(inputs, style);
    return last.opened;
  };
}

function pictureIn({ screen, session }: State): Picture | undefined {
  const request = viewedPicture(screen);
  return request && session.pictures.get(pictureKey(request));
}

/** `before` if both say and offer the same: what the items do is not drawn. */
function sameMenu(before: Menu | undefined, after: Menu | undefined): Menu | undefined {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/**
 * UNIX seconds. Cards show the time of day, menus what is possible now, and searches which time is meant; the other dialogs
 * need the date.
 */
function momentFor({ kind }: Dialog, clock: Pick<Clock, "now">): number {
  const step = kind === "card" || kind === "menu" || kind === "search" ? 60 : 86_400;
  return Math.floor(clock.now() / 1000 / step) * step;
}

type DialogTop = State["screen"]["kept"]["top"];
type DialogInputs = {
  readonly room: DialogArea;
  readonly dialog: Dialog;
  readonly facts: Facts;
  readonly top: DialogTop;
  readonly moveKeys: string | undefined;
};
type DrawnDialog = DialogInputs & { readonly opened: OpenedDialog };

function drawn(inputs: DialogInputs, style: PaneParts["style"]): DrawnDialog {
  const { room, dialog, facts, top, moveKeys } = inputs;
  const opened = openDialog(style, dialogContent(facts, dialog), {
    room,
    moveKeys,
    scroll: (typed, ...where) =>
      firstShown(top?.list === listName(dialog, typed) ? top.row : 0, ...where),
  });
  return { ...inputs, opened };
}

/** Saving the position at which the dialog was drawn changes nothing about it. */
function isSame(
  last: DrawnDialog | undefined,
  { room, dialog, facts, top }: DialogInputs,
): last is DrawnDialog {
  if (last?.room !== room || last.dialog !== dialog || last.facts !== facts) return false;
  if (last.top === top) return true;
  const own = dialogTopOf(dialog, last.opened);
  return own !== undefined && own.list === top?.list && own.row === top.row;
}

/** Lists return to the top when the typed text changes. */
function listName({ kind }: Dialog, typed = ""): string {
  return `${kind} ${typed}`;
}

/** Where the dialog's list is scrolled to; undefined for texts, which keep their position themselves. */
export function dialogTopOf(dialog: Dialog, { content, above }: OpenedDialog): DialogTop {
  if (content.scrolledTo !== undefined) return undefined;
  return { list: listName(dialog, content.typed?.text), row: above };
}
