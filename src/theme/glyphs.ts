/**
 * The symbols on the screen, for Unicode and ASCII terminals, each one cell wide; and their text for screen readers.
 */
import { plain, type SafeText } from "#base/safe-text.ts";

const table = {
  streamPublic: ["#", "#", ""],
  streamPrivate: ["◈", "*", "private "],
  streamWebPublic: ["◎", "%", "web-public "],
  topic: ["›", "/", ">"],
  open: ["▾", "-", ""],
  closed: ["▸", "+", ""],
  unread: ["●", "*", ""],
  mention: ["@", "@", "mentions you"],
  needsYou: ["@", "@", ""],
  followed: ["◆", "!", "followed"],
  active: ["●", "o", "online"],
  idle: ["◐", "c", "idle"],
  away: ["○", "-", "offline"],
  sending: ["◌", ".", "sending"],
  sent: ["✓", "v", "sent"],
  queued: ["⇡", "^", "queued"],
  failed: ["✗", "x", "failed"],
  undecided: ["?", "?", "may have been sent"],
  selected: ["▌", ">", ""],
  here: ["▏", ":", ""],
  resolved: ["✔", "v", "resolved"],
  done: ["✓", "v", ""],
  muted: ["∅", "-", "muted"],
  draft: ["✎", "&", "you have a draft,"],
  starred: ["*", "*", "starred"],
  scheduled: ["◷", "@", "scheduled"],
  snoozed: ["◷", "@", "snoozed"],
  later: ["◷", "@", ""],
  ellipsis: ["…", "~", "..."],
  bullet: ["•", "*", ""],
  innerBullet: ["◦", "-", ""],
  quoteBar: ["│", "|", ""],
  quoteBegin: ["“", '"', "“"],
  quoteEnd: ["”", '"', "”"],
  nextItem: ["·", "-", ";"],
  corner: ["└", "`", ""],
  ruleHorizontal: ["─", "-", " "],
  ruleGap: ["┄", ".", ""],
  barDone: ["━", "=", ""],
  ruleVertical: ["│", "|", ""],
  ruleCross: ["┼", "+", ""],
  ruleLeft: ["├", "+", ""],
  frameTopLeft: ["┌", "+", ""],
  frameTopRight: ["┐", "+", ""],
  frameBottomLeft: ["└", "+", ""],
  frameBottomRight: ["┘", "+", ""],
  boxUnchecked: ["☐", "o", "to do:"],
  boxChecked: ["☑", "x", "done:"],
  fromServer: ["⇣", "v", "on the server,"],
  up: ["↑", "^", ""],
  down: ["↓", "v", ""],
  separator: ["·", "-", ""],
  prompt: ["›", ">", ""],
  lineBreak: ["↵", "$", " "],
} as const satisfies Record<string, readonly [unicode: string, ascii: string, spoken: string]>;

export type GlyphName = keyof typeof table;
export type Glyphs = Readonly<Record<GlyphName, SafeText>>;

function column(index: 0 | 1 | 2): Glyphs {
  const entries = Object.entries(table).map(([name, signs]) => [name, plain(signs[index])]);
  return Object.fromEntries(entries) as Glyphs;
}

export const unicodeGlyphs: Glyphs = column(0);
export const asciiGlyphs: Glyphs = column(1);

/** In the fonts of the Linux console, its own and those that distributions load: of other characters it draws none. */
const inConsoleFonts = "│─┌┐└┘├┼┤•·↑↓";

export const consoleGlyphs: Glyphs = Object.fromEntries(
  Object.entries(unicodeGlyphs).map(([name, sign]) => [
    name,
    inConsoleFonts.includes(sign) ? sign : asciiGlyphs[name as GlyphName],
  ]),
) as Glyphs;

const punctuation = [
  ["“”„‟″", '"'],
  ["‘’‚‛′", "'"],
  ["‐‑‒–—―−", "-"],
  ["…", "..."],
  ["×✕✖", "x"],
  ["✔", "v"],
  ["■", "#"],
  ["‹", "<"],
  ["←", "<-"],
  ["→⇒➜", "->"],
  ["≤", "<="],
  ["≥", ">="],
  ["≠", "!="],
  ["≈", "~"],
] as const;

/** What texts are written in where the symbols are ASCII: of each character that has one, its substitute. */
function substitutes(glyphs: Glyphs): ReadonlyMap<string, string> {
  const signs = Object.entries(table).map(
    ([name, [sign]]) => [sign, glyphs[name as GlyphName]] as const,
  );
  const others = punctuation.flatMap(([all, sign]) =>
    [...all].map((each) => [each, sign] as const),
  );
  return new Map<string, string>([...signs, ...others]);
}

/** By their symbols, unless the terminal draws all. */
export const substitutesOf = {
  unicode: undefined,
  console: substitutes(consoleGlyphs),
  ascii: substitutes(asciiGlyphs),
} as const;

/** Words for symbols that carry meaning, nothing for those whose line says the same. */
export const spokenGlyphs: Glyphs = column(2);
