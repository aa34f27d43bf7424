/** What the open dialog offers, gathered: the choices are the same that its keys choose among. */

import { latest } from "#base/latest.ts";
import { emojiChoices, paletteChoices, recipientChoices } from "#commands/choices.ts";
import type { Context } from "#commands/command.ts";
import { contextBelow } from "#commands/screen.ts";
import type { Journal } from "#journal/journal.ts";
import type { Picture } from "#model/picture.ts";
import type { Dialog } from "#store/screen.ts";
import type { State } from "#store/state.ts";
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
import type { Geometry, Region } from "./geometry.ts";
import { firstShown } from "./list-window.ts";
import type { PaneParts } from "./pane-parts.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => Drawn | undefined;

/** On a narrower pane a dialog takes the whole screen's width. */
const leastPane = 50;
const helpColumns = 76;
const helpRows = 40;

export function dialogPane(
  { style, keys }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  const palette = latest((view: Picture, text: string) => paletteChoices(view, text));
  const bodyOf = (dialog: Dialog, where: Context, facts: Facts): Body => {
    const { view } = facts;
    switch (dialog.kind) {
      case "palette":
        return paletteBody(facts, dialog, palette(view, dialog.text));
      case "recipient":
        return recipientBody(facts, dialog, recipientChoices(view, dialog));
      case "emoji":
        return emojiBody(facts, dialog, emojiChoices(dialog.text));
      case "help":
        return helpBody(facts, dialog, where);
      case "widget":
        return widgetBody(facts, dialog);
      case "unsent":
        return unsentBody(facts, dialog);
      case "sign-in":
        return signInBody(facts, dialog.sentence);
    }
  };
  const scrolled = scroller();
  const drawn = latest(
    (
      area: Pick<Region, "x" | "columns">,
      rows: number,
      dialog: Dialog,
      where: Context,
      view: Picture,
      journal: Journal,
    ) => {
      const wide =
        dialog.kind === "help" ? { wantedColumns: helpColumns, wantedRows: helpRows } : {};
      const room: DialogRoom = { ...area, rows, ...wide };
      const body = bodyOf(dialog, where, { style, keys, view, journal, room });
      return drawDialog(style, room, { ...body, first: scrolled(dialog, body, room) });
    },
  );
  return (state) => {
    const { screen, view, journal } = state;
    const { rows, dialog } = screen;
    if (dialog === undefined) return undefined;
    const { pane, header } = geometry(state);
    const whole = header ?? { x: 0, columns: screen.columns };
    const least = dialog.kind === "help" ? helpColumns + 4 : leastPane;
    const area = pane !== undefined && pane.columns >= least ? pane : whole;
    return drawn(area, rows, dialog, contextBelow(screen), view, journal);
  };
}

/** Lists scroll no further than their cursor needs, and begin anew with what is typed. */
function scroller() {
  let list = "";
  let first = 0;
  return (dialog: Dialog, body: Body, room: DialogRoom): number => {
    const now = `${dialog.kind} ${body.typed ?? ""}`;
    const height = shownRows(room, body.typed !== undefined);
    first = firstShown(now === list ? first : 0, body.chosen, body.rows.length, height);
    list = now;
    return first;
  };
}
