/** The reactions below a message: as many as fit in a line, and the number of the others. */
import { plain } from "#base/safe-text.ts";
import type { Reaction } from "#model/message.ts";
import type { UserId } from "#wire/ids.ts";
import { emojiText } from "./emoji-text.ts";
import { type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

/** Room for that number. */
const columnsOfMore = 7;

export function reactionSpans(
  style: Style,
  columns: number,
  ownId: UserId,
  reactions: readonly Reaction[],
): readonly Span[] {
  const spans: Span[] = [];
  let used = 0;
  let shown = 0;
  for (const reaction of reactions) {
    const pieces = spansOf(style, ownId, reaction);
    used += spansWidth(style, pieces);
    if (shown > 0 && used > columns - columnsOfMore) break;
    spans.push(...pieces);
    shown += 1;
  }
  const more = reactions.length - shown;
  return more > 0 ? [...spans, span(plain(`+${more}`), "dim")] : spans;
}

function spansOf(style: Style, ownId: UserId, reaction: Reaction): readonly Span[] {
  const token = reaction.userIds.includes(ownId) ? (["accent", "strong"] as const) : "dim";
  const text = style.cells.show(emojiText(reaction.type, reaction.code, reaction.name));
  return [span(plain(`${text} `), token), span(plain(`${reaction.userIds.length}   `), token)];
}
