/** Texts that are difficult for terminals and wrapping: scripts without blanks, clusters, joiners, marks, controls. */
import fc from "fast-check";
import { anyText } from "./any-text.ts";

const pieces = [
  " ",
  " ",
  "  ",
  "a",
  "word",
  "pool_size",
  "ü",
  "e\u0301",
  "日本",
  "語。",
  "「か",
  "カ\u3099",
  "ﾊﾞ",
  "한국",
  "\u1100\u1161",
  "หน้ำ",
  "हिन्दी",
  "שלום",
  "مرحبا",
  "👨‍👩‍👧‍👦",
  "👍🏽",
  "❤️",
  "🇩🇪",
  "🇩",
  "1️⃣",
  "\u200b",
  "\u00a0",
  "—",
  "…",
  "\ufe0f",
  "𝔘",
  "𠮷",
];

/** Words, scripts and clusters in any order; no control characters. */
export const mixedText = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((all) => all.join(""));

const markup = [
  "**",
  "*",
  "~~",
  "`",
  "```",
  "\n```\n",
  "\n````quote\n",
  "\n```quote\n",
  "\n```spoiler a *b*\n",
  "\n```math\n",
  "\n```js\n",
  "\n~~~\n",
  "\n",
  "\n\n",
  "\n> ",
  "\n* ",
  "\n  * ",
  "\n    ",
  "\n12. ",
  "\n# ",
  "\n---\n",
  "\n| a | b |\n|---|:-:|\n| 1 | ",
  " | ",
  "[",
  "](",
  ")",
  "](https://example.com/a_(b)) ",
  "https://example.com/*x*",
  "<https://x.y>",
  "example.com",
  "a@example.com",
  "@**Ana Ruiz**",
  "@**Ana Ruiz|7**",
  "@_**Nobody**",
  "@*crew*",
  "@**all**",
  "#**ops**",
  "#**ops>a b**",
  ":tada:",
  ":nothing:",
  "$$x^2$$",
  "<time:1714557600>",
  "<time:never>",
  "&copy;&#27;&#x202e;",
  "\\",
  "!",
  "<b>",
  "/me ",
  "#12",
  "- [x] ",
  "\t",
];

const controls = [
  "\x1b[31m",
  "\x1b]8;;http://x\x07",
  "\x9b2J",
  "\x07",
  "\r",
  "\u202e",
  "\u2066",
  "\x00",
  "\ud800",
];

/** Any messages, including hostile and malformed ones. */
export const anyMessage = fc.oneof(
  fc
    .array(fc.constantFrom(...markup, ...controls, ...pieces), { maxLength: 60 })
    .map((all) => all.join("")),
  anyText(200),
  fc.string({ maxLength: 200 }),
);

/** Tokens of the dialect, complete and incomplete, whose repetition may be slow to parse. */
export const dialectTokens = [
  ..."a ,\n*_~`#>|[](){}\\!<@:$&/.-'\"é日".split(""),
  ..."** *** ~~ `` ``` ](  [a]( ![ \\[ <time: <time:1> @** @* @_** [@** ![@** #** #**a> :a :tada: $$ $$a".split(
    " ",
  ),
  ..."https:// https://x.y/ https://x.y/( [x](https://x.y) x.com a. a@ a@x.com &copy; &# #12".split(
    " ",
  ),
  "\n\n",
  "    ",
  "\n> ",
  "\n>>",
  "\n* ",
  "\n  * ",
  "\n1. ",
  "\n# ",
  "\n---\n",
  "\n|a|b|\n|-|-|\n|",
  "\n|",
  "\n```\n",
  "\n```quote\n",
  "\n```spoiler a\n",
  "👍",
  "\u0301",
].filter((token) => token !== "");

/** `text` repeated to at least `length` characters. */
export function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length));
}
