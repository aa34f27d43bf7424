/**
 * Parses inline text, rule by rule in the order used by servers.
 *
 * Each rule scans the text once and extracts its matches from later rules. Later rules apply within emphasis, but not
 * within links. So the work is the length of the text times the number of rules.
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
import type { ReaderContext } from "./reader-context.ts";
import { type Steps, takeSteps } from "./steps.ts";
import { emphasisPairs, strongEmphasisPairs, strongPairs, struckPairs } from "./stress.ts";
import { timestamps } from "./timestamps.ts";

export type InlineContext = {
  readonly readerContext: ReaderContext;
  /** Whether the text is in a quote, where mentions are ignored. */
  readonly isQuoted: boolean;
  readonly steps: Steps;
};

type Rule = {
  /** The rule only applies to text that contains one of these. */
  readonly signs: readonly string[];
  readonly apply: (fragment: Fragment, context: InlineContext, rest: LaterRules) => Fragment;
};

/** Applies the later rules. */
type LaterRules = (inside: Fragment) => Fragment;

function finding(
  sign: string,
  find: (text: string, readerContext: ReaderContext, isQuoted: boolean) => readonly Replacement[],
): Rule {
  return {
    signs: [sign],
    apply: (fragment, { readerContext, isQuoted }) =>
      replaced(fragment, find(fragment.text, readerContext, isQuoted)),
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
  apply: (fragment, { readerContext, steps }) =>
    readerContext.linkifiers.reduce(
      (left, linkifier) => replaced(left, linkified(left.text, linkifier, steps)),
      fragment,
    ),
};

const rules: readonly Rule[] = [
  finding("`", codeSpans),
  stressing("***", stress.strong | stress.emphasis, strongEmphasisPairs),
  finding("@", userMentions),
  finding("$$", formulas),
  finding("#**", streamLinks),
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

/** A text with its recognized elements as parts. */
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
