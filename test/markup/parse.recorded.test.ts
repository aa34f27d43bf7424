import { expect, test } from "vitest";
import { parse } from "#markup/parse.ts";
import { characterOf, emojiByName } from "../../src/emoji/catalogue.ts";
import type { Block, Span } from "../../src/markup/document.ts";
import { decoded } from "../../src/markup/entities.ts";
import { recordedRealm as realm } from "../support/recorded-realm.ts";
import { renderedMessages } from "../support/recordings.ts";

/** Sources that we deliberately parse differently from the server, each with the reason. */
const otherwise = new Map([
  ["@**king hamlet|28**", "the ID identifies the person even if the name has changed"],
]);

/** Formulas and previews are rendered differently, and invisible characters are made visible. */
const incomparable = /katex|<time|timestamp-error|message_inline|[[\p{Cc}\p{Cf}\u034f]--\n]/v;

function textOfHtml(html: string): string {
  const text = html
    .replace(/<img alt="([^"]*)" class="emoji"[^>]*>/g, "$1")
    .replace(
      /<span aria-label="[^"]*" class="emoji[^>]*>:([^:]*):<\/span>/g,
      (whole, name: string) => {
        return characterOf(emojiByName(name)?.code ?? "") ?? whole;
      },
    )
    .replace(/<[^>]+>/g, "");
  return decoded(text).replace(/\s+|[>›]/g, "");
}

const joined = (spans: readonly Span[]) => spans.map(({ text }) => text).join("");

function words(block: Block): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return joined(block.spans);
    case "code":
    case "math":
      return block.text;
    case "quote":
      return block.blocks.map(words).join("");
    case "spoiler":
      return joined(block.header) + block.blocks.map(words).join("");
    case "list":
      return block.items
        .map(({ checked, blocks }) => box(checked) + blocks.map(words).join(""))
        .join("");
    case "table":
      return [...block.header, ...block.rows.flat()].map(joined).join("");
    case "rule":
      return "";
  }
}

function box(checked: boolean | undefined): string {
  if (checked === undefined) return "";
  return checked ? "[x]" : "[ ]";
}

test("parsed messages have the same words as the server's HTML", () => {
  const all = renderedMessages();
  const comparable = all.filter(
    ({ source, html }) => !incomparable.test(html + source) && !otherwise.has(source),
  );
  expect(comparable.length).toBeGreaterThan(all.length / 2);
  for (const message of comparable) {
    const ours = parse(message.source, realm(message)).blocks.map(words).join("");
    expect(ours.replace(/\s+|[>›]/g, ""), message.source).toBe(textOfHtml(message.html));
  }
});

test("the listed differences still exist", () => {
  for (const message of renderedMessages().filter(({ source }) => otherwise.has(source))) {
    const ours = parse(message.source, realm(message)).blocks.map(words).join("");
    expect(ours.replace(/\s+|[>›]/g, ""), message.source).not.toBe(textOfHtml(message.html));
  }
});
