/** Bytes that a terminal might send: valid and mutated sequences, text and noise. */
import { below, pick, type Random } from "#base/random.ts";

const esc = "\x1b";

/** Parameters of sequences: usual numbers, limits, and invalid ones. */
const numbers = [
  ..."0,1,2,3,5,13,27,32,97,107,127,155,200,201,255,1114111,1114112,55296,57343,57358".split(","),
  ..."57414,65535,9999999,99999999999999999999,-1,+1,1.5,1e9,0x41,NaN,$,!,?,,:,::,1:2:3, ".split(
    ",",
  ),
];

/** Sequences of terminals; `#` is a parameter. */
const grammar = [
  "[#u",
  "[#;#u",
  "[#;#:#u",
  "[#;#;#u",
  "[#:#:#;#:#;#u",
  "[27;#;#~",
  "[#~",
  "[#;#~",
  "[A",
  "[1;#A",
  "[#;#D",
  "[Z",
  "[1;#Z",
  "OA",
  "OP",
  "O#",
  "[[A",
  "[[E",
  "[#;#R",
  "[H",
  "[E",
  "[<#;#;#M",
  "[<#;#;#m",
  "[<#;#M",
  "[<#;#;#;#M",
  "[M!!!",
  "[I",
  "[O",
  "[#I",
  ...["[200~#[201~", "[200~one\rtwo", "[201~", "[200~[200~#", "[200~"].map((text) =>
    text.replaceAll(/(?!^)\[/g, `${esc}[`),
  ),
  "]11;rgb:#/#/#\x07",
  `]11;rgb:#/#/#${esc}\\`,
  "]52;c;#\x07",
  "]0;#",
  "]",
  "[?#c",
  "[>#;#c",
  "[?#;#$y",
  "[?#u",
  `P#+r#${esc}\\`,
  "P>|x(#)",
  `_G#${esc}\\`,
  `^#${esc}\\`,
  "p",
  "P",
  "\r",
  "\x7f",
  "[",
  "O",
  "é",
  "👍🏽",
  esc,
  "",
].map((text) => esc + text);

const texts = [
  // Every letter is bound to a key somewhere.
  ...Array.from({ length: 0x5e }, (_, at) => String.fromCharCode(0x21 + at)),
  "a",
  "q",
  "e",
  "Z",
  " ",
  "\t",
  "\r",
  "\n",
  "\r\n",
  "\0",
  "\x03",
  "\x0b",
  "\x1f",
  "\x7f",
  ":",
  "é",
  "e\u0301",
  "日本",
  "👨‍👩‍👧‍👦",
  "🇫🇷",
  "\u200d",
  "\u202e",
  "\u0085",
  "\u009b",
  "\ufeff",
  "\ufffd",
  "ß",
  "hello there\r",
  "https://example.com/a?b=c ",
  "```\ncode\n```\n",
  "x".repeat(200),
];

/** Invalid or incomplete UTF-8. */
const broken = [
  [0xff],
  [0xc3],
  [0xe2, 0x82],
  [0xf0, 0x9f],
  [0xed, 0xa0, 0x80],
  [0xc0, 0x80],
  [0x9b],
];

function sequence(random: Random): string {
  return pick(random, grammar).replaceAll("#", () => pick(random, numbers));
}

/** The text with one mutation. */
function mutated(random: Random, text: string): string {
  const at = below(random, text.length + 1);
  const rest = text.slice(at);
  switch (below(random, 5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + rest.slice(1);
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(random, 0x100)) + rest;
    case 3:
      return text.slice(0, at) + sequence(random) + rest;
    default:
      return text.slice(0, at) + rest.slice(0, 2).repeat(1 + below(random, 30)) + rest;
  }
}

function piece(random: Random, encoder: TextEncoder): Uint8Array {
  switch (below(random, 10)) {
    case 0:
      return Uint8Array.from({ length: below(random, 60) }, () => below(random, 256));
    case 1:
      return Uint8Array.from(pick(random, broken));
    case 2:
    case 3:
      return encoder.encode(pick(random, texts));
    case 4:
    case 5:
    case 6:
      return encoder.encode(sequence(random));
    default:
      return encoder.encode(mutated(random, sequence(random)));
  }
}

/** At least `size` bytes, split at random positions. */
export function* reads(random: Random, size: number): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let yielded = 0;
  let rest = new Uint8Array();
  while (yielded < size) {
    const pieces = [
      rest,
      ...Array.from({ length: 1 + below(random, 20) }, () => piece(random, encoder)),
    ];
    const bytes = Uint8Array.from(Buffer.concat(pieces));
    const end = below(random, bytes.length + 1);
    yielded += end;
    rest = bytes.slice(end);
    yield bytes.subarray(0, end);
  }
}
