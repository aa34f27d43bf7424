/** Rendered messages against those that a real server rendered, where its recordings are at hand. */
import { expect } from "vitest";
import { emojiByName, nameOfCode } from "#emoji/catalogue.ts";
import type { Mentionable, RenderContext } from "#realm/html/context.ts";
import { compileLinkifier } from "#realm/html/linkifiers.ts";
import { renderHtml } from "#realm/html/render.ts";
import {
  caution,
  type Exchange,
  isUsual,
  type Rendered,
  readEverywhere,
  recorded,
  renderedMessages,
  tell,
} from "../support/recordings.ts";

type Named = { readonly id: number; readonly name: string };

type Row = Readonly<Record<string, unknown>>;

const registers: readonly Row[] = readEverywhere<Exchange>("register/*.json").map(
  ([, { body }]) => body,
);

/** Every row that stands under `key` in any register answer. */
function rows(key: string): Row[] {
  return registers.flatMap((body) => Object.values(body[key] ?? []) as Row[]);
}

function readPeople(): readonly Mentionable[] {
  return ["realm_users", "realm_non_active_users", "cross_realm_bots"].flatMap((key) =>
    rows(key).map((row) => ({
      id: Number(row["user_id"]),
      name: String(row["full_name"]),
      // Those who are deactivated in some of the recordings were active when the messages were rendered.
      isActive: true,
    })),
  );
}

function readStreams(): readonly Named[] {
  return ["subscriptions", "unsubscribed", "never_subscribed", "streams"].flatMap((key) =>
    rows(key).map((row) => ({ id: Number(row["stream_id"]), name: String(row["name"]) })),
  );
}

function readGroups(): readonly Named[] {
  return rows("realm_user_groups")
    .filter((row) => row["is_system_group"] === false)
    .map((row) => ({ id: Number(row["id"]), name: String(row["name"]) }));
}

function recordedRealm(): RenderContext {
  // One that tells of everything: linkifiers are told only to those who say that they read them.
  const register = registers.find(
    (body) => Array.isArray(body["realm_linkifiers"]) && body["realm_linkifiers"].length > 0,
  );
  if (register === undefined) throw new RangeError("No register answer tells of linkifiers.");
  const [people, streams, groups] = [readPeople(), readStreams(), readGroups()];
  const emoji = rows("realm_emoji").filter((row) => row["deactivated"] === false);
  const level = Object.keys(register).find((key) => key.endsWith("_feature_level")) ?? "";
  const patterns = register["realm_linkifiers"] as { pattern: string; url_template: string }[];
  const settings = (register["user_settings"] ?? {}) as Row;
  return {
    realmUrl: String(register["realm_url"]),
    brand: level.replace("_feature_level", ""),
    defaultCodeLanguage: String(register["realm_default_code_block_language"]),
    channelIsWildcard: true,
    translateEmoticons: settings["translate_emoticons"] === true,
    inlinePreviews: register["realm_inline_image_preview"] === true,
    linkifiers: patterns.flatMap((row) => compileLinkifier(row.pattern, row.url_template) ?? []),
    userById: (id) => people.find((person) => person.id === id),
    userByName: (name) => people.find((person) => person.name.toLowerCase() === name.toLowerCase()),
    groupByName: (name) => groups.find((group) => group.name === name),
    streamByName: (name) => streams.find((stream) => stream.name === name),
    customEmoji: (name) => {
      const found = emoji.find((row) => row["name"] === name);
      return found && String(found["source_url"]);
    },
    emojiCode: (name) => emojiByName(name)?.code,
    emojiName: nameOfCode,
  };
}

/** `html` without every span that begins so, however many spans are within. */
function withoutSpans(html: string, begin: string): string {
  const at = html.indexOf(begin);
  if (at < 0) return html;
  let depth = 0;
  for (const { 0: tag, index } of html.slice(at).matchAll(/<\/?span\b[^>]*>/g)) {
    depth += tag === "</span>" ? -1 : 1;
    if (depth > 0) continue;
    const rest = html.slice(at + index + tag.length);
    return html.slice(0, at) + withoutSpans(rest, begin);
  }
  return html.slice(0, at);
}

/** What this server does otherwise, and why; each takes the difference out of both sides. */
const explained = [
  {
    name: "code is not coloured: a lexer for each language is no part of the API",
    flatten: (html: string) =>
      html.replace(/<code>.*?<\/code>/gs, (code) =>
        code.replace(/<span class="[\w ]+">/g, "").replaceAll("</span>", ""),
      ),
  },
  {
    name: "control characters stay in code, as everywhere else in the dialect",
    flatten: (html: string) =>
      html.replace(/<code>.*?<\/code>/gs, (code) =>
        code.replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (sign === "\n" ? sign : "")),
      ),
  },
  {
    name: "formulas are not set: a client reads the annotation",
    flatten: (html: string) =>
      withoutSpans(html, '<span class="katex-html"').replace(
        /<semantics>.*?<annotation/gs,
        "<semantics><annotation",
      ),
  },
  {
    name: "the catalogue has other emoji, and other names for some, than the server had",
    flatten: (html: string) =>
      html
        .replace(/<span [^>]*class="emoji emoji-[\da-f-]+"[^>]*>:[\w+-]+:<\/span>/g, "")
        .replace(/:[\w+-]+:|\p{ExtPict}|\p{EMod}|\p{RI}|\u200d|\ufe0f/gu, ""),
  },
];

/** How many have been equal without any explanation; a change that makes them fewer has to say why. */
const leastEqual = 0.9;

recorded("all recorded messages are rendered as a real server did", () => {
  const cases = renderedMessages();
  tell("rendered messages", cases.length);
  const context = recordedRealm();
  const counts = new Map<string, number>();
  const different: string[] = [];
  for (const each of cases) {
    const verdict = compared(each, renderHtml(each.source, context).html);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (verdict === "different") different.push(each.source);
  }
  process.stdout.write([...counts].map(([verdict, count]) => `  ${count} ${verdict}\n`).join(""));
  expect(different, caution).toEqual([]);
  if (!isUsual) return;
  expect((counts.get("equal") ?? 0) / cases.length).toBeGreaterThanOrEqual(leastEqual);
  // An explanation that explains nothing any more has to go.
  for (const { name } of explained) expect(counts.get(name) ?? 0, name).toBeGreaterThan(0);
});

/** "equal", "different", or the explanation that made both sides equal. */
function compared({ html }: Rendered, rendered: string): string {
  let [ours, theirs] = [rendered, html];
  if (ours === theirs) return "equal";
  for (const { name, flatten } of explained) {
    [ours, theirs] = [flatten(ours), flatten(theirs)];
    if (ours === theirs) return name;
  }
  return "different";
}
