/** One-line inputs, whose cursor is always at the end: the keys that erase in them. */
import { withoutLast } from "#base/graphemes.ts";
import type { Command, CommandContext } from "./command.ts";

type ChangeText = (context: CommandContext, change: (text: string) => string) => void;

/** `prefix`: that of the command IDs. */
export function erasing(
  prefix: string,
  where: Command["where"],
  changeText: ChangeText,
): readonly Command[] {
  const row = (
    id: string,
    title: string,
    key: string,
    change: (text: string) => string,
  ): Command => ({
    id: `${prefix}${id}`,
    title,
    keys: [key],
    where,
    screenOnly: true,
    run: (context) => changeText(context, change),
  });
  return [
    row("erase", "Delete the last character", "Backspace", withoutLast),
    row("erase-word", "Delete the last word", "^W", (text) => text.replace(/\S*\s*$/, "")),
    row("clear", "Clear the input", "^U", () => ""),
  ];
}

/** A typed or pasted text for an input of one line. */
export function oneLine(text: string): string {
  return text.replace(/[\t\n]/g, " ");
}
