/** The symbols on the screen, for Unicode and ASCII terminals. Each is one cell wide. */
import { plain, type SafeText } from "#base/safe-text.ts";

const table = {
  streamPublic: ["#", "#"],
  streamPrivate: ["◈", "*"],
  streamWebPublic: ["◎", "%"],
  topic: ["›", "/"],
  open: ["▾", "-"],
  closed: ["▸", "+"],
  unread: ["●", "*"],
  mention: ["@", "@"],
  followed: ["◆", "!"],
  active: ["●", "o"],
  idle: ["◐", "~"],
  away: ["○", "-"],
  sending: ["◌", "."],
  sent: ["✓", "v"],
  queued: ["⇡", "^"],
  failed: ["✗", "x"],
  undecided: ["?", "?"],
  selected: ["▌", ">"],
  here: ["▏", ":"],
  resolved: ["✓", "v"],
  muted: ["∅", "-"],
  draft: ["✎", "~"],
  scheduled: ["◷", "@"],
  ellipsis: ["…", "~"],
  bullet: ["•", "*"],
  innerBullet: ["◦", "-"],
  quoteBar: ["│", "|"],
  corner: ["└", "`"],
  ruleHorizontal: ["─", "-"],
  barDone: ["━", "="],
  ruleVertical: ["│", "|"],
  ruleCross: ["┼", "+"],
  ruleLeft: ["├", "+"],
  frameTopLeft: ["┌", "+"],
  frameTopRight: ["┐", "+"],
  frameBottomLeft: ["└", "+"],
  frameBottomRight: ["┘", "+"],
  boxUnchecked: ["☐", "-"],
  boxChecked: ["☑", "x"],
  up: ["↑", "^"],
  down: ["↓", "v"],
  separator: ["·", "-"],
  cursor: ["▏", "_"],
  prompt: ["›", ">"],
} as const satisfies Record<string, readonly [unicode: string, ascii: string]>;

export type GlyphName = keyof typeof table;
export type Glyphs = Readonly<Record<GlyphName, SafeText>>;

function column(index: 0 | 1): Glyphs {
  const entries = Object.entries(table).map(([name, signs]) => [name, plain(signs[index])]);
  return Object.fromEntries(entries) as Glyphs;
}

export const unicodeGlyphs: Glyphs = column(0);
export const asciiGlyphs: Glyphs = column(1);
