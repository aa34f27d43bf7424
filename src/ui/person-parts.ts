/** The parts about a user that rows and cards share: presence, status and last activity. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { relative } from "#base/time.ts";
import type { Replica } from "#model/replica.ts";
import type { presenceOf } from "#model/select/conversations.ts";
import type { UserId } from "#wire/ids.ts";
import { emojiText } from "./names.ts";
import { noSpans, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";

/** Emoji and text; empty without a status. */
export function statusSpans({ cells }: Style, { statuses }: Replica, id: UserId): readonly Span[] {
  const status = statuses.get(id);
  if (status === undefined) return noSpans;
  const { text, emojiName, emojiCode, emojiType } = status;
  const emoji =
    emojiName === ""
      ? noSpans
      : [
          // Where there is no room for it, an ellipsis alone would say nothing.
          { ...span(cells.show(emojiText(emojiType, emojiCode, emojiName))), shrinks: true },
          span(plain(" ")),
        ];
  return text === "" ? emoji : [...emoji, { text: safeLine(text), token: "text", shrinks: true }];
}

/** When somebody who is away was last seen: `seen 3 h`. */
export function seenText({ hours }: Style, seen: number, now: number): SafeText {
  return plain(`seen ${relative(seen, now, hours)}`);
}

export type Presence = ReturnType<typeof presenceOf>;

/** A blank for somebody whose presence is unknown, and for several people. */
export function presenceSign({ glyphs }: Style, presence: Presence | undefined): Span {
  switch (presence) {
    case "active":
      return span(glyphs.active, "good");
    case "idle":
      return span(glyphs.idle, "warning");
    case "offline":
      return span(glyphs.away, "faint");
    case undefined:
      return span(plain(" "));
  }
}
