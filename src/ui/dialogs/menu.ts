/** Menus: what they are about, and their items, each with its key. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { MenuItem, MenuLine, MenuText } from "#commands/menus/menu.ts";
import { chosenIndex } from "#commands/menus/table.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Token } from "#theme/tokens.ts";
import { hintsFor, lowered } from "#ui/bars/hints.ts";
import { conversationSpans, narrowSpans } from "#ui/names.ts";
import { noSpans, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type ContentOf, emptyRow, type Facts, line, paragraph, type Row } from "./content.ts";

export const menu: ContentOf<"menu"> = (facts, dialog) => {
  const { keys, menu: open } = facts;
  if (open === undefined) throw new Error("The menu is not open.");
  const { title, lines, items } = open;
  const chosen = chosenIndex(open, dialog);
  const [first, item] = [items[0], items[chosen]];
  const take = item === undefined ? [] : hintsFor(keys, ["dialog.take", verbOf(item)]);
  // If the first item changes nothing, leaving does the same.
  const leaving = first === undefined || first.run !== undefined ? "close" : verbOf(first);
  const keyColumns = Math.max(0, ...items.map(({ key }) => shownKey(key).length));
  return {
    title,
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

/** Names and quotations are cut after one row; what the menu itself says is shown in full. */
function lineRows(facts: Facts, { label, text, tone, right }: MenuLine): readonly Row[] {
  if (typeof text === "string" && label === undefined) {
    const isCut = tone === "strong" || tone === "quote";
    return isCut ? [line(safeLine(text), tone)] : paragraph(facts, safeLine(text), tone);
  }
  const before = label === undefined ? noSpans : [span(plain(label.padEnd(labelColumns)), "dim")];
  const words = wordSpans(facts.style, facts.view, text, tone);
  return [{ left: [...before, ...words], right: dimSpans(right) }];
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
