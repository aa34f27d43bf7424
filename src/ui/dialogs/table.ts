/** What each kind of dialog shows; help and menus themselves. */
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { contextNames } from "#commands/keymap.ts";
import { type HelpRow, helpSections } from "#commands/keys/help.ts";
import type { MenuItem, MenuLine, MenuText, MenuTitle } from "#commands/menus/menu.ts";
import { chosenIndex } from "#commands/menus/open-menu.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Token } from "#theme/tokens.ts";
import { hintsFor, lowered } from "#ui/hints.ts";
import { conversationSpans, narrowSpans } from "#ui/names.ts";
import { noSpans, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { card } from "./cards.ts";
import {
  type ContentOf,
  type DialogContent,
  emptyRow,
  type Facts,
  line,
  paragraph,
  picker,
  type Row,
  whichMessage,
} from "./content.ts";
import { form } from "./form.ts";
import { info } from "./info.ts";
import {
  folderName,
  prompt,
  reaction,
  reminderNote,
  saveFile,
  status,
  statusEmojiPicker,
  time,
  upload,
  viewName,
  widgetAdd,
} from "./pickers.ts";
import { moveTarget, palette, recipient, search } from "./places.ts";

const entered = plain("API key or password; empty tries the old one:");
const enteredOrAddress = plain("Address, API key or password; empty tries the old one:");

type Way = NonNullable<Extract<Dialog, { kind: "sign-in" }>["ways"]>[number];

/** What to do in a browser, with the first way. A scrollback would keep the address, which is secret. */
function browserRows(facts: Facts, { title, address }: Way, next: Way | undefined): readonly Row[] {
  const more = next === undefined ? "" : ` (next: ${next.title})`;
  const isKept = facts.keys.typed !== undefined;
  const what = isKept ? "it" : "this";
  const words = `With ${title}${more}: open ${what}, and paste the address that the browser is sent to.`;
  return [
    ...paragraph(facts, safeLine(words), "dim"),
    ...(isKept ? [] : paragraph(facts, safeLine(address))),
    emptyRow,
  ];
}

/** Asks for another key when the server rejects the current one. */
const signIn: ContentOf<"sign-in"> = (facts, { sentence, ways: [way, next] = [], isOver }) => ({
  title: "Sign in again",
  hints: [
    // The input handles these keys itself.
    { key: "Enter", words: isOver ? "go on" : "sign in" },
    ...(way === undefined ? [] : [{ key: "^O", words: "open it" }]),
    ...(facts.others.length > 0 ? hintsFor(facts.keys, ["account.show", "another account"]) : []),
    ...(isOver ? [] : hintsFor(facts.keys, ["dialog.leave", "later"])),
  ],
  rows: [
    ...paragraph(facts, safeLine(sentence)),
    ...(isOver ? [] : askingRows(facts, way, next)),
    // Another sentence is another attempt: the field keeps its text otherwise.
    { keyField: isOver ? "" : sentence },
  ],
});

function askingRows(facts: Facts, way: Way | undefined, next: Way | undefined): readonly Row[] {
  return [
    ...paragraph(facts, plain("Drafts and unsent messages are kept."), "dim"),
    emptyRow,
    ...(way === undefined ? [] : browserRows(facts, way, next)),
    ...paragraph(facts, way === undefined ? entered : enteredOrAddress, "dim"),
  ];
}

// The key bindings of the context in which help was opened.

/** Of a command with more keys, only the first ones are shown. */
const maxKeys = 3;
/** The keys take at most this part of a row, so that the descriptions stay readable. */
const widestKeys = 0.3;

/** What the signs before names mean. */
function signRows(facts: Facts): readonly Row[] {
  const { glyphs } = facts.style;
  const { mention, followed, draft, scheduled, topic, resolved, muted } = glyphs;
  const signs: readonly (readonly [string, string])[] = [
    [mention, "needs you"],
    [followed, "followed"],
    [draft, "draft"],
    [scheduled, "later"],
    [
      `${glyphs.streamPublic} ${glyphs.streamPrivate} ${glyphs.streamWebPublic}`,
      "streams: public, private, on the web",
    ],
    [topic, "topic"],
    [resolved, "resolved"],
    [muted, "muted"],
    [`${glyphs.active} ${glyphs.idle} ${glyphs.away}`, "people: active, idle, away"],
  ];
  // A line does not end between a sign and its meaning.
  const glue = "\u00a0";
  const words = signs.map(([sign, meaning]) => `${sign}${glue}${meaning}`).join("   ");
  const lines = facts.style.cells.wrap(words, Math.max(1, facts.columns));
  const rows = lines.map((each) => line(safeLine(each.replaceAll(glue, " ")), "dim"));
  return [...rows, emptyRow];
}

const help: ContentOf<"help"> = (facts, dialog) => {
  const { style, columns, keys, where } = facts;
  const { cells } = style;
  const all = helpSections(facts, keys, "").flatMap(({ rows }) => rows);
  const room = Math.max(8, Math.floor(columns * widestKeys));
  const keysText = ({ shown: own }: HelpRow): SafeText => {
    const counts = [maxKeys, 2].filter((count) => own.slice(0, count).join("  ").length <= room);
    return safeLine(own.slice(0, counts[0] ?? 1).join("  "));
  };
  const widths = all.map((row) => cells.width(keysText(row)));
  const indent = Math.min(room, Math.max(0, ...widths)) + 2;
  let choice = 0;
  const helpRows = (row: HelpRow): readonly Row[] => {
    const at = choice;
    choice += 1;
    const { command, reason } = row;
    const words = reason === undefined ? command.title : `${command.title}: ${reason}`;
    const token = reason === undefined ? "text" : "dim";
    const [first = plain(""), ...more] = cells.wrap(
      safeLine(words),
      Math.max(10, columns - indent),
    );
    const before = span(cells.fit(keysText(row), indent), reason === undefined ? "strong" : "dim");
    return [
      { choice: at, left: [before, span(first, token)] },
      ...more.map((each) => ({ ...line(plain(" ".repeat(indent) + each), token), choice: at })),
    ];
  };
  return picker(facts, dialog, {
    title: `Keys ${contextNames[where]}`,
    placeholder: "key or description",
    rows: [
      ...(dialog.note === undefined ? [] : [...paragraph(facts, safeLine(dialog.note)), emptyRow]),
      ...(dialog.input.text === "" ? signRows(facts) : []),
      ...helpSections(facts, keys, dialog.input.text).flatMap(({ title, rows }, at) => [
        ...(at === 0 ? [] : [emptyRow]),
        line(safeLine(title.toUpperCase()), "dim"),
        ...rows.flatMap(helpRows),
      ]),
    ],
    list: [],
    take: "run",
  });
};

// Menus: what they are about, and their items, each with its key.

const menu: ContentOf<"menu"> = (facts, dialog) => {
  const { keys, menu: open } = facts;
  if (open === undefined) throw new Error("The menu is not open.");
  const { title, lines, items } = open;
  const chosen = chosenIndex(open, dialog);
  const [first, item] = [items[0], items[chosen]];
  const take = item === undefined ? [] : hintsFor(keys, ["dialog.take", verbOf(item)]);
  // If the first item changes nothing, leaving does the same; once Enter says so, that is enough.
  const isSaid = first === undefined || first.run !== undefined || first === item;
  const leaving = isSaid ? "close" : verbOf(first);
  const keyColumns = Math.max(0, ...items.map(({ key }) => shownKey(key).length));
  return {
    title: titleText(facts, title),
    chosen,
    hints: [...take, ...hintsFor(keys, ["dialog.leave", leaving])],
    rows: [
      ...lines.flatMap((each) => lineRows(facts, each)),
      ...paragraph(facts, safeLine(dialog.failure?.sentence ?? ""), "bad"),
      ...(lines.length > 0 && items.length > 0 ? [emptyRow] : []),
      ...items.map((item, choice) => {
        const isSending = dialog.request !== undefined && choice === chosen;
        const shown = isSending && item.run !== undefined ? { ...item, right: "sending" } : item;
        return { choice, ...itemRow(facts, shown, keyColumns) };
      }),
    ],
  };
};

function titleText(facts: Facts, title: MenuTitle): string {
  if (typeof title === "string") return title;
  const parts = title.map((each) => (typeof each === "string" ? each : whichMessage(facts, each)));
  return parts.join("");
}

/** A longer title would push out the other keys. */
const longestVerb = 24;

/** What Enter does with it: its title, or the first word of a long one. */
function verbOf({ take, title, isOn }: MenuItem): string {
  if (take !== undefined) return take;
  if (isOn !== undefined) return isOn ? "uncheck" : "check";
  if (typeof title !== "string") return "open";
  const words = lowered(title).replace(/(?:,| \().*/, "");
  return words.length > longestVerb ? words.split(" ", 1).join("") : words;
}

const labelColumns = 5;

/** Names without a label and quotations are cut after one row; what the menu itself says is shown in full. */
function lineRows(facts: Facts, { label, text, tone, right }: MenuLine): readonly Row[] {
  if (typeof text === "string" && label === undefined) {
    const isCut = tone === "strong" || tone === "quote";
    return isCut ? [line(safeLine(text), tone)] : paragraph(facts, safeLine(text), tone);
  }
  const before = label === undefined ? noSpans : [span(plain(label.padEnd(labelColumns)), "dim")];
  const { style, columns } = facts;
  const words = wordSpans(style, facts.view, text, tone);
  const room = columns - spansWidth(style, before);
  if (label === undefined || right !== undefined || spansWidth(style, words) <= room)
    return [{ left: [...before, ...words], right: dimSpans(right) }];
  const whole = joined(words.map((word) => plain(word.text)));
  const blanks = span(plain(" ".repeat(labelColumns)));
  return style.cells
    .wrap(whole, Math.max(10, room))
    .map((each, at) => ({ left: [...(at === 0 ? before : [blanks]), span(each, tone)] }));
}

function wordSpans(style: Style, view: Replica, text: MenuText, token: Token = "text") {
  if (typeof text === "string") return [{ ...span(safeLine(text), token), shrinks: true }];
  return isConversation(text)
    ? conversationSpans(style, view, text, token)
    : narrowSpans(style, view, text);
}

/** Numbers of two digits cannot be typed as a key. */
function shownKey(key: string): string {
  return /^\d\d/.test(key) ? "" : key;
}

function itemRow({ style, view }: Facts, item: MenuItem, keyColumns: number): Row {
  const { key, title, isOn, right } = item;
  const { boxChecked, boxUnchecked } = style.glyphs;
  const box = isOn
    ? [span(boxChecked, "accent"), span(plain(" "))]
    : [span(boxUnchecked, "dim"), span(plain(" "))];
  return {
    left: [
      span(plain(`${shownKey(key).padEnd(keyColumns)}  `), "strong"),
      ...(isOn === undefined ? noSpans : box),
      ...wordSpans(style, view, title, tokenOf(item)),
    ],
    right: dimSpans(right),
  };
}

function dimSpans(text: string | undefined) {
  return text === undefined ? noSpans : [span(safeLine(text), "dim")];
}

function tokenOf({ locked, danger, isLink }: MenuItem): Token {
  if (locked !== undefined) return "dim";
  if (danger === true) return "bad";
  return isLink === true ? "link" : "text";
}

// All of them.

const contents: { readonly [Kind in Dialog["kind"]]: ContentOf<Kind> } = {
  card,
  emoji: reaction,
  form,
  help,
  info,
  menu,
  "move-target": moveTarget,
  palette,
  prompt,
  recipient,
  "save-file": saveFile,
  search,
  "sign-in": signIn,
  status,
  "status-emoji": statusEmojiPicker,
  time,
  upload,
  "reminder-note": reminderNote,
  "view-name": viewName,
  "folder-name": folderName,
  "widget-add": widgetAdd,
};

function isForAll(dialog: Dialog): boolean {
  if (dialog.kind === "form") return dialog.ref.name === "accounts";
  return dialog.kind === "help" || dialog.kind === "palette" || dialog.kind === "search";
}

export function dialogContent(facts: Facts, dialog: Dialog): DialogContent {
  const content = (contents[dialog.kind] as ContentOf<Dialog["kind"]>)(facts, dialog);
  const { account } = facts;
  return account === undefined || isForAll(dialog) ? content : { ...content, account };
}
