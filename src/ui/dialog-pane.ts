/** What the open dialog offers, gathered: the choices are the same that its keys choose among. */

import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize-last.ts";
import { emojiChoices, paletteChoices } from "#commands/choices.ts";
import type { Context } from "#commands/command.ts";
import { moveTargets } from "#commands/move-choices.ts";
import { recipientChoices } from "#commands/recipient.ts";
import { contextBelow } from "#commands/screen.ts";
import { markedUploads } from "#commands/upload-choices.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageDetails } from "#store/message-details.ts";
import type { Dialog } from "#store/screen.ts";
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
  unsentBody,
  widgetBody,
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
import { uploadBody } from "./upload-body.ts";

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
  const bodyOf = createBodies();
  const scrolled = scroller();
  const drawn = memoizeLast(
    (
      area: Pick<Region, "x" | "columns">,
      rows: number,
      dialog: Dialog,
      where: Context,
      view: Replica,
      journal: Journal,
      details: MessageDetails | undefined,
      uploads: readonly Upload[],
      searches: readonly string[],
      now: number,
    ) => {
      const room: DialogRoom = { ...area, rows, ...sizeOf(dialog) };
      const facts = { style, keys, view, journal, room, details, uploads, searches, now };
      const body = bodyOf(dialog, where, facts);
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
    const where = contextBelow(screen);
    const uploads = markedUploads(state);
    return drawn(area, rows, dialog, where, view, journal, details, uploads, searches, now);
  };
}

/** UNIX seconds. Of most dialogs, only the year is asked; cards tell local times. */
function momentFor({ kind }: Dialog, clock: Pick<Clock, "now">): number {
  const step = { snooze: 1, card: 60 }[kind as string] ?? 86_400;
  return Math.floor(clock.now() / 1000 / step) * step;
}

/** What a dialog says and offers, each kind in its own way. */
function createBodies() {
  const palette = memoizeLast((view: Replica, text: string, drafts: Journal["drafts"]) =>
    paletteChoices(view, text, drafts),
  );
  return (dialog: Dialog, where: Context, facts: Facts): Body => {
    const { view, journal } = facts;
    switch (dialog.kind) {
      case "info":
        return infoBody(facts, dialog);
      case "card":
        return cardBody(facts, dialog);
      case "form":
        return formBody(facts, dialog);
      case "links":
        return linksBody(facts, dialog);
      case "palette":
        return paletteBody(facts, dialog, palette(view, dialog.text, journal.drafts));
      case "search":
        return searchBody(facts, dialog, facts.searches);
      case "recipient":
        return recipientBody(facts, dialog, recipientChoices(view, dialog));
      case "move-target":
        return moveTargetBody(facts, dialog, moveTargets(view, dialog));
      case "move":
        return moveBody(facts, dialog);
      case "upload":
        return uploadBody(facts, dialog);
      case "too-long":
        return tooLongBody(facts, dialog);
      case "emoji":
        return emojiBody(facts, dialog, emojiChoices(view, dialog.text, dialog.frequent));
      case "help":
        return helpBody(facts, dialog, where);
      case "widget":
        return widgetBody(facts, dialog);
      case "delete":
        return deleteBody(facts, dialog);
      case "scheduled":
        return scheduledBody(facts, dialog);
      case "status":
        return statusBody(facts, dialog);
      case "status-emoji":
        return statusEmojiBody(facts, dialog);
      case "time":
        return timeBody(facts, dialog);
      case "snooze":
        return snoozeBody(facts, dialog);
      case "unsent":
        return unsentBody(facts, dialog);
      case "sign-in":
        return signInBody(facts, dialog.sentence);
    }
  };
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
