/** Menus: what they are about, and their items, each with its key. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { MenuItem, MenuLine } from "#commands/menus/menu.ts";
import { chosenIndex } from "#commands/menus/open-menu.ts";
import { hintsFor } from "#ui/hints.ts";
import { span } from "#ui/spans.ts";
import { Dialog } from "./dialog.tsx";
import type { PropsOf } from "./facts.ts";
import type { RowProps } from "./opened.ts";
import { Paragraph } from "./paragraph.tsx";
import { Line, Row, Rows } from "./row.tsx";

export function Menu({ facts: { keys, menu }, dialog }: PropsOf<"menu">) {
  if (menu === undefined) throw new Error("The menu is not open.");
  const { title, lines, items } = menu;
  const take = hintsFor(keys, ["dialog.take", "select"], ["dialog.leave", "cancel"]);
  const leave = hintsFor(keys, ["dialog.leave", "leave"]);
  return (
    <Dialog
      title={title}
      chosen={chosenIndex(menu, dialog)}
      hints={items.length > 0 ? take : leave}
    >
      {lines.map((line) => (
        <Said key={line.text} {...line} />
      ))}
      {items.length > 0 && <Row />}
      <Rows of={items.map(itemRow)} />
    </Dialog>
  );
}

/** Names and quotations are cut after one row; what the menu itself says is shown in full. */
function Said({ text, tone }: MenuLine) {
  const Part = tone === "strong" || tone === "quote" ? Line : Paragraph;
  return <Part token={tone ?? "text"}>{safeLine(text)}</Part>;
}

function itemRow({ key, title, danger, locked }: MenuItem, choice: number): RowProps {
  const token = danger === true ? "bad" : "text";
  return {
    choice,
    left: [
      span(plain(`${key}  `), "strong"),
      span(safeLine(title), locked === undefined ? token : "dim"),
    ],
  };
}
