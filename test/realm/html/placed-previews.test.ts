import { expect, test } from "vitest";
import { renderHtml } from "#realm/html/render.ts";
import { lookups } from "./lookups.ts";

const one = "https://x.org/1.png";
const two = "https://x.org/2.png";
const link = (url: string) => `<a href="${url}">${url}</a>`;
const box = (url: string) =>
  `<div class="message_inline_image"><a href="${url}"><img src="${url}"></a></div>`;

test.each([
  [
    "in emphasis",
    `***${one}***\n\nb`,
    `<p><strong><em>${link(one)}</em></strong></p>\n<p>b</p>\n${box(one)}`,
  ],
  ["in a paragraph", `a ${one}\n\nb`, `<p>a ${link(one)}</p>\n${box(one)}<p>b</p>`],
  ["in an item", `* a ${one}`, `<ul>\n<li>a ${link(one)}${box(one)}</li>\n</ul>`],
  ["as an item", `* ${one}\n  b`, `<ul>\n<li><br>\n  b${box(one)}</li>\n</ul>`],
  [
    "behind a link in an item",
    `* ${one} ${two}`,
    `<ul>\n<li>${link(one)} ${box(one)}${box(two)}</li>\n</ul>`,
  ],
  [
    "in a quote and out of it",
    `> ${one}\n\n${one}`,
    `<blockquote>\n<p>${link(one)}</p>\n</blockquote>\n${box(one)}`,
  ],
  [
    "in an item and below it",
    `* a ${one}\n\nb ${one}`,
    `<ul>\n<li>a ${link(one)}</li>\n</ul>\n<p>b ${link(one)}</p>\n${box(one)}`,
  ],
])("a picture %s stands where servers put it", (_place, source, expected) => {
  expect(renderHtml(source, lookups).html).toBe(expected);
});
