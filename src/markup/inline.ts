/**
 * Text within a block, read rule by rule in the order in which servers apply theirs.
 *
 * Each rule runs over the text once, and what it recognized is out of reach for the ones behind it. Within stressed text
 * the later rules go on; within a link there are none. So the work is the length of the text times the number of rules.
 */
import { bareLinks } from "./bare-links.ts";
import { codeSpans } from "./code-spans.ts";
import { stress } from "./document.ts";
import { emojiNames } from "./emoji-names.ts";
import { entities } from "./entities.ts";
import { formulas } from "./formulas.ts";
import { enclosed, type Fragment, type Pair, type Replacement, replaced } from "./fragment.ts";
import { linkified } from "./linkifiers.ts";
import { groupMentions, streamLinks, userMentions } from "./mentions.ts";
import { namedLinks } from "./named-links.ts";
import type { Reading } from "./reading.ts";
import { type Steps, takeSteps } from "./steps.ts";
import { emphasisPairs, strongEmphasisPairs, strongPairs, struckPairs } from "./stress.ts";
import { timestamps } from "./timestamps.ts";

export type InlineContext = {
  readonly reading: Reading;
  /** Whether the text stands in a quote, where nobody is called. */
  readonly isQuoted: boolean;
  readonly steps: Steps;
};

type Rule = {
  /** A text without any of these has nothing for the rule. */
  readonly signs: readonly string[];
  readonly apply: (fragment: Fragment, context: InlineContext, rest: Rest) => Fragment;
};

/** Applies the rules that come later. */
type Rest = (inside: Fragment) => Fragment;

function finding(
  sign: string,
  find: (text: string, reading: Reading, isQuoted: boolean) => readonly Replacement[],
): Rule {
  return {
    signs: [sign],
    apply: (fragment, { reading, isQuoted }) =>
      replaced(fragment, find(fragment.text, reading, isQuoted)),
  };
}

function stressing(sign: string, kind: number, pairsOf: (text: string) => readonly Pair[]): Rule {
  return {
    signs: [sign],
    apply: (fragment, _, rest) =>
      enclosed(fragment, pairsOf(fragment.text), (inside) => ({
        kind: "stressed",
        stress: kind,
        inside: rest(inside),
      })),
  };
}

const linkPatterns: Rule = {
  signs: [""],
  apply: (fragment, { reading, steps }) =>
    reading.linkifiers.reduce(
      (left, linkifier) => replaced(left, linkified(left.text, linkifier, steps)),
      fragment,
    ),
};

const rules: readonly Rule[] = [
  finding("`", codeSpans),
  stressing("***", stress.strong | stress.emphasis, strongEmphasisPairs),
  finding("@", userMentions),
  finding("$$", formulas),
  finding("#**", (text, reading) => streamLinks(text, reading)),
  finding("<time:", timestamps),
  finding("@", groupMentions),
  finding("](", namedLinks),
  { ...finding(".", bareLinks), signs: [".", "://"] },
  linkPatterns,
  finding("&", entities),
  stressing("**", stress.strong, strongPairs),
  stressing("*", stress.emphasis, emphasisPairs),
  stressing("~~", stress.struck, struckPairs),
  finding(":", emojiNames),
];

/** A text with all that was recognized in it as parts. */
export function readInline(text: string, context: InlineContext): Fragment {
  return applied({ text, parts: [] }, context, 0);
}

function applied(fragment: Fragment, context: InlineContext, from: number): Fragment {
  let read = fragment;
  for (let index = from; index < rules.length; index += 1) {
    const rule = rules[index];
    if (rule === undefined || !rule.signs.some((sign) => read.text.includes(sign))) continue;
    takeSteps(context.steps, read.text.length);
    read = rule.apply(read, context, (inside) => applied(inside, context, index + 1));
  }
  return read;
}
