/** What the open dialog offers, gathered: the choices are the same that its keys choose among. */

import { memoizeLast } from "#base/memoize-last.ts";
import { emojiChoices, paletteChoices, recipientChoices } from "#commands/choices.ts";
import type { Context } from "#commands/command.ts";
import { contextBelow } from "#commands/screen.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageDetails } from "#store/message-details.ts";
import type { Dialog } from "#store/screen.ts";
import type { State } from "#store/state.ts";
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
import type { PaneParts } from "./pane-parts.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => Drawn | undefined;

/** On a narrower pane a dialog takes the whole screen's width. */
const leastPane = 50;
const helpColumns = 76;
const helpRows = 40;

export function dialogPane(
  { style, keys, clock }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  const palette = memoizeLast((view: Replica, text: string, drafts: Journal["drafts"]) =>
    paletteChoices(view, text, drafts),
  );
  const bodyOf = (dialog: Dialog, where: Context, facts: Facts): Body => {
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
      case "recipient":
        return recipientBody(facts, dialog, recipientChoices(view, dialog));
      case "emoji":
        return emojiBody(facts, dialog, emojiChoices(view, dialog.text));
      case "help":
        return helpBody(facts, dialog, where);
      case "widget":
        return widgetBody(facts, dialog);
      case "delete":
        return deleteBody(facts, dialog);
      case "unsent":
        return unsentBody(facts, dialog);
      case "sign-in":
        return signInBody(facts, dialog.sentence);
    }
  };
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
      now: number,
    ) => {
      const room: DialogRoom = { ...area, rows, ...wishesOf(dialog) };
      const body = bodyOf(dialog, where, { style, keys, view, journal, room, details, now });
      return drawDialog(style, room, { ...body, first: scrolled(dialog, body, room) });
    },
  );
  return (state) => {
    const { screen, view, journal } = state;
    const { rows, dialog } = screen;
    const details = state.session.messageDetails;
    // Cards tell local times.
    const now = Math.floor(clock.now() / 60_000) * 60;
    if (dialog === undefined) return undefined;
    const { pane, header } = geometry(state);
    const whole = header ?? { x: 0, columns: screen.columns };
    const isLarge = isTall(dialog);
    const least = isLarge ? helpColumns + 4 : leastPane;
    const area = pane !== undefined && pane.columns >= least ? pane : whole;
    return drawn(area, rows, dialog, contextBelow(screen), view, journal, details, now);
  };
}

/** What is read is wide, and as high as the screen; a form is as high, and of the usual width. */
function wishesOf(dialog: Dialog): Pick<DialogRoom, "wantedColumns" | "wantedRows"> {
  if (isTall(dialog)) return { wantedColumns: helpColumns, wantedRows: helpRows };
  return dialog.kind === "form" ? { wantedRows: helpRows } : {};
}

/** Information and keys have as much room as they need. */
function isTall({ kind }: Dialog): boolean {
  return kind === "help" || kind === "info" || kind === "card";
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
