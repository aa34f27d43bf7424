/** Keys with a word or two on what they do: for the footer, the edges of dialogs, and below messages. */

import { plain, safeLine } from "#base/safe-text.ts";
import { type Context, type Keys, worksIn } from "#commands/command.ts";
import { boundIn, keysOf } from "#commands/keymap.ts";
import { keyOf } from "#commands/sentences.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export type Hint = {
  readonly key: string;
  readonly words: string;
  /** The command's, if the key is one of a command. */
  readonly id?: string;
  /** How soon it gives way where not all fit, if not as those that come last. */
  readonly spare?: number;
};

/** The commands of a context that have a hint and a key, in the order of the table; help or leaving comes last. */
export function hintsOf(
  { commands, overrides }: Keys,
  where: Context,
): readonly (Hint & { readonly id: string })[] {
  const ids = new Map(
    boundIn(commands, overrides, where).map(({ keys, command: { id } }) => [keys, id]),
  );
  const bound = commands
    .filter((command) => worksIn(command, where))
    .flatMap((command) => {
      const { id } = command;
      const hint = command.hintIn?.[where] ?? command.hint;
      const key = keysOf(command, overrides, where).find((each) => ids.get(each) === id);
      return hint === undefined || key === undefined ? [] : [{ key, words: hint, id }];
    });
  const isLast = ({ words }: Hint) => ["close", "keys"].includes(words);
  return [...bound.filter((hint) => !isLast(hint)), ...bound.filter(isLast)];
}

/** What can continue the strokes of a sequence, labelled with the commands' titles. */
export function hintsAfter(
  { commands, overrides }: Keys,
  where: Context,
  begun: string,
): readonly Hint[] {
  return commands
    .filter((command) => worksIn(command, where))
    .flatMap((command): readonly Hint[] => {
      const whole = keysOf(command, overrides, where).find((each) => each.startsWith(`${begun} `));
      if (whole === undefined) return [];
      return [{ key: whole.slice(begun.length + 1), words: inShort(command.title) }];
    });
}

/** After `g`, "Go to mentions" becomes "mentions", after `y`, "Copy the text" becomes "text". What explains is left out. */
function inShort(title: string): string {
  const words = title
    .replace(/^(?:Later: s|S)nooze or be reminded (?:in |on )?/, "")
    .replace(/^(?:Go to|To|Copy|Show|Turn) (?:the )?/, "");
  const named = words.replace(/(?::|, and) .*/, "");
  // The capital was that of the sentence; in an unshortened title it may be a name's.
  return words === title ? lowered(named) : named;
}

/** A sentence's words as a hint's. */
export function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Hints with the given words, by command ID; those without a key are left out. */
export function hintsFor(
  keys: Keys,
  ...hints: readonly (readonly [id: string, words: string])[]
): readonly Hint[] {
  return hints.flatMap(([id, words]) => {
    const key = keyOf(keys, id);
    return key === undefined ? [] : [{ key, words, id }];
  });
}

/** The arrow keys, if both do something in that context. */
export function arrowsIn(
  { commands, overrides }: Keys,
  { glyphs }: Style,
  where: Context,
): string | undefined {
  const bound = new Set(boundIn(commands, overrides, where).map(({ keys }) => keys));
  if (!bound.has("Up") || !bound.has("Down")) return undefined;
  return glyphs.up === unicodeGlyphs.up ? `${glyphs.up}${glyphs.down}` : "Up Down";
}

export function hintSpans({ key, words }: Hint): readonly Span[] {
  const named = { ...span(safeLine(key), "strong"), target: key };
  return [named, { ...span(plain(` ${words}`), "dim"), target: key }];
}

/**
 * As many hints as fit, separated by three blanks, or by two if that fits more. The last one (help or leaving) is
 * always included.
 */
export function hintsWithin(
  style: Style,
  hints: readonly Hint[],
  columns: number,
): readonly Span[] {
  const groups = hints.map((hint, at) => {
    const spans = hintSpans(hint);
    const isLast = at === hints.length - 1;
    return { spans, width: spansWidth(style, spans), spare: isLast ? -2 : (hint.spare ?? 0) };
  });
  const wide = groupsWithin(groups, columns, 3);
  const narrow = groupsWithin(groups, columns, 2);
  const [shown, gap] = narrow.length > wide.length ? [narrow, "  "] : [wide, "   "];
  return shown.flatMap(({ spans }, at) => (at === 0 ? spans : [span(plain(gap)), ...spans]));
}

type Group = {
  readonly spans: readonly Span[];
  readonly width: number;
  readonly spare: number;
};

function groupsWithin(groups: readonly Group[], columns: number, gap: number): readonly Group[] {
  let shown = groups;
  let width = groups.reduce((sum, group) => sum + group.width + gap, -gap);
  while (width > columns && shown.length > 1) {
    const spare = Math.max(...shown.map((group) => group.spare));
    const at = shown.findLastIndex((group) => group.spare === spare);
    width -= (shown[at]?.width ?? 0) + gap;
    shown = shown.toSpliced(at, 1);
  }
  return shown;
}
