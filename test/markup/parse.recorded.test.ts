import { expect, test } from "vitest";
import { emojiByName } from "../../src/emoji/catalogue.ts";
import { characterOf } from "../../src/emoji/code.ts";
import type { Block, Span } from "../../src/markup/document.ts";
import { decoded } from "../../src/markup/entities.ts";
import { linkifier } from "../../src/markup/linkifiers.ts";
import { parse } from "../../src/markup/parse.ts";
import type { ReaderContext } from "../../src/markup/reader-context.ts";
import type { GroupId, StreamId, UserId } from "../../src/wire/ids.ts";
import { readerContext } from "../support/reader.ts";
import { type Rendered, renderedMessages } from "../support/recordings.ts";

/** What we read otherwise than the server, on purpose or because it does not matter. */
const otherwise = new Map([
  ["@**king hamlet|28**", "the ID tells who is meant, though the name has changed"],
]);

/** Formulas and previews are drawn otherwise by nature, and invisible characters are made visible. */
const incomparable = /katex|<time|timestamp-error|message_inline|[[\p{Cc}\p{Cf}\u034f]--\n]/v;

const all = renderedMessages()
  .map(({ html }) => html)
  .join("\n");
const links = [linkifier("#(?P<id>[0-9]{2,5})", "http://localhost:9991/ticket/{id}")];

/** The realm of the recordings, learned from what the server made of names. */
function realm({ html }: Rendered): ReaderContext {
  const named = (pattern: RegExp) =>
    [...all.matchAll(pattern)].map(([, id, name = ""]) => ({
      id: Number(id),
      name: decoded(name),
    }));
  const users = named(/data-user-id="(\d+)">@([^<]*)/g);
  const groups = named(/data-user-group-id="(\d+)">@([^<]*)/g);
  const streams = named(/class="stream" data-stream-id="(\d+)"[^>]*>#([^<]*)/g);
  return {
    ...readerContext,
    sender: undefined,
    linkifiers: links.filter((link) => link !== undefined),
    names: {
      me: undefined,
      userById: (id) => users.find((u) => u.id === id) as { id: UserId; name: string } | undefined,
      userByName: (name) => users.find((u) => u.name.toLowerCase() === name.toLowerCase()) as never,
      groupByName: (name) => {
        const group = groups.find((g) => g.name === name);
        return group && { ...group, id: group.id as GroupId, includesMe: false };
      },
      streamByName: (name) => {
        const stream = streams.find((s) => s.name === name);
        return stream && { ...stream, id: stream.id as StreamId };
      },
      realmEmoji: (name) => (html.includes(`alt=":${name}:"`) ? "active" : undefined),
      unicodeEmoji: readerContext.names.unicodeEmoji,
    },
  };
}

function said(html: string): string {
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

test("our reading has the words of the server's own", () => {
  const all = renderedMessages();
  const comparable = all.filter(
    ({ source, html }) => !incomparable.test(html + source) && !otherwise.has(source),
  );
  expect(comparable.length).toBeGreaterThan(all.length / 2);
  for (const message of comparable) {
    const ours = parse(message.source, realm(message)).blocks.map(words).join("");
    expect(ours.replace(/\s+|[>›]/g, ""), message.source).toBe(said(message.html));
  }
});

test("what is listed as read otherwise still is", () => {
  for (const message of renderedMessages().filter(({ source }) => otherwise.has(source))) {
    const ours = parse(message.source, realm(message)).blocks.map(words).join("");
    expect(ours.replace(/\s+|[>›]/g, ""), message.source).not.toBe(said(message.html));
  }
});
