/** Constructs of the Markdown dialect, each as it is sent and as it is rendered. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { anyText } from "../../support/any-text.ts";
import { lookups } from "./lookups.ts";

type Construct = readonly [source: string, html: string];

const p = (source: string, inner: string): Construct => [source, `<p>${inner}</p>`];
const ada = '<span class="user-mention" data-user-id="7">@Ada Brook</span>';
const silentAda = '<span class="user-mention silent" data-user-id="7">Ada Brook</span>';
const smile =
  '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>';
const code = (inner: string, language = "") =>
  `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${inner}\n</code></pre></div>`;
const formula = (source: string, attributes = "") =>
  `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"${attributes}><semantics><annotation encoding="application/x-tex">${source}</annotation></semantics></math></span></span>`;
const cat = "https://x.org/cat.png";

const mentions: readonly Construct[] = [
  p("@**Ada Brook** @**ada brook**", `${ada} ${ada}`),
  p("@**Ada Brook|7** @**|7**", `${ada} ${ada}`),
  p("@**ada brook|7**", "@<strong>ada brook|7</strong>"),
  p("@**Ada Brook|8** @**Nobody**", "@<strong>Ada Brook|8</strong> @<strong>Nobody</strong>"),
  p("@_**Ada Brook**", silentAda),
  p("@**Gone Away**", '<span class="user-mention silent" data-user-id="9">Gone Away</span>'),
  p("@**all**", '<span class="user-mention" data-user-id="*">@all</span>'),
  p("@_**channel**", '<span class="user-mention silent" data-user-id="*">channel</span>'),
  p("@**topic**", '<span class="topic-mention">@topic</span>'),
  p(
    "@*night watch*",
    '<span class="user-group-mention" data-user-group-id="5">@night watch</span>',
  ),
  p("@*Night Watch*", "@<em>Night Watch</em>"),
  p("mail@**Ada Brook**", "mail@<strong>Ada Brook</strong>"),
  p("(@**Ada Brook**)", `(${ada})`),
  p("`@**Ada Brook**`", "<code>@**Ada Brook**</code>"),
  ["> @**Ada Brook** hi", `<blockquote>\n<p>${silentAda} hi</p>\n</blockquote>`],
  ["```quote\n@**Ada Brook**\n```", `<blockquote>\n<p>${silentAda}</p>\n</blockquote>`],
];

const links: readonly Construct[] = [
  p(
    "#**design**",
    '<a class="stream" data-stream-id="3" href="/#narrow/stream/3-design">#design</a>',
  ),
  p("#**Design**", "#<strong>Design</strong>"),
  p(
    "#**design>a.b c**",
    '<a class="stream-topic" data-stream-id="3" href="/#narrow/stream/3-design/topic/a.2Eb.20c">#design &gt; a.b c</a>',
  ),
  p(
    "https://chat.example/#narrow/stream/3-design/near/9",
    '<a href="#narrow/stream/3-design/near/9">https://chat.example/#narrow/stream/3-design/near/9</a>',
  ),
  p("[a **b**](https://x.example/?q=1&r)", '<a href="https://x.example/?q=1&amp;r">a **b**</a>'),
  p('[a](x.example "t")', '<a href="http://x.example">a</a>'),
  p(
    "[a](/b) [c](#d) [e](f@g.example)",
    '<a href="/b">a</a> <a href="#d">c</a> <a href="mailto:f@g.example">e</a>',
  ),
  p("[a](javascript:b()) [c](svc://d)", "[a](javascript:b()) [c](svc://d)"),
  p("![a](/b.png)", "![a](/b.png)"),
  p("<https://x.example>", '<a href="https://x.example">https://x.example</a>'),
  p(
    "see https://x.example/a_(b)).",
    'see <a href="https://x.example/a_(b)">https://x.example/a_(b)</a>).',
  ),
  p(
    "x.org, a@b.example, c.txt",
    '<a href="http://x.org">x.org</a>, <a href="mailto:a@b.example">a@b.example</a>, c.txt',
  ),
  p("#123 x#123 #123x", '<a href="https://tickets.example/123">#123</a> x#123 #123x'),
  p("doc-a/b", '<a href="https://docs.example/a%2Fb">doc-a/b</a>'),
  p("`#123`", "<code>#123</code>"),
  [`> ${cat}`, `<blockquote>\n<p><a href="${cat}">${cat}</a></p>\n</blockquote>`],
];

const words: readonly Construct[] = [
  p(":smile: a:smile:b", `${smile} a${smile}b`),
  p(":nothing_like_it: 10:30:45 :)", ":nothing_like_it: 10:30:45 :)"),
  p(
    ":party_parrot:",
    '<img alt=":party_parrot:" class="emoji" src="/user_avatars/1/parrot.gif" title="party parrot">',
  ),
  p(
    ":svc:",
    '<img alt=":svc:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/svc.png" title="svc">',
  ),
  p(
    "😀 👍🏽",
    '<span aria-label="grinning" class="emoji emoji-1f600" role="img" title="grinning">:grinning:</span> 👍🏽',
  ),
  p(
    "**b** *i* ***bi*** ~~s~~",
    "<strong>b</strong> <em>i</em> <strong><em>bi</em></strong> <del>s</del>",
  ),
  p("2*3*4 _x_ __y__ *a\nb*", "2<em>3</em>4 _x_ __y__ *a<br>\nb*"),
  p("\\*x\\*", "\\<em>x\\</em>"),
  p("one\ntwo", "one<br>\ntwo"),
  p("`` a ` b `` `<b>&amp;`", "<code>a ` b</code> <code>&lt;b&gt;&amp;amp;</code>"),
  p("$$a<b$$ $5 and $$6", `${formula("a&lt;b")} $5 and $$6`),
  p("<b onclick=x>&copy; & &#65;</b>", "&lt;b onclick=x&gt;&copy; &amp; &#65;&lt;/b&gt;"),
  p("<time:1714557600>", '<time datetime="2024-05-01T10:00:00Z">1714557600</time>'),
  p(
    "<time:2024-05-01T12:00:00+02:00>",
    '<time datetime="2024-05-01T10:00:00Z">2024-05-01T12:00:00+02:00</time>',
  ),
  p("<time:soon>", '<span class="timestamp-error">Invalid time format: soon</span>'),
  p("/me waves", "/me waves"),
  ["\t\n ", ""],
];

const blocks: readonly Construct[] = [
  ["```py\nx < 1\n```", code("x &lt; 1", "py")],
  ["~~~\n\nx\n\n~~~", code("x")],
  ["````\n```\n````", code("```")],
  ["```text\n@**all** :smile:", code("@**all** :smile:", "text")],
  ["text\n```\nx\n```\ntext", `<p>text</p>\n${code("x")}\n<p>text</p>`],
  ["    a\n\n    b\ntext", `${code("a\n\nb")}\n<p>text</p>`],
  ["> a\n> > b", "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>"],
  ["> a\n\n> b", "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>"],
  [
    "````quote\n* a\n```js\nx\n```\n````",
    `<blockquote>\n<ul>\n<li>a</li>\n</ul>\n${code("x", "js")}\n</blockquote>`,
  ],
  [
    "```spoiler *Head*\nin\n```",
    '<div class="spoiler-block"><div class="spoiler-header">\n<p><em>Head</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>in</p>\n</div></div>',
  ],
  [
    "```math\nx^2\n```",
    `<p><span class="katex-display">${formula("x^2", ' display="block"')}</span></p>`,
  ],
  ["# one\ntext\n#two", "<h1>one</h1>\n<p>text<br>\n#two</p>"],
  ["a\n\n---\nb", "<p>a</p>\n<hr>\n<p>b</p>"],
  ["text\n- a\n+ b", "<p>text</p>\n<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>"],
  ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
  p("1) a", "1) a"),
  ["* a\n  * b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"],
  ["* [ ] a", "<ul>\n<li>[ ] a</li>\n</ul>"],
  [
    "|a|b|\n|:-|-:|\n|x|**y**|",
    '<table>\n<thead>\n<tr>\n<th style="text-align: left;">a</th>\n<th style="text-align: right;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align: left;">x</td>\n<td style="text-align: right;"><strong>y</strong></td>\n</tr>\n</tbody>\n</table>',
  ],
];

test.for([...mentions, ...links, ...words, ...blocks])("%s is rendered as %s", ([source, html]) => {
  expect(renderHtml(source, lookups).html).toBe(html);
});

test("mentions list users and groups, without silent, quoted and quoted-in-code ones", () => {
  const source =
    "@**Ada Brook** @_**Łukasz, O'Neill** @**Gone Away** `@**topic**` @*night watch*\n\n> @**all**\n\n    @**all**\n\n```quote\n@**all**\n```";
  expect(renderHtml(source, lookups).mentions).toEqual({
    users: new Set([7]),
    groups: new Set([5]),
    streamWildcard: false,
    topicWildcard: false,
  });
  const loud = renderHtml("```spoiler @**all**\n* @**topic**\n```", lookups).mentions;
  expect([loud.streamWildcard, loud.topicWildcard]).toEqual([true, true]);
});

test("links of a message are listed", () => {
  const { links } = renderHtml(
    "[a](/user_uploads/1/a.zip) #**design** https://x.org/a.png\n\n> https://x.org/b",
    lookups,
  );
  expect(links).toEqual([
    "/user_uploads/1/a.zip",
    "/#narrow/stream/3-design",
    "https://x.org/a.png",
    "https://x.org/b",
  ]);
  const none = renderHtml("`x.org` https://", lookups);
  expect(none.links).toEqual([]);
});

test("a text above the limit of messages is returned unformatted", () => {
  const long = "\n> <b>".repeat(300_000);
  expect(renderHtml(long, lookups).html).toBe(`<p>${"\n&gt; &lt;b&gt;".repeat(300_000)}</p>`);
});

const fragments = [
  ..."*_~`>#|-+:@()[]{}<>&\"'!$\\/.,;= \n\t\rab1é日😀\u0002\u0003\u200d\ufe0f\ud800",
  "\n\n",
  "    ",
  "```quote\n",
  "```spoiler x\n",
  "```math\n",
  "|a|b|\n|-|-|\n",
  '" onclick="x',
  ..."``` ~~~ ```` $$ ** *** @**Ada\tBrook** @_** |7** @*night\twatch* #**design >topic** :smile:".split(
    " ",
  ),
  ...":party_parrot: ]( [a]( https:// x.org/ .png javascript: data: a@b.org #123 doc-a <time:".split(
    " ",
  ),
  ..."&lt; &#60; * 1. # --- <script> '><b> 👍🏽".split(" "),
].map((fragment) => fragment.replace(/(?<=.)\t/, " "));
const anySource = fc.oneof(
  fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((parts) => parts.join("")),
  anyText(200),
);

const tags =
  /<\/?(?:p|br|hr|h[1-6]|strong|em|del|code|pre|span|div|a|img|time|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|math|semantics|annotation)(?: [a-z-]+(?:="[^"<>]*")?)*>/g;
const attributes =
  /^(?:class|style|start|title|alt|src|href|role|aria-label|aria-hidden|datetime|xmlns|encoding|display|data-[a-z-]+)$/;
const targets =
  /^(?:$|https?:|mailto:|\/|#|user_uploads\/|(?:bitcoin|file|ftp|geo|ircs?|im|magnet|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/;

test("for any source, only known tags, attributes and URL schemes are rendered", () => {
  fc.assert(
    fc.property(anySource, (source) => {
      const { html, links } = renderHtml(source, lookups);
      const text = html.replace(tags, "");
      expect(["<", ">"].filter((character) => text.includes(character))).toEqual([]);
      for (const [tag] of html.matchAll(tags)) {
        for (const [, name = ""] of tag.matchAll(/ ([a-z-]+)(?:="[^"]*")?(?=[ >])/g)) {
          expect(name).toMatch(attributes);
        }
      }
      for (const link of links) expect(link).toMatch(targets);
      for (const [, url = ""] of html.matchAll(/ (?:src|href)="([^"]*)"/g))
        expect(url).toMatch(targets);
    }),
  );
});

test("tags are nested properly", () => {
  fc.assert(
    fc.property(anySource, (source) => {
      const open: string[] = [];
      for (const [tag] of renderHtml(source, lookups).html.matchAll(tags)) {
        const name = /\w+/.exec(tag)?.[0] ?? "";
        if (tag.startsWith("</")) expect(open.pop()).toBe(name);
        else if (!["br", "hr", "img"].includes(name)) open.push(name);
      }
      expect(open).toEqual([]);
    }),
  );
});

test.each([
  ["backticks", `x${"`".repeat(9999)}`],
  ["backticks of all lengths", Array.from({ length: 140 }, (_, at) => "`".repeat(at)).join(" ")],
  ["stars", `a${"*".repeat(9999)}`],
  ["open emphasis", "*a ".repeat(3333)],
  ["brackets", "[".repeat(9999)],
  ["open links", "[a](".repeat(2500)],
  ["quote marks in a target", `[a](${'"'.repeat(9990)})`],
  ["blanks in a target", `[a](${" ".repeat(9980)}")`],
  ["parentheses in an address", `https://x.org/${"(".repeat(4900)}${")".repeat(4900)}`],
  ["full stops", `a.b@c${".".repeat(9990)}`],
  ["commas", "a.b,".repeat(2500)],
  ["dashes", `${"-".repeat(9990)}x`],
  ["quotes", "> ".repeat(5000)],
  ["quoted text", `${"> ".repeat(4999)}x`],
  ["lists in lists", `${"* ".repeat(4999)}x`],
  ["rules", "---\n".repeat(2500)],
  [
    "fences in fences",
    Array.from({ length: 130 }, (_, at) => `${"`".repeat(at + 3)}quote`).join("\n"),
  ],
  ["tabs", "\t".repeat(9999)],
  ["line ends", "\n".repeat(9999)],
  ["blanks and line ends", " \n".repeat(5000)],
  ["rows", "|a|b|\n|-|-|\n".repeat(830)],
  ["colons", ":a".repeat(5000)],
  ["dollars", "$".repeat(9999)],
  ["letters in a fence", `\`\`\`${"a".repeat(9990)}`],
  ["emoji", "👩‍👩‍👧‍👦".repeat(900)],
  ["mentions", "@**Ada Brook** ".repeat(660)],
])("a long message of %s is rendered within a second", (_name, source) => {
  // CPU time in microseconds, independent of the machine's load.
  const begin = process.threadCpuUsage().user;
  renderHtml(source, lookups);
  expect(process.threadCpuUsage().user - begin).toBeLessThan(1_000_000);
});
