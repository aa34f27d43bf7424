/** What the patterns of inline text work with, and the order in which they run. */
import { boldItalic, deleted, emphasis, entity, strong } from "./accents.ts";
import { bareLinks, linkifiedWords } from "./bare-links.ts";
import { codeSpans } from "./code-spans.ts";
import { emoji, emoticons, unicodeEmoji } from "./emoji.ts";
import { groupMentions, streamLinks, topicLinks, userMentions } from "./mentions.ts";
import { timestamps } from "./moments.ts";
import { namedLinks } from "./named-links.ts";
import type { Pattern, Run } from "./run.ts";
import { inlineHtml, type PlacedLink, readAgain, type Stretch } from "./stash.ts";
import { tex } from "./tex.ts";

const patterns: readonly Pattern[] = [
  codeSpans,
  boldItalic,
  userMentions,
  tex,
  topicLinks,
  streamLinks,
  timestamps,
  groupMentions,
  namedLinks,
  bareLinks,
  linkifiedWords,
  entity,
  strong,
  emphasis,
  deleted,
  emoji,
  emoticons,
  unicodeEmoji,
];

/** `text` with the marks of all that the patterns from the one at `first` on found in it. */
function apply(text: string, run: Run, first: number): string {
  let marked = text;
  for (let index = first; index < patterns.length; index += 1) {
    const inner = (content: string) =>
      // In an element, each text that others part from it is a text of its own: words begin there.
      readAgain(run.stash, apply(content, run, index + 1), (part) => apply(part, run, 0));
    marked = patterns[index]?.(marked, run, inner) ?? marked;
  }
  return marked;
}

export type InlineText = {
  readonly stretches: readonly Stretch[];
  readonly links: readonly PlacedLink[];
};

export function renderInline(text: string, run: Run): InlineText {
  const links: PlacedLink[] = [];
  const stretches = inlineHtml(run.stash, apply(text, run, 0), links);
  run.links.push(...links.map((link) => link.target));
  return { stretches, links };
}
