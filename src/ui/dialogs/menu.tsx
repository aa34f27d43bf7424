/** Menus: what they are about, and their items, each with its key. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { MenuItem, MenuLine } from "#commands/menus/menu.ts";
import { chosenIndex } from "#commands/menus/open-menu.ts";
import type { Token } from "#theme/tokens.ts";
import { hintsFor } from "#ui/hints.ts";
import { narrowSpans } from "#ui/names.ts";
import { noSpans, span } from "#ui/spans.ts";
import { Dialog } from "./dialog.tsx";
import type { Facts, PropsOf } from "./facts.ts";
import type { RowProps } from "./opened.ts";
import { Paragraph } from "./paragraph.tsx";
import { Line, Row, Rows } from "./row.tsx";

export function Menu({ facts, dialog }: PropsOf<"menu">) {
  const { keys, menu } = facts;
  if (menu === undefined) throw new Error("The menu is not open.");
  const { title, lines, items, leaving = "cancel" } = menu;
  const chosen = chosenIndex(menu, dialog);
  const { take = "select" } = items[chosen] ?? {};
  const choose = hintsFor(keys, ["dialog.take", take], ["dialog.leave", leaving]);
  const leave = hintsFor(keys, ["dialog.leave", "leave"]);
  const keyColumns = Math.max(0, ...items.map(({ key }) => shownKey(key).length));
  return (
    <Dialog title={title} chosen={chosen} hints={items.length > 0 ? choose : leave}>
      {lines.map((line, at) => lineRow(facts, line, at))}
      {lines.length > 0 && items.length > 0 && <Row />}
      <Rows of={items.map((item, choice) => ({ choice, ...itemRow(facts, item, keyColumns) }))} />
    </Dialog>
  );
}

/** Names and quotations are cut after one row; what the menu itself says is shown in full. */
function lineRow({ style, view }: Facts, { text, tone }: MenuLine, at: number) {
  if (typeof text !== "string") return <Row key={at} left={narrowSpans(style, view, text)} />;
  const Part = tone === "strong" || tone === "quote" ? Line : Paragraph;
  return (
    <Part key={at} token={tone ?? "text"}>
      {safeLine(text)}
    </Part>
  );
}

/** Numbers of two digits cannot be typed as a key. */
function shownKey(key: string): string {
  return /^\d\d/.test(key) ? "" : key;
}

function itemRow({ style, view }: Facts, item: MenuItem, keyColumns: number): RowProps {
  const { key, title, isOn, right } = item;
  const { boxChecked, boxUnchecked } = style.glyphs;
  const name =
    typeof title === "string"
      ? [{ ...span(safeLine(title), tokenOf(item)), shrinks: true }]
      : narrowSpans(style, view, title);
  const box = isOn
    ? [span(boxChecked, "accent"), span(plain(" "))]
    : [span(boxUnchecked, "dim"), span(plain(" "))];
  return {
    left: [
      span(plain(`${shownKey(key).padEnd(keyColumns)}  `), "strong"),
      ...(isOn === undefined ? noSpans : box),
      ...name,
    ],
    right: right === undefined ? noSpans : [span(safeLine(right), "dim")],
  };
}

function tokenOf({ locked, danger, isLink }: MenuItem): Token {
  if (locked !== undefined) return "dim";
  if (danger === true) return "bad";
  return isLink === true ? "link" : "text";
}
