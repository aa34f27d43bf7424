def sub(p,a,b,n=1):
    s=open(p).read(); assert s.count(a)>=1,(p,a); s=s.replace(a,b,n); open(p,'w').write(s)
p='src/ui/dialogs/pickers.ts'
sub(p,'''  const list = emojiChoices(view, dialog.input.text, dialog.frequent).map(
    ({ type, code, name }) => {
      const character = type === "unicode_emoji" ? characterOf(code) : undefined;
      return {
        left: emojiSpans(style, character ?? "", name),
        right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
      };
    },
  );
''','''  const list = emojiChoices(view, dialog.input.text, dialog.frequent).map((emoji) =>
    emojiRow(style, emoji),
  );
''')
sub(p,'''function emojiSpans({ cells }: Style, character: SafeText | "", name: string): readonly Span[] {
  return [
    span(plain(`${cells.pad(cells.show(plain(character)), 3)} `)),
    { text: safeLine(name), shrinks: true },
  ];
}
''','''function emojiRow({ cells }: Style, { type, code, name }: Emoji): Choice {
  const character = type === "unicode_emoji" ? characterOf(code) : undefined;
  return {
    left: [
      span(plain(`${cells.pad(cells.show(plain(character ?? "")), 3)} `)),
      { text: safeLine(name), shrinks: true },
    ],
    right: character === undefined ? [span(plain("custom"), "dim")] : noSpans,
  };
}
''')
sub(p,'''    list: statusEmoji(facts.view, dialog).map((emoji) => ({
      left:
        emoji === undefined
          ? [span(plain("    no emoji"), "dim")]
          : emojiSpans(facts.style, emojiText(emoji.type, emoji.code, ""), emoji.name),
    })),
''','''    list: statusEmoji(facts.view, dialog).map((emoji) =>
      emoji === undefined
        ? { left: [span(plain("    no emoji"), "dim")] }
        : emojiRow(facts.style, emoji),
    ),
''')
sub(p,'''    const right = isTyped ? `${away} ${style.glyphs.separator} ${zoneName(hours)}` : away;
    return {
      left: [
        { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
        ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
      ],
      right: [span(safeLine(right), "dim")],
    };
''','''    const words = isTyped ? `${away} ${style.glyphs.separator} ${zoneName(hours)}` : away;
    const right = [span(safeLine(words), "dim")];
    const left: readonly Span[] = [
      { text: safeLine(name ?? `${dayWord(at, now, hours)}${moment}`), shrinks: true },
      ...(name === undefined ? noSpans : [span(plain(`  ${moment}`), "dim")]),
    ];
    // The time itself matters more than how far away it is.
    return spansWidth(style, [...left, ...right]) < columns ? { left, right } : { left };
''')
sub(p,'''  const { style, view } = facts;
  const { now, purpose } = dialog;''','''  const { style, view, columns } = facts;
  const { now, purpose } = dialog;''')
sub(p,'''import { noSpans, type Span, span } from''','''import { noSpans, type Span, span, spansWidth } from''')
sub(p,'''import type { Address } from "#journal/intent.ts";''','''import type { Address, Emoji } from "#journal/intent.ts";''')
p='src/ui/dialogs/table.ts'
sub(p,'''    line(plain("Drafts and unsent messages are kept."), "dim"),
    emptyRow,
    line(plain("API key or password of this account:"), "dim"),''','''    ...paragraph(facts, plain("Drafts and unsent messages are kept."), "dim"),
    emptyRow,
    ...paragraph(facts, plain("API key or password of this account:"), "dim"),''')
