/** What each dialog says and offers; how it is drawn is the same for all. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { helpChoices } from "#commands/choices.ts";
import type { Context, Keys } from "#commands/command.ts";
import type { Match } from "#commands/match.ts";
import { isForCommands } from "#commands/palette.ts";
import { settled } from "#commands/recipient.ts";
import { withKeys } from "#commands/sentences.ts";
import { unsupportedReason } from "#commands/unsupported.ts";
import { characterOf } from "#emoji/code.ts";
import type { EmojiChoice } from "#emoji/search.ts";
import type { Journal } from "#journal/journal.ts";
import { roomLeft } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { MessageDetails } from "#store/message-details.ts";
import type { Upload } from "#store/uploads.ts";
import type { DialogBody, DialogRoom, DialogRow } from "./dialog-lines.ts";
import { type Hint, hintsFor } from "./hints.ts";
import { safeName, streamSpans, topicName } from "./names.ts";
import { noSpans, span } from "./spans.ts";
import type { Style } from "./style.ts";

/** Which rows are shown is decided where it is known what was shown before. */
export type Body = Omit<DialogBody, "first">;

export type Facts = {
  readonly style: Style;
  readonly keys: Keys;
  readonly view: Replica;
  readonly journal: Journal;
  readonly room: DialogRoom;
  readonly details: MessageDetails | undefined;
  readonly uploads: readonly Upload[];
  /** Searches as they were typed, the last one first. */
  readonly searches: readonly string[];
  /** UNIX seconds: of today, where no dialog needs the time of day. */
  readonly now: number;
};

/** How to take what is chosen, and how to leave. */
export function hintsTo(keys: Keys, take: string): readonly Hint[] {
  return hintsFor(keys, ["dialog.take", take], ["dialog.leave", "leave"]);
}

export function paletteBody(
  { style, keys, view }: Facts,
  dialog: DialogOf<"palette">,
  found: readonly Match[],
): Body {
  const isForCommand = isForCommands(dialog.text);
  return {
    title: isForCommand ? "Run" : "Go to",
    typed: dialog.text,
    placeholder: "stream, topic, person or place; > lists commands",
    rows: foundRows(style, view, found),
    chosen: Math.min(dialog.chosen, found.length - 1),
    hints: hintsTo(keys, isForCommand ? "run" : "open"),
  };
}

const recipientTexts = {
  stream: { title: "New message to a stream", placeholder: "a stream, then a topic" },
  direct: {
    title: "Write to people",
    placeholder: "a name|; {dialog.take} again to start|",
  },
};

export function recipientBody(
  { style, keys, view }: Facts,
  dialog: DialogOf<"recipient">,
  found: readonly Match[],
): Body {
  const { title, placeholder } = recipientTexts[dialog.want];
  const isDone = dialog.want === "direct" && /, $/.test(dialog.text);
  const { streamId, rest } = settled(view, dialog);
  const room = streamId === undefined ? undefined : roomLeft(rest, view.realm.maxTopicLength);
  return {
    title: room === undefined ? title : `${title} (topic: ${room})`,
    typed: dialog.text,
    placeholder: withKeys(keys, placeholder),
    // In a stream that was taken, its topics need not say it.
    rows: foundRows(
      style,
      view,
      found.map((each) => (each.kind === "topic" ? { ...each, detail: "" } : each)),
    ),
    chosen: Math.min(dialog.chosen, found.length - 1),
    hints: [
      ...hintsFor(keys, ["dialog.take", isDone ? "write" : "take"]),
      ...hintsFor(keys, ["dialog.recipient-kind", dialog.want === "stream" ? "people" : "stream"]),
      ...hintsFor(keys, ["dialog.leave", "leave"]),
    ],
  };
}

/** Counts stand in a column of their own, which is there when one of them is. */
export function foundRows(
  style: Style,
  view: Replica,
  found: readonly Match[],
): readonly DialogRow[] {
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
): DialogRow {
  const draft = hasDraft ? [span(plain(`  ${style.glyphs.draft} draft`), "accent")] : noSpans;
  const count = [...draft, span(plain(unreadText(unread).padStart(columns)), "unread")];
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

/** The stream of a topic as rows name it: `◈ops`. */
function streamOf(style: Style, view: Replica, narrow: Match["narrow"]): DialogRow["right"] {
  const id = narrow?.kind === "topic" ? narrow.streamId : undefined;
  return id === undefined ? noSpans : streamSpans(style, get(view.streams, id), "dim");
}

export function emojiBody(
  { style: { cells }, keys }: Facts,
  dialog: DialogOf<"emoji">,
  emoji: readonly EmojiChoice[],
): Body {
  return {
    title: "React",
    typed: dialog.text,
    placeholder: "emoji name",
    rows: emoji.map(({ type, code, name }) => {
      const character = type === "unicode_emoji" ? characterOf(code) : undefined;
      return {
        left: [
          span(plain(`${cells.pad(cells.show(character ?? ""), 3)} `)),
          { text: safeLine(name), shrinks: true },
        ],
        right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
      };
    }),
    chosen: Math.min(dialog.chosen, emoji.length - 1),
    hints: hintsTo(keys, "react"),
  };
}

/** The commands of where the person was when they asked. */
export function helpBody(
  { style: { cells }, keys, view, room }: Facts,
  dialog: DialogOf<"help">,
  where: Context,
): Body {
  const { filter, typing } = dialog;
  const choices = helpChoices(keys, where, filter);
  const widths = helpChoices(keys, where, "").map((choice) => cells.width(keysText(choice)));
  const note = cells
    .wrap(safeLine(dialog.note ?? ""), Math.max(10, Math.min(room.columns - 4, 76) - 5))
    .map((line): DialogRow => ({ left: [span(line)], right: noSpans }));
  const told = dialog.note === undefined ? [] : [...note, { left: noSpans, right: noSpans }];
  const columns = Math.min(widestKeys, Math.max(0, ...widths) + 2);
  return {
    title: "Key bindings",
    typed: typing || filter !== "" ? filter : undefined,
    isSettled: !typing,
    placeholder: "key or description",
    rows: [
      ...told,
      ...choices.map(
        (choice): DialogRow => ({
          left: [
            span(plain(cells.fit(keysText(choice), columns)), "strong"),
            { text: safeLine(choice.command.title), shrinks: true },
          ],
          right: unsupportedSpans(unsupportedReason(view, choice.command.needs)),
        }),
      ),
    ],
    told: told.length,
    chosen: choices.length === 0 ? -1 : told.length + Math.min(dialog.chosen, choices.length - 1),
    hints: typing
      ? hintsFor(keys, ["dialog.take", "keep these"], ["dialog.leave", "all of them"])
      : hintsFor(keys, ["help.do", "select"], ["help.find", "find"], ["help.leave", "leave"]),
  };
}

function unsupportedSpans(lack: ReturnType<typeof unsupportedReason>): DialogRow["right"] {
  return lack === undefined ? noSpans : [span(safeLine(lack.words), "warning")];
}

/** Of a command with more keys, the first ones are shown. */
const mostKeys = 3;
const widestKeys = 22;

function keysText({ keys }: { readonly keys: readonly string[] }): SafeText {
  return safeLine(keys.slice(0, mostKeys).join("  "));
}

/** Columns that a row has in a dialog of the usual width, at most. */
export function rowColumns({ columns }: DialogRoom): number {
  return Math.max(10, Math.min(columns - 4, 60) - 5);
}

/** Asks for another key; the field for it is a component of Ink's own, so that the key is never part of the state. */
export function signInBody({ style: { cells }, keys, room }: Facts, sentence: string): Body {
  const row = (text: SafeText, look: "text" | "dim"): DialogRow => ({
    left: [span(text, look)],
    right: noSpans,
  });
  const lines = cells.wrap(safeLine(sentence), rowColumns(room));
  return {
    title: "Sign in again",
    typed: undefined,
    placeholder: "",
    rows: [
      ...lines.map((line) => row(line, "text")),
      row(plain("Your drafts are saved."), "dim"),
      row(plain(""), "dim"),
      row(plain("New API key for this account:"), "dim"),
      row(plain(""), "dim"),
    ],
    chosen: -1,
    hints: [
      // The field hears this key itself.
      { key: "Enter", words: "sign in" },
      ...hintsFor(keys, ["program.interrupt", "twice quits"]),
    ],
    hasField: true,
  };
}
