/** The emoji pickers: for reactions, and for the user's status. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { emojiChoices } from "#commands/choices.ts";
import { statusEmoji } from "#commands/status.ts";
import { characterOf } from "#emoji/code.ts";
import { emojiText } from "#ui/names.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { PropsOf } from "./facts.ts";
import { Picker } from "./picker.tsx";

export function EmojiPicker({ facts, dialog }: PropsOf<"emoji">) {
  const { style, view } = facts;
  const list = emojiChoices(view, dialog.text, dialog.frequent).map(({ type, code, name }) => {
    const character = type === "unicode_emoji" ? characterOf(code) : undefined;
    return {
      left: emojiSpans(style, character ?? "", name),
      right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
    };
  });
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title="React"
      placeholder="emoji name"
      list={list}
      take="react"
    />
  );
}

export function StatusEmojiPicker({ facts, dialog }: PropsOf<"status-emoji">) {
  const { style, view } = facts;
  const list = statusEmoji(view, dialog).map((emoji) => ({
    left:
      emoji === undefined
        ? [span(plain("    no emoji"), "dim")]
        : emojiSpans(style, emojiText(emoji.type, emoji.code, ""), emoji.name),
  }));
  return (
    <Picker
      facts={facts}
      dialog={dialog}
      title="Emoji of your status"
      placeholder="emoji name"
      list={list}
      take="choose"
    />
  );
}

function emojiSpans({ cells }: Style, character: SafeText | "", name: string): readonly Span[] {
  return [
    span(plain(`${cells.pad(cells.show(plain(character)), 3)} `)),
    { text: safeLine(name), shrinks: true },
  ];
}
