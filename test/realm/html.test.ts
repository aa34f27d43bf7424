/** Constructs of the Markdown dialect, each as it is sent and as it is rendered. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { worldOf } from "#realm/realm.ts";
import { defaultLevel } from "#wire/limits.ts";
import { anyText } from "../support/any-text.ts";
import { people, smallBlueprint } from "../support/small-blueprint.ts";

const { render, topicLinks } = worldOf(smallBlueprint(1_795_000_000), defaultLevel);
const span = (id: number | string, text: string, silent = "") =>
  `<span class="user-mention${silent}" data-user-id="${id}">${text}</span>`;
const bo = span(people.bo, "@Bo Lindt");
const quietBo = span(people.bo, "Bo Lindt", " silent");
const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
const place = (kind: string, end: string, text: string) =>
  `<a class="${kind}" data-stream-id="2" href="/#narrow/channel/2-dev${end}">${text}</a>`;

test.each([
  ["@**Bo Lindt** @**bo lindt** (@**|12**)", `${bo} ${bo} (${bo})`],
  ["@**Nobody** mail@**Bo Lindt**", "@<strong>Nobody</strong> mail@<strong>Bo Lindt</strong>"],
  ["@**bo lindt|12** @_**Bo Lindt**", `@<strong>bo lindt|12</strong> ${quietBo}`],
  ["@**Eva Gone** @**all**", `${span(people.eva, "Eva Gone", " silent")} ${span("*", "@all")}`],
  ["@**topic**", '<span class="topic-mention">@topic</span>'],
  ["@*crew*", '<span class="user-group-mention" data-user-group-id="1">@crew</span>'],
  ["`@**Bo Lindt**` `` a ` b ``", "<code>@**Bo Lindt**</code> <code> a ` b </code>"],
  ["#**dev** #**Dev**", `${place("stream", "", "#dev")} #<strong>Dev</strong>`],
  ["#**dev>a b**", place("stream-topic", "/topic/a.20b", "#dev &gt; a b")],
  ["#**dev>**", place("stream-topic", "/topic/", "#dev &gt; <em>general chat</em>")],
  [
    "#**dev>a@7**",
    '<a class="message-link" href="/#narrow/channel/2-dev/topic/a/near/7">#dev &gt; a @ 💬</a>',
  ],
  [
    "#**dev>$$x$$** `#**dev`**",
    '#<strong>dev&gt;<span class="tex-error">$$x$$</span></strong> <code>#**dev</code>**',
  ],
  [
    "@_*role:fullmembers*",
    '<span class="user-group-mention silent" data-user-group-id="6">Full members</span>',
  ],
  ["[#d&#42;v](#narrow/channel/2-dev)", link("#narrow/channel/2-dev", "#d&#42;v")],
  [
    "![a](/user_uploads/1/b.png)",
    '<img class="inline-image" alt="a" data-original-src="/user_uploads/1/b.png" src="/user_uploads/1/b.png">',
  ],
  [
    "![a](/user_uploads/1/b.mp3)",
    '<audio controls preload="metadata" src="/user_uploads/1/b.mp3" title="a"></audio>',
  ],
  ["![a](/user_uploads/1/b.pdf)", "![a](/user_uploads/1/b.pdf)"],
  ["[a](https://x.example/?q=1&r)", link("https://x.example/?q=1&amp;r", "a")],
  ["[a](javascript:b) [c](x.org)", `[a](javascript:b) ${link("http://x.org", "c")}`],
  [
    "see https://x.example/a, x.org",
    `see ${link("https://x.example/a")}, ${link("http://x.org", "x.org")}`,
  ],
  [
    "#12 x#12 LAB-3",
    `${link("https://t.example/12", "#12")} x#12 ${link("https://l.example/3", "LAB-3")}`,
  ],
  ["**b** *i* ~~s~~ 2*3", "<strong>b</strong> <em>i</em> <del>s</del> 2*3"],
  ["<b>&\none", "&lt;b&gt;&amp;<br>\none"],
])("%s is rendered as %s", (source, html) => {
  expect(render(source).html).toBe(`<p>${html}</p>`);
});

test.each([
  ["a\n\nb", "<p>a</p>\n<p>b</p>"],
  ["a\n~~~\nx < 1\n~~~\nb", "<p>a</p>\n<pre><code>x &lt; 1\n</code></pre>\n<p>b</p>"],
  ["    @**all**\nb", "<pre><code>@**all**\n</code></pre>\n<p>b</p>"],
  ["> @**Bo Lindt**\nhi", `<blockquote>\n<p>${quietBo}<br>\nhi</p>\n</blockquote>`],
  [
    "````quote\n```\nx\n```\n````\nb",
    "<blockquote>\n<pre><code>x\n</code></pre>\n</blockquote>\n<p>b</p>",
  ],
  ["```spoiler *h*\nin\n```", "<p><em>h</em></p>\n<p>in</p>"],
  ["\t\n ", ""],
])("the blocks of %s are rendered as %s", (source, html) => {
  expect(render(source).html).toBe(html);
});

test("mentions list people, members of groups and wildcards, without silent and quoted ones", () => {
  const silent = "@_**Cleo Vane** @**Eva Gone** `@**topic**`\n> @**all**\n\n    @**all**";
  const quoted = "```quote\n@**all**\n```";
  const { mentions } = render(`@**Don Marsh** @*crew* ${silent}\n${quoted}`);
  const named = [people.don, people.ana, people.bo];
  expect(mentions).toEqual({ people: named, everybody: false, topic: false });
  const loud = render("```spoiler @**all**\n@**topic**\n```").mentions;
  expect(loud).toEqual({ people: [], everybody: true, topic: true });
});

test("links, images and uploads of a message are found, except in code", () => {
  const found = (content: string) => {
    const { hasLink, hasImage, uploads } = render(content);
    return { hasLink, hasImage, uploads };
  };
  const none = { hasLink: false, hasImage: false, uploads: [] };
  expect(found("`x.org` https://")).toEqual(none);
  expect(found("> #**dev**")).toEqual({ ...none, hasLink: true });
  const upload = "[a](/user_uploads/1/ab/a.zip)";
  expect(found(upload)).toEqual({ ...none, hasLink: true, uploads: ["1/ab/a.zip"] });
  expect(found("https://x.org/a.png")).toEqual({ ...none, hasLink: true, hasImage: true });
});

test("links in topics are found in order, with https if they have no scheme", () => {
  expect(topicLinks("LAB-1 x.org, #3 http://y.org/#123 [a](b) x#1 file.txt")).toEqual([
    { url: "https://l.example/1", text: "LAB-1" },
    { url: "https://x.org", text: "x.org" },
    { url: "https://t.example/3", text: "#3" },
    { url: "http://y.org/#123", text: "http://y.org/#123" },
  ]);
});

const fragments = [
  ..."*_~`>#|@:()[]<&\"' \n\tab1😀\ud800",
  ..."```quote\n ```spoiler\n ** @**Bo @**all** @*crew* #**dev** #12 javascript: https:// .png".split(
    " ",
  ),
  ...'" onclick="x| ]( [a]( <b> x.org :tide:'.split("|"),
];
const parts = fc.array(fc.constantFrom(...fragments), { maxLength: 60 });
const anySource = fc.oneof(
  parts.map((all) => all.join("")),
  anyText(200),
);
const tags =
  /<(\/?)(p|br|strong|em|del|code|pre|span|a|audio|img|blockquote)(?: [a-z-]+="[^"<>]*")*>/g;

test("for any source, only known tags are rendered, properly nested, and only safe targets", () => {
  fc.assert(
    fc.property(anySource, (source) => {
      const { html } = render(source);
      expect(html.replace(tags, "")).not.toMatch(/[<>]/);
      const open: string[] = [];
      for (const [, end, name = ""] of html.matchAll(tags)) {
        if (end === "/") expect(open.pop()).toBe(name);
        else if (name !== "br" && name !== "img") open.push(name);
      }
      expect(open).toEqual([]);
      for (const [, url = ""] of html.matchAll(/ (?:src|href)="([^"]*)"/g))
        expect(url).toMatch(/^(?:https?:|mailto:|\/|#)/);
    }),
  );
});

test.each([
  "`",
  "``x ",
  "*a ",
  "[a](",
  "> ",
  "```quote\n",
  "@**",
  "a.b,",
  ":a",
  "~~~\n",
  "\n",
  "((",
])("a long message of %j is rendered within a second", (part) => {
  // CPU time in microseconds, independent of the machine's load.
  const begin = process.threadCpuUsage().user;
  render(`https://x.org/${part.repeat(10_000 / part.length)}`);
  expect(process.threadCpuUsage().user - begin).toBeLessThan(1_000_000);
});

test("a link to a topic names its oldest message from level 347 on, and its newest from 400 on", () => {
  const hrefs = [346, 347, 399, 400].map((level) => {
    const { html } = worldOf(smallBlueprint(1_795_000_000), level).render("#**dev>deploy**");
    return /\/topic\/([^"]*)/.exec(html)?.[1];
  });
  expect(hrefs).toEqual(["deploy", "deploy/with/104", "deploy/with/104", "deploy/with/108"]);
});
