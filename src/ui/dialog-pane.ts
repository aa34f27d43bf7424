/** What the open dialog offers, gathered: the choices are the same that its keys choose among. */

import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize-last.ts";
import { emojiChoices } from "#commands/choices.ts";
import type { Context } from "#commands/command.ts";
import { moveTargets } from "#commands/move-choices.ts";
import { type PaletteFacts, paletteChoices } from "#commands/palette.ts";
import { recipientChoices } from "#commands/recipient.ts";
import { contextBelow } from "#commands/screen.ts";
import { markedUploads } from "#commands/upload-choices.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { MessageDetails } from "#store/message-details.ts";
import type { Place } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { Upload } from "#store/uploads.ts";
import { cardBody } from "./card-body.ts";
import { deleteBody } from "./delete-body.ts";
import {
  type Body,
  emojiBody,
  type Facts,
  helpBody,
  paletteBody,
  recipientBody,
  signInBody,
} from "./dialog-bodies.ts";
import { type DialogRoom, type Drawn, drawDialog, shownRows } from "./dialog-lines.ts";
import { formBody } from "./form-body.ts";
import type { Geometry, Region } from "./geometry.ts";
import { infoBody } from "./info-body.ts";
import { linksBody } from "./links-body.ts";
import { firstShown } from "./list-window.ts";
import { moveBody, moveTargetBody } from "./move-body.ts";
import type { PaneParts } from "./pane-parts.ts";
import { scheduledBody } from "./scheduled-body.ts";
import { searchBody } from "./search-body.ts";
import { snoozeBody } from "./snooze-body.ts";
import { statusBody, statusEmojiBody } from "./status-body.ts";
import { timeBody } from "./time-body.ts";
import { tooLongBody } from "./too-long-body.ts";
import { unsentBody } from "./unsent-body.ts";
import { uploadBody } from "./upload-body.ts";
import { widgetAddBody, widgetBody } from "./widget-body.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => Drawn | undefined;

/** On a narrower pane a dialog takes the whole screen's width. */
const leastPane = 50;
const leastPanes: Readonly<Partial<Record<Dialog["kind"], number>>> = { time: 64 };
const helpColumns = 76;
const helpRows = 40;
const large = { wantedColumns: helpColumns, wantedRows: helpRows };
const noSearches: readonly string[] = [];

function isLarge({ kind }: Dialog): boolean {
  return kind === "help" || kind === "info" || kind === "card";
}

/**
 * What is read is wide, and as high as the screen; a form is as high, and of the usual width. What is searched for is
 * long, and so are the names that complete it.
 */
function sizeOf(dialog: Dialog): Partial<DialogRoom> {
  if (isLarge(dialog)) return large;
  if (dialog.kind === "form") return { wantedRows: helpRows };
  return dialog.kind === "search" ? { wantedColumns: helpColumns } : {};
}

export function dialogPane(
  { style, keys, clock }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  const scrolled = scroller();
  const drawn = memoizeLast(
    (
      area: Pick<Region, "x" | "columns">,
      rows: number,
      dialog: Dialog,
      where: Context,
      view: Replica,
      journal: Journal,
      back: readonly Place[],
      place: Place,
      details: MessageDetails | undefined,
      uploads: readonly Upload[],
      searches: readonly string[],
      now: number,
    ) => {
      const room: DialogRoom = { ...area, rows, ...sizeOf(dialog) };
      const facts = { style, keys, view, journal, room, details, uploads, searches, now };
      const palette = { view, drafts: journal.drafts, back, place, where };
      const body = bodyOf(dialog, palette, facts);
      return drawDialog(style, room, { ...body, first: scrolled(dialog, body, room) });
    },
  );
  return (state) => {
    const { screen, view, journal } = state;
    const { rows, dialog } = screen;
    const details = state.session.messageDetails;
    if (dialog === undefined) return undefined;
    const now = momentFor(dialog, clock);
    const { pane, header } = geometry(state);
    const whole = header ?? { x: 0, columns: screen.columns };
    const { wantedColumns } = sizeOf(dialog);
    const least =
      wantedColumns === undefined ? (leastPanes[dialog.kind] ?? leastPane) : wantedColumns + 4;
    const { searches = noSearches } = screen;
    const area = pane !== undefined && pane.columns >= least ? pane : whole;
    const { back, place } = screen;
    const where = contextBelow(screen);
    const uploads = markedUploads(state);
    return drawn(
      area,
      rows,
      dialog,
      where,
      view,
      journal,
      back,
      place,
      details,
      uploads,
      searches,
      now,
    );
  };
}

/** UNIX seconds. Of most dialogs, only the year is asked; cards tell local times. */
function momentFor({ kind }: Dialog, clock: Pick<Clock, "now">): number {
  const step = { snooze: 1, card: 60 }[kind as string] ?? 86_400;
  return Math.floor(clock.now() / 1000 / step) * step;
}

type Bodies = {
  readonly [Kind in Dialog["kind"]]: (
    facts: Facts,
    dialog: DialogOf<Kind>,
    palette: PaletteFacts,
  ) => Body;
};

/** What a dialog says and offers, each kind in its own way. */
const bodies: Bodies = {
  card: cardBody,
  delete: deleteBody,
  emoji: (facts, dialog) =>
    emojiBody(facts, dialog, emojiChoices(facts.view, dialog.text, dialog.frequent)),
  form: formBody,
  help: (facts, dialog, { where }) => helpBody(facts, dialog, where),
  info: infoBody,
  links: linksBody,
  move: moveBody,
  "move-target": (facts, dialog) => moveTargetBody(facts, dialog, moveTargets(facts.view, dialog)),
  palette: (facts, dialog, palette) =>
    paletteBody(facts, dialog, paletteChoices(palette, facts.keys, dialog.text)),
  recipient: (facts, dialog) => recipientBody(facts, dialog, recipientChoices(facts.view, dialog)),
  scheduled: scheduledBody,
  search: (facts, dialog) => searchBody(facts, dialog, facts.searches),
  "sign-in": (facts, { sentence }) => signInBody(facts, sentence),
  snooze: snoozeBody,
  status: statusBody,
  "status-emoji": statusEmojiBody,
  time: timeBody,
  "too-long": tooLongBody,
  unsent: unsentBody,
  upload: uploadBody,
  widget: widgetBody,
  "widget-add": widgetAddBody,
};

function bodyOf(dialog: Dialog, palette: PaletteFacts, facts: Facts): Body {
  const draw = bodies[dialog.kind] as (facts: Facts, dialog: Dialog, palette: PaletteFacts) => Body;
  return draw(facts, dialog, palette);
}

/** Lists scroll no further than their cursor needs, and begin anew with what is typed. */
function scroller() {
  let list = "";
  let first = 0;
  return (dialog: Dialog, body: Body, room: DialogRoom): number => {
    const now = `${dialog.kind} ${body.typed ?? ""}`;
    const height = shownRows(room, body.typed !== undefined);
    if (dialog.kind === "info" || dialog.kind === "card")
      return Math.min(dialog.chosen, Math.max(0, body.rows.length - height));
    first = firstShown(now === list ? first : 0, body.chosen, body.rows.length, height);
    list = now;
    return first;
  };
}
