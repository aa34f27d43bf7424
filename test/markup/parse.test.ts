import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "#markup/parse.ts";
import type { Block, Document, Span } from "../../src/markup/document.ts";
import { stress } from "../../src/markup/document.ts";
import { readerContext } from "../support/reader.ts";
import { anyMessage } from "../support/texts.ts";

function spansIn(source: string): readonly Span[] {
  const [block] = parse(source, readerContext).blocks;
  return block && "spans" in block ? block.spans : [];
}

/** The spans of the first block: plain text as it is, others with their role. */
function described(source: string): string {
  return spansIn(source)
    .map(({ text, role }) => (role === "text" ? text : `‹${role} ${text}›`))
    .join("");
}

function kinds(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if ("blocks" in block) return `${block.kind}(${kinds(block.blocks)})`;
      if (block.kind === "list")
        return `list(${block.items.map((i) => kinds(i.blocks)).join(",")})`;
      return block.kind;
    })
    .join(" ");
}

const shape = (source: string) => kinds(parse(source, readerContext).blocks);
const targets = (source: string): Document["targets"] => parse(source, readerContext).targets;

test.each([
  ["@**Ana Ruiz** hi", "‹selfMention @Ana Ruiz› hi"],
  ["@**ana ruiz**", "‹selfMention @Ana Ruiz›"],
  ["@**Bo Lindqvist|8**,", "‹mention @Bo Lindqvist›,"],
  ["@**|8**", "‹mention @Bo Lindqvist›"],
  ["@**Old Name|8**", "‹mention @Bo Lindqvist›"],
  ["@_**Bo Lindqvist|8** said", "‹silentMention Bo Lindqvist› said"],
  ["@**all**", "‹selfMention @all›"],
  ["@_**topic**", "‹silentMention topic›"],
  ["@*crew* @*guests*", "‹selfMention @crew› ‹mention @guests›"],
  ["@_*crew*", "‹silentMention crew›"],
  ["x@**Ana Ruiz**", "x@Ana Ruiz"],
  ["(@**Ana Ruiz**)", "(‹selfMention @Ana Ruiz›)"],
  ["@**Nobody**", "@Nobody"],
  ["@**All**", "@All"],
  ["`@**Ana Ruiz**`", "‹code @**Ana Ruiz**›"],
  ["> @**Ana Ruiz**", ""],
])("the mention in %j is parsed as %j", (source, expected) => {
  expect(described(source)).toBe(expected);
});

test("mentions in quotes do not notify", () => {
  const [quote] = parse("> @**Ana Ruiz**", readerContext).blocks;
  expect(quote).toMatchObject({
    kind: "quote",
    blocks: [{ spans: [{ role: "silentMention", text: "Ana Ruiz" }] }],
  });
});

test.each([
  ["#**ops**", "‹stream #ops›"],
  ["#**ops>deploy window**", "‹stream #ops › deploy window›"],
  ["#**Ops**", "#Ops"],
  ["x#**ops**", "x#ops"],
  [":tada: :+1:", "‹emoji 🎉› ‹emoji 👍›"],
  [":party_cat: :old_cat:", "‹emoji :party_cat:› ‹emoji :old_cat:›"],
  [":no_such:tada:", ":no_such:tada:"],
  [":no_such: 10:30:45", ":no_such: 10:30:45"],
  ["$$x^2$$", "‹math x^2›"],
  ["costs $5 and $$6, a$$x$$b", "costs $5 and $$6, a$$x$$b"],
  ["$$`a`$$ $$x @**Bo Lindqvist**$$", "$$‹code a›$$ $$x ‹mention @Bo Lindqvist›$$"],
  ["<time:1714557600>", "‹time Wed 1 May, 10:00›"],
  ["<time:never>", "‹error Invalid time format: never›"],
  ["<time:2024-02-30>", "‹error Invalid time format: 2024-02-30›"],
  ["<time:24 Nov 2025 11:00 PST>", "‹time Mon 24 Nov, 19:00›"],
  ["<time:2026-01-05 15:00 XYZ>", "‹error 2026-01-05 15:00 XYZ (unknown time zone)›"],
  ["<time:10am>", "‹time 10am›"],
  ["&copy; &#65; &amp;lt; &nope;", "© A &lt; &nope;"],
  ["&#27;[31m", "␛[31m"],
  ["<b>x</b> <!-- y -->", "<b>x</b> <!-- y -->"],
  ["\\*x\\*", "\\x\\"],
  ["__x__ _y_ snake_case", "__x__ _y_ snake_case"],
  ["[text](https://example.com)", "‹link text›"],
  ["[text](javascript:alert(1))", "[text](javascript:alert(1))"],
  ["![alt](/user_uploads/x/y.png)", "![alt](/user_uploads/x/y.png)"],
  ["see https://example.com/a_(b).", "see ‹link https://example.com/a_(b)›."],
  ["<https://example.com>", "<‹link https://example.com›>"],
  ["https://example.com/**x**", "‹link https://example.com/**x**›"],
  ["example.com/a, a@example.com", "‹link example.com/a›, ‹link a@example.com›"],
  ["main.py 1.2.3.4 e.g. a.b", "main.py 1.2.3.4 e.g. a.b"],
  ["#1234 x#1234 #1234x", "‹link #1234› x#1234 #1234x"],
  ["[example.com](https://evil.example)", "‹link example.com›‹hint  (evil.example)›"],
  ["[a.b @**Bo Lindqvist**](https://x.y)", "‹link a.b ›‹mention @Bo Lindqvist›"],
  ["[**b** :tada: #1234 &copy;](https://x.y)", "‹link **b** :tada: #1234 ©›"],
  ["[a [b] c](https://x.y/a(b)c)", "‹link a [b] c›"],
  ['[a](https://x.y "it is (here)")', "‹link a›"],
  ["[a](<https://x.y/a b>) [ ](/b)", "‹link a› ‹link  ›‹link /b›"],
  ["[a](https://x.y/(", "[a](‹link https://x.y/(›"],
  ["see https://example.com/c_(d)). And", "see ‹link https://example.com/c_(d)›). And"],
  ["https://example.com?x=1, y", "‹link https://example.com?x=1›, y"],
  ["https:// http://[::1]/ x=https://a.b", "https:// http://[::1]/ x=https://a.b"],
  ["(a.com,b.com) mailto:a@b.c", "(a.com,‹link b.com›) mailto:‹link a@b.c›"],
  ["https://example.com/`x`", "https://example.com/‹code x›"],
  ["``a`b`` \\`c` d", "‹code a`b› \\`c` d"],
  ["```a``", "‹code `a›"],
  ["<time:a", "<time:a"],
  ["<time:`a`> <time:1714557600>", "<time:‹code a›> ‹time Wed 1 May, 10:00›"],
  ["#**ops>** #**ops>`a`**", "#ops> #ops>‹code a›"],
  ["/me waves", "‹sender Bo Lindqvist ›waves"],
  ["/menu", "/menu"],
  ["a\nb", "a\nb"],
])("%j is parsed as %j", (source, expected) => {
  expect(described(source)).toBe(expected);
});

test.each<[string, readonly [string, number][]]>([
  ["**b**", [["b", stress.strong]]],
  ["*i*", [["i", stress.emphasis]]],
  ["***x***", [["x", stress.strong | stress.emphasis]]],
  ["~~s~~", [["s", stress.struck]]],
  [
    "a*b*c",
    [
      ["a", 0],
      ["b", stress.emphasis],
      ["c", 0],
    ],
  ],
  [
    "**a *b* c**",
    [
      ["a ", stress.strong],
      ["b", stress.strong | stress.emphasis],
      [" c", stress.strong],
    ],
  ],
  ["** a **", [[" a ", stress.strong]]],
  ["**a\nb**", [["**a\nb**", 0]]],
  ["**`**`**", [["**", stress.strong]]],
  ["**a", [["**a", 0]]],
  [
    "~~a~~~ ~~b~~",
    [
      ["~~a~~~ ", 0],
      ["b", stress.struck],
    ],
  ],
  [
    "*a *b* c*",
    [
      ["a ", 2],
      ["b", 2],
      [" c", 2],
    ],
  ],
  [
    "*a **b* c**",
    [
      ["*a ", 0],
      ["b* c", stress.strong],
    ],
  ],
  [
    "**a [b**](/c)",
    [
      ["**a ", 0],
      ["b**", 0],
    ],
  ],
  ["****a****", [["a", stress.strong | stress.emphasis]]],
  [
    "*a^b* *c*",
    [
      ["*a^b* ", 0],
      ["c", 2],
    ],
  ],
])("the emphasis in %j is parsed", (source, expected) => {
  expect(spansIn(source).map(({ text, stress: bits }) => [text, bits])).toEqual(expected);
});

test.each([
  ["a\n\nb", "paragraph paragraph"],
  ["# h\ntext", "heading paragraph"],
  ["Setext\n===", "paragraph"],
  ["Setext\n---", "paragraph rule"],
  ["* a\n  * b\n* c", "list(paragraph list(paragraph),paragraph)"],
  ["7) seven", "paragraph"],
  ["text\n* a", "paragraph list(paragraph)"],
  ["* `c`\n* **b**", "list(paragraph,paragraph)"],
  ["> a\n> > b", "quote(paragraph quote(paragraph))"],
  [">", "paragraph"],
  ["text\n\n    code", "paragraph code"],
  ["text\n    not code", "paragraph"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "table"],
  ["| a | b |", "paragraph"],
  ["```py\nx\n```", "code"],
  ["~~~\nx", "code"],
  ["```\n```", ""],
  ["``` inline ```", "paragraph"],
  ["* a\n```\ncode\n```\n* b", "list(paragraph) code list(paragraph)"],
  ["```quote\ninside\n```\nafter", "quote(paragraph) paragraph"],
  ["```quote\n```py\nx\n```\nmore\n```", "quote(code paragraph)"],
  ["````quote\n```quote\na\n```\nb\n````", "quote(quote(paragraph) paragraph)"],
  ["```spoiler T\nx\n```", "spoiler(paragraph)"],
  ["```math\nx\n```", "math"],
  ["---", "rule"],
  ["* a\n    * b", "list(paragraph)"],
  ["* a\n- b\n1. c", "list(paragraph,paragraph) list(paragraph)"],
  ["* a\n\n  b\n* c", "list(paragraph paragraph,paragraph)"],
  ["* a\n\n      b", "list(paragraph code)"],
  ["* a\n> b", "list(paragraph quote(paragraph))"],
  ["1. a\n  * b\n2. c", "list(paragraph list(paragraph),paragraph)"],
  ["> a\n\n> b\nc", "quote(paragraph) quote(paragraph)"],
  ["text\n| a | b |\n|---|---|", "paragraph"],
  ["|a|\n|-|\nb", "paragraph"],
  ["* a\n# h\n---\nb", "list(paragraph) heading rule paragraph"],
  ["", ""],
  [" \n ", ""],
])("%j has the blocks %j", (source, expected) => {
  expect(shape(source)).toBe(expected);
});

test("lists have their first number and the state of their checkboxes", () => {
  expect(parse("5. five\n6. six", readerContext).blocks[0]).toMatchObject({
    kind: "list",
    start: 5,
  });
  expect(parse("* [ ] a\n* [x] b", readerContext).blocks[0]).toMatchObject({
    items: [{ checked: false }, { checked: true }],
  });
});

test("code has its language and preserves blanks", () => {
  expect(parse("```C#\n  a\tb\n\n c  \n```", readerContext).blocks).toEqual([
    { kind: "code", text: "  a b\n\n c", language: "C#", apart: false },
  ]);
});

test("targets are listed in the order of the text", () => {
  const source =
    "@**Bo Lindqvist** #**ops>x** https://a.example [f](/user_uploads/2/f.png)\n```js\n1\n```";
  expect(targets(source)).toEqual([
    { kind: "user", userId: 8 },
    { kind: "topic", streamId: 9, topic: "x" },
    { kind: "link", url: "https://a.example" },
    { kind: "upload", url: "/user_uploads/2/f.png", isImage: true },
    { kind: "code", text: "1", language: "js" },
  ]);
});

test("relative and absolute links into the realm are places", () => {
  const terms = [
    { operator: "stream", operand: "9-ops", negated: false },
    { operator: "topic", operand: "v1.0 (x)", negated: false },
  ];
  const place = "#narrow/stream/9-ops/topic/v1.2E0.20.28x.29";
  expect(targets(`[x](${place})`)).toMatchObject([{ kind: "narrow", terms }]);
  expect(targets(`https://chat.example/${place}`)).toMatchObject([{ kind: "narrow", terms }]);
  expect(targets(`https://other.example/${place}`)).toMatchObject([{ kind: "link" }]);
});

test("any text can be parsed", () => {
  const stuck = /Too complex to format/;
  fc.assert(
    fc.property(anyMessage, (source) => {
      expect(JSON.stringify(parse(source, readerContext).blocks)).not.toMatch(stuck);
    }),
  );
});

test("where a link leads is shown beside it if it suggests another address", () => {
  const shown = (source: string) => {
    const { blocks, targets: found } = parse(source, { ...readerContext, showAddresses: true });
    const [block] = blocks;
    const spans = block && "spans" in block ? block.spans : [];
    const hosts = [...found, ...spans.map(({ target }) => target)].map(
      (target) => target?.kind === "link" && target.hiddenHost,
    );
    return { text: spans.map(({ text }) => text).join(""), hosts: [...new Set(hosts)] };
  };
  expect(shown("https://a.b@x.y/")).toEqual({
    text: "https://a.b@x.y/ (leads to x.y)",
    hosts: ["x.y", false],
  });
  expect(shown("[a](https://a.b@x.y/)").text).toBe("a (https://a.b@x.y/ leads to x.y)");
  expect(shown("[a.de](https://x.y/)")).toEqual({
    text: "a.de (https://x.y/)",
    hosts: ["x.y", false],
  });
  expect(shown("[](https://a.b@x.y/)").text).toBe("https://a.b@x.y/ (leads to x.y)");
  expect(shown("https://x.y/")).toEqual({ text: "https://x.y/", hosts: [undefined] });
});
