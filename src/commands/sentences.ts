/** Sentences that name keys: they say the key that the person has, not the one that the table proposes. */
import type { Context, Keys } from "./command.ts";
import { keysOf } from "./keymap.ts";

/** The first key of a command, in that context if one is given; undefined where the person took all of them away. */
export function keyOf(
  { commands, overrides }: Keys,
  id: string,
  where?: Context,
): string | undefined {
  const command = commands.find((each) => each.id === id);
  return command && keysOf(command, overrides, where)[0];
}

/**
 * The sentence with a key in the place of each command's id in braces. A part of it, divided from the next by `|`, that
 * names a command without a key is left out; empty when nothing is left.
 *
 *     "{message.reply} writes the first message|, {triage.next} goes to the next unread|."
 */
export function withKeys(keys: Keys, sentence: string): string {
  const parts = sentence.split("|").flatMap((part) => filled(keys, part) ?? []);
  return parts.join("").replace(/^[\s.,:;]+/, "");
}

/** Undefined when it names a command without a key. */
function filled(keys: Keys, part: string): string | undefined {
  let isWhole = true;
  const text = part.replace(/\{([\w.-]+)\}/g, (_, id: string) => {
    const key = keyOf(keys, id);
    isWhole &&= key !== undefined;
    return key ?? "";
  });
  return isWhole ? text : undefined;
}
