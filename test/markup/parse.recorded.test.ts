import { expect, test } from "vitest";
import { decoded } from "#base/entities.ts";
import { parse } from "#markup/parse.ts";
import { characterOf, emojiByName } from "../../src/emoji/catalogue.ts";
import type { Block, Span } from "../../src/markup/document.ts";
import { isNobodyForServer, recordedRealm } from "../support/recorded-realm.ts";
import { inEachSet, renderedBy } from "../support/recordings.ts";

/** Formulas and previews are rendered differently, and invisible characters are made visible. */
const incomparable =
  /katex|tex-error|<time|timestamp-error|message_inline|[[\p{Cc}\p{Cf}\u034f]--\n]/v;

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

inEachSet((name, set) => {
  test(`${name}: parsed messages have the same words as the server's HTML`, () => {
    const all = renderedBy(set);
    const realm = recordedRealm(set);
    const comparable = all.filter(
      (message) => !incomparable.test(message.html + message.source) && !isNobodyForServer(message),
    );
    expect(comparable.length).toBeGreaterThan(all.length / 2);
    for (const message of comparable) {
      const ours = parse(message.source, realm(message)).blocks.map(words).join("");
      expect(ours.replace(/\s+|[>›]/g, ""), message.source).toBe(textOfHtml(message.html));
    }
  });
});
