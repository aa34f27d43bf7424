/** What the open dialog offers, gathered: the choices are the same that its keys choose among. */

import { latest } from "#base/latest.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import {
  emojiChoices,
  paletteChoices,
  recipientChoices,
  unsentOptions,
} from "#commands/choices.ts";
import type { Context } from "#commands/command.ts";
import { type Found, matching } from "#commands/finder.ts";
import { keysOf, type Overrides } from "#commands/keymap.ts";
import { contextOf } from "#commands/screen.ts";
import { commandsOf } from "#commands/table.ts";
import type { Emoji } from "#emoji/catalogue.ts";
import type { Journal } from "#journal/journal.ts";
import type { Picture } from "#model/picture.ts";
import type { Dialog } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import {
  type DialogBody,
  type DialogRoom,
  type DialogRow,
  type Drawn,
  drawDialog,
  shownRows,
} from "./dialog-lines.ts";
import type { Hint } from "./footer-lines.ts";
import type { Geometry, Region } from "./geometry.ts";
import { safeName, streamSpans, topicName } from "./names.ts";
import type { PaneParts } from "./pane-parts.ts";
import { noSpans, span } from "./spans.ts";
import type { Style } from "./style.ts";

/** Undefined while no dialog is open. */
export type DialogPane = (state: State) => Drawn | undefined;

const choosing: readonly Hint[] = [
  { key: "Enter", words: "open" },
  { key: "Esc", words: "leave" },
];

/** On a narrower pane a dialog takes the whole screen's width. */
const leastPane = 50;

export function dialogPane(
  { style, overrides }: PaneParts,
  geometry: (state: State) => Geometry,
): DialogPane {
  const palette = latest((view: Picture, text: string) => paletteChoices(view, text));
  const bodyOf = (dialog: Dialog, where: Context, facts: Facts): DialogBody => {
    const { view, journal, room } = facts;
    switch (dialog.kind) {
      case "palette":
        return foundBody(style, view, "Go to", dialog, palette(view, dialog.text), choosing);
      case "recipient": {
        const found = recipientChoices(view, dialog);
        const title = dialog.want === "stream" ? "Write to a stream" : "Write to people";
        return foundBody(style, view, title, dialog, found, recipientHints(dialog));
      }
      case "emoji":
        return emojiBody(style, dialog, emojiChoices(dialog.text));
      case "help":
        return helpBody(style, where, dialog.filter, overrides, shownRows(room, true));
      case "unsent":
        return unsentBody(journal, dialog);
      case "sign-in":
        return signInBody(style, room, dialog.sentence);
    }
  };
  const drawn = latest(
    (
      area: Pick<Region, "x" | "columns">,
      rows: number,
      dialog: Dialog,
      where: Context,
      view: Picture,
      journal: Journal,
    ) => {
      const wide = dialog.kind === "help" ? { wantedColumns: 76, wantedRows: 40 } : {};
      const room: DialogRoom = { ...area, rows, ...wide };
      return drawDialog(style, room, bodyOf(dialog, where, { view, journal, room }));
    },
  );
  return (state) => {
    const { screen, view, journal } = state;
    const { rows, dialog } = screen;
    if (dialog === undefined) return undefined;
    const { pane, header } = geometry(state);
    const whole = header ?? { x: 0, columns: screen.columns };
    const area = pane !== undefined && pane.columns >= leastPane ? pane : whole;
    return drawn(area, rows, dialog, contextOf({ ...screen, dialog: undefined }), view, journal);
  };
}

type Facts = {
  readonly view: Picture;
  readonly journal: Journal;
  readonly room: DialogRoom;
};

type Recipient = Extract<Dialog, { kind: "recipient" }>;

function recipientHints({ want, text }: Recipient): readonly Hint[] {
  const isDone = want === "direct" && /, $/.test(text);
  return [
    { key: "Enter", words: isDone ? "write" : "take" },
    { key: "Esc", words: "leave" },
  ];
}

const placeholders = {
  palette: "a stream, a topic or a person",
  stream: "a stream, then a topic",
  direct: "a name; Enter once more to write",
};

function foundBody(
  style: Style,
  view: Picture,
  title: string,
  dialog: Extract<Dialog, { kind: "palette" | "recipient" }>,
  found: readonly Found[],
  hints: readonly Hint[],
): DialogBody {
  return {
    title,
    typed: dialog.text,
    placeholder: dialog.kind === "palette" ? placeholders.palette : placeholders[dialog.want],
    rows: found.map((each) => foundRow(style, view, each)),
    chosen: Math.min(dialog.chosen, found.length - 1),
    hints,
  };
}

function foundRow(
  style: Style,
  view: Picture,
  { kind, title, detail, unread, narrow }: Found,
): DialogRow {
  const count = unread > 0 ? [span(plain(`   ${unread} unread`), "unread")] : noSpans;
  const right = [span(safeLine(detail), "dim"), ...count];
  const { glyphs } = style;
  switch (kind) {
    case "stream": {
      const id = narrow?.kind === "stream" ? narrow.streamId : undefined;
      const stream = id === undefined ? undefined : get(view.streams, id);
      const [sign, name] = streamSpans(style, stream, "text");
      if (sign === undefined || name === undefined) return { left: [], right };
      return { left: [sign, span(plain(" ")), { ...name, shrinks: true }], right };
    }
    case "topic":
      return {
        left: [
          span(glyphs.topic, "faint"),
          span(plain(" ")),
          { text: topicName(title), shrinks: true },
        ],
        right: [span(plain(`#${safeName(detail)}`), "dim"), ...count],
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
    case "command":
      return {
        left: [span(plain("> "), "faint"), { text: safeLine(title), shrinks: true }],
        right,
      };
  }
}

function emojiBody(
  { cells }: Style,
  dialog: Extract<Dialog, { kind: "emoji" }>,
  emoji: readonly Emoji[],
): DialogBody {
  return {
    title: "React",
    typed: dialog.text,
    placeholder: "the name of an emoji",
    rows: emoji.map(({ character, name }) => ({
      left: [span(plain(`${cells.pad(cells.show(character), 3)} `)), span(safeLine(name))],
      right: noSpans,
    })),
    chosen: Math.min(dialog.chosen, emoji.length - 1),
    hints: [
      { key: "Enter", words: "react" },
      { key: "Esc", words: "leave" },
    ],
  };
}

/** The commands of where the person was when they asked. */
function helpBody(
  style: Style,
  where: Context,
  filter: string,
  overrides: Overrides,
  height: number,
): DialogBody {
  const all = commandsOf(where).map((command) => ({
    keys: keysOf(command, overrides).slice(0, 3).join("  "),
    title: command.title,
  }));
  const names = all.map(({ keys, title }) => `${title} ${keys}`);
  const found = matching(names, filter).flatMap((index) => all[index] ?? []);
  const rows = found.map(
    ({ keys, title }): DialogRow => ({
      left: [
        span(plain(style.cells.fit(safeLine(keys), 22)), "strong"),
        { text: safeLine(title), shrinks: true },
      ],
      right: noSpans,
    }),
  );
  const hidden = rows.length - height;
  return {
    title: "Keys that work here",
    typed: filter,
    placeholder: hidden > 0 ? "type to find a key or what it does" : "type to narrow the list",
    rows: hidden > 0 ? [...rows.slice(0, height - 1), moreRow(hidden + 1)] : rows,
    chosen: -1,
    hints: [{ key: "Esc", words: "leave" }],
  };
}

function moreRow(count: number): DialogRow {
  return { left: [span(plain(`${count} more: type to find them`), "dim")], right: noSpans };
}

function unsentBody(journal: Journal, dialog: Extract<Dialog, { kind: "unsent" }>): DialogBody {
  const intent = journal.intents.get(dialog.intent);
  const content: SafeText =
    intent?.wish.kind === "send" ? safeLine(intent.wish.content) : plain("");
  const why = intent?.reason ?? "The server may have it: no answer came.";
  const options = unsentOptions({ journal }, dialog).map(
    ({ key, title }): DialogRow => ({
      left: [span(safeLine(`${key}  `), "strong"), span(safeLine(title))],
      right: noSpans,
    }),
  );
  const blank: DialogRow = { left: noSpans, right: noSpans };
  return {
    title: "This message was not sent",
    typed: undefined,
    placeholder: "",
    rows: [
      { left: [span(content, "quote")], right: noSpans },
      { left: [span(safeLine(why), "warning")], right: noSpans },
      blank,
      ...options,
    ],
    chosen: -1,
    hints: [
      { key: options.length > 0 ? "a letter" : "Enter", words: "decides" },
      { key: "Esc", words: "leaves it as it is" },
    ],
  };
}

/** Asks for another key; the field for it is a component of Ink's own, so that the key is never part of the state. */
function signInBody({ cells }: Style, room: DialogRoom, sentence: string): DialogBody {
  const row = (text: SafeText, look: "text" | "dim"): DialogRow => ({
    left: [span(text, look)],
    right: noSpans,
  });
  const lines = cells.wrap(safeLine(sentence), Math.max(10, Math.min(room.columns - 4, 60) - 5));
  return {
    title: "Sign in again",
    typed: undefined,
    placeholder: "",
    rows: [
      ...lines.map((line) => row(line, "text")),
      row(plain("What you wrote is kept."), "dim"),
      row(plain(""), "dim"),
      row(plain("Another API key of this account:"), "dim"),
      row(plain(""), "dim"),
    ],
    chosen: -1,
    hints: [
      { key: "Enter", words: "sign in" },
      { key: "^C ^C", words: "quit" },
    ],
    hasField: true,
  };
}
