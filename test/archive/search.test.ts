import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { archivedMessages, messageTables } from "#archive/messages.ts";
import { foldedText } from "../../src/archive/index-text.ts";
import { searchMessages } from "../../src/archive/search.ts";
import { memoizeTexts } from "../../src/base/memoize.ts";
import { below, pick, seeded } from "../../src/base/random.ts";
import { sorted } from "../../src/base/sorted.ts";
import { conversationKey } from "../../src/model/conversation.ts";
import type { Message } from "../../src/model/message.ts";
import type { SearchTerm } from "../../src/model/narrow.ts";
import type { MessageId, StreamId, UserId } from "../../src/wire/ids.ts";
import { folder } from "../support/folder.ts";
import { runs } from "../support/runs.ts";

const words = {
  latin: "pool pooling Pool-Size café CAFÉ naïve über Straße deploy redeploy a an on v2 x_id don't",
  greek: "λόγος ΛΌΓΟΣ Ὀδυσσεύς και",
  cyrillic: "ёлка Елка ЙОД поиск поисковый и",
  arabic: "مُحَمَّد محمد كتاب كتـاب",
  hebrew: "שָׁלוֹם שלום עולם",
  devanagari: "हिन्दी हिन्द खोज में",
  han: "北京 北京大学 大学 京",
  kana: "サーバー サーバ 検索 検索する が落ちた ｻｰﾊﾞｰ",
  hangul: "한국 대학교 한국대학교에서 에서",
  thai: "ทำไม ทำ ไม",
  emoji: "🔥 👍🏽 👩‍💻 ❤️ :fire: :+1:",
  hostile: "\0 \ud800 \u0007 \ue000sab ... \u200b --- \u202e",
  parts:
    "https://ci.example.com/job/17?q=pool /user_uploads/2/a.png `https://x.example` @**Ana|17** @_**Ben** x@y.example",
};
const scripts = Object.values(words).map((all) => all.split(" "));
const topics = ["Pool", "pool", "✔ Pool", "北京 trip", "λόγος", "a\0b", "café-bar", "\ud800", ""];

/** Messages to search; a storm has more. */
const count = Math.min(10_000, runs(100, 1_250));
const random = seeded(7);
const upTo = (count: number) => below(random, count);
const oneOf = <T>(all: readonly T[]): T => pick(random, all);

function content(): string {
  const own = oneOf(scripts);
  const other = oneOf(scripts);
  const blank = oneOf([" ", " ", "", "-", "\n", ", "]);
  return Array.from({ length: upTo(9) }, () => oneOf(upTo(3) === 0 ? other : own)).join(blank);
}

function message(id: number): Message {
  const isDirect = upTo(4) === 0;
  const streamId = (1 + upTo(4)) as StreamId;
  const topic = isDirect ? "" : oneOf(topics);
  const userIds = sorted([1, 2 + upTo(2), 2 + upTo(4)] as UserId[]);
  return {
    id: id as MessageId,
    conversation: conversationKey(
      isDirect ? { kind: "direct", userIds } : { kind: "topic", streamId, topic },
    ),
    streamId: isDirect ? undefined : streamId,
    topic,
    userIds: isDirect ? userIds : undefined,
    senderId: (1 + upTo(5)) as UserId,
    senderName: "Ana",
    content: content(),
    sentAt: 1_700_000_000 + id * 60 + upTo(7200),
    editedAt: undefined,
    movedAt: undefined,
    isHistory: upTo(9) === 0,
    starred: upTo(9) === 0,
    mentioned: upTo(9) === 0,
    wildcardMentioned: upTo(20) === 0,
    alerted: upTo(9) === 0,
    reactions: upTo(9) === 0 ? [{ type: "unicode", code: "1f525", name: "fire", userIds: [] }] : [],
    submessages: [],
  };
}

// The oracle: `includes` over the folded text, whose signs are blanks, between the ends of words.

const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}";
const emoji = "\\p{Extended_Pictographic}\\p{RI}\\p{Emoji_Modifier}";
const lettersOnly = memoizeTexts(50_000, (text: string) =>
  foldedText(text)
    .replace(new RegExp(`[^\\p{L}\\p{N}\\p{M}${emoji}]+`, "gu"), " ")
    .replace(new RegExp(` ?([${unspaced}]|(?![0-9])[${emoji}]) ?`, "gu"), "$1")
    .trim(),
);
const inWord = `(?![${unspaced}])[\\p{L}\\p{N}\\p{M}]`;

const finder = memoizeTexts(100, (key: string) => {
  const [words = "", mayContinue] = key.split("|");
  const begin = new RegExp(`^${inWord}`, "u").test(words) ? `(?<!${inWord})` : "";
  const end = !mayContinue && new RegExp(`${inWord}$`, "u").test(words) ? `(?!${inWord})` : "";
  return new RegExp(begin + words + end, "u");
});

function includes(text: string, words: string, mayContinue: boolean): boolean {
  return finder(`${words}|${mayContinue ? "*" : ""}`).test(lettersOnly(text));
}

function holdsWords(message: Message, operand: string): boolean {
  const parts = operand.match(/"[^"]*"?|[^\s"]+/g) ?? [];
  const written = parts
    .map((part) => ({ part, words: lettersOnly(part) }))
    .filter(({ words }) => words);
  return (
    written.length > 0 &&
    written.every(({ part, words }) => {
      const ending = new RegExp(`(?:${inWord})+$`, "u").exec(words)?.[0] ?? "";
      const mayContinue = !part.startsWith('"') && ending.length >= 2;
      return [message.content, message.topic].some((text) => includes(text, words, mayContinue));
    })
  );
}

const outsideCode = ({ content: text }: Message) => text.replace(/`[^`]*`/g, " ");
const isLink = (one: Message) => /https:|user_uploads|x@y\.example/.test(outsideCode(one));

const holds: Record<string, (message: Message, operand: never) => boolean> = {
  search: holdsWords,
  stream: ({ streamId }, operand: number | number[]) => [operand].flat().includes(Number(streamId)),
  topic: ({ streamId, topic }, operand: string) =>
    streamId !== undefined && topic.toLowerCase() === operand.toLowerCase(),
  sender: ({ senderId }, operand: number) => senderId === operand,
  dm: ({ userIds }, operand: number[]) => userIds !== undefined && `${userIds}` === `${operand}`,
  "dm-including": ({ userIds = [] as never }, operand: UserId) => userIds.includes(operand),
  conversations: ({ conversation }, operand: string) => JSON.parse(operand).includes(conversation),
  id: ({ id }, operand: number | number[]) => [operand].flat().includes(id),
  since: ({ sentAt }, operand: number) => sentAt >= operand,
  until: ({ sentAt }, operand: number) => sentAt < operand,
  mentions: (one, operand: string) =>
    /Ana|17/.test(operand) && /(?<![^\s'"({[/<])@\*\*Ana\|17/.test(outsideCode(one)),
  emoji: ({ content: text }, operand: string) =>
    operand
      .split(" ")
      .some((each) => (each.startsWith(":") ? text.includes(each) : includes(text, each, false))),
  pattern: ({ content: text, topic }, operand: string) =>
    [text, topic].some((each) =>
      new RegExp(operand, /\p{Lu}/u.test(operand) ? "u" : "iu").test(each),
    ),
  is: (one, operand: string) =>
    ({
      dm: one.streamId === undefined,
      starred: one.starred,
      mentioned: one.mentioned || one.wildcardMentioned,
      alerted: one.alerted,
      resolved: one.streamId !== undefined && one.topic.startsWith("✔ "),
    })[operand as string] === true,
  has: (one, operand: string) =>
    ({
      link: isLink(one),
      attachment: outsideCode(one).includes("/user_uploads/"),
      image: isLink(one) && /\.png(?=[)\s?#]|$)/m.test(outsideCode(one)),
      reaction: one.reactions.length > 0,
    })[operand as string] === true,
};

const operands: Record<string, () => SearchTerm["operand"]> = {
  search: () => {
    const all = oneOf(scripts);
    const some = Array.from({ length: 1 + upTo(2) }, () => {
      const word = oneOf(upTo(3) === 0 ? oneOf(scripts) : all);
      const points = [...word];
      return upTo(2) === 0 ? word : points.slice(0, 1 + upTo(points.length)).join("");
    });
    return upTo(3) === 0 ? `"${some.join(" ").replaceAll('"', "")}"` : some.join(" ");
  },
  stream: () => (upTo(2) === 0 ? 1 + upTo(5) : [1 + upTo(5), 1 + upTo(5)]),
  topic: () => oneOf(topics).toUpperCase().toLowerCase(),
  sender: () => 1 + upTo(6),
  dm: () => sorted([1, 2 + upTo(2), 2 + upTo(4)]),
  "dm-including": () => 1 + upTo(6),
  conversations: () => JSON.stringify([message(1).conversation, message(2).conversation]),
  id: () => (upTo(2) === 0 ? 1 + upTo(count) : Array.from({ length: 500 }, () => 1 + upTo(count))),
  since: () => 1_700_000_000 + upTo(count * 60),
  until: () => 1_700_000_000 + upTo(count * 60),
  mentions: () => oneOf(["Ana|17", "Ben|18", "17"]),
  emoji: () => oneOf(["🔥 :fire:", ":+1: 👍", "❤"]),
  pattern: () => oneOf(["po+l", "Pool", "検.る", "^v\\d", "(?:а|е)л", "京$", "[^a-z ]{9}"]),
  is: () => oneOf(["dm", "starred", "mentioned", "alerted", "resolved"]),
  has: () => oneOf(["link", "image", "attachment", "reaction"]),
};

const termOf = (operator: string): SearchTerm => ({
  operator,
  operand: (operands[operator] as () => SearchTerm["operand"])(),
  ...(upTo(4) === 0 && !["since", "until"].includes(operator) && { negated: true as const }),
});

function opened() {
  const database = new DatabaseSync(":memory:");
  database.exec(messageTables);
  const { apply } = archivedMessages(database);
  return {
    database,
    apply,
    search: (terms: readonly SearchTerm[], keys = {}) =>
      searchMessages(database, { terms, order: "newest", limit: 100_000, ...keys }, () => 0),
  };
}

test("searches find what a scan of all messages finds, after edits, moves and losses", () => {
  const { apply, search } = opened();
  const all = new Map<number, Message>();
  const save = (some: readonly Message[]) => {
    for (const one of some) all.set(one.id, one);
    apply({ kind: "messages", json: JSON.stringify(some) });
  };
  const erase = (gone: readonly Message[]) => {
    for (const { id } of gone) all.delete(id);
    apply({ kind: "deleted", ids: gone.map(({ id }) => id) });
  };
  save(Array.from({ length: count }, (_, at) => message(at + 1)));
  const check = (terms: readonly SearchTerm[]) => {
    const found = search(terms);
    expect(found.unanswerable).toEqual([]);
    const expected = [...all.values()].filter((one) =>
      terms.every(
        ({ operator, operand, negated = false }) =>
          holds[operator]?.(one, operand as never) !== negated,
      ),
    );
    const ids = expected.map(({ id }) => id).sort((one, other) => other - one);
    expect(
      found.messages.map(({ id }) => id),
      JSON.stringify(terms),
    ).toEqual(ids);
    return ids.length;
  };
  const finding = new Set<string>();
  const checkAll = () => {
    for (const operator of Object.keys(operands)) {
      for (const term of [termOf(operator), termOf(operator)])
        if (check([term]) > 0) finding.add(operator);
      check([termOf(operator), termOf("search"), termOf(oneOf(Object.keys(operands)))]);
    }
  };
  checkAll();
  const some = (count: number) => Array.from({ length: count }, () => oneOf([...all.values()]));
  save(some(200).map((one) => ({ ...one, content: content() })));
  save(some(200).map(({ id }) => message(id)));
  erase(some(200));
  apply({ kind: "hidden", streams: [2 as StreamId] });
  for (const { id, streamId } of [...all.values()]) if (streamId === 2) all.delete(id);
  checkAll();
  expect([...finding].sort()).toEqual(Object.keys(operands).sort());
});

test("the newest come first, and it says whether there are more", () => {
  const { apply, search } = opened();
  const all = Array.from({ length: 25 }, (_, at) => ({ ...message(at + 1), content: "pool" }));
  apply({ kind: "messages", json: JSON.stringify(all) });
  const terms = [{ operator: "search", operand: "pool" }];
  const first = search(terms, { limit: 10 });
  expect(first.messages.map(({ id }) => id)).toEqual([25, 24, 23, 22, 21, 20, 19, 18, 17, 16]);
  expect(first.more).toBe(true);
  const whole = search(terms, { limit: 25 });
  expect([whole.messages.length, whole.more]).toEqual([25, false]);
});

test("the best are those with most of the words", () => {
  const { apply, search } = opened();
  const texts = ["pool", "pool pool pool", "other"];
  const all = texts.map((text, at) => ({ ...message(at + 1), topic: "x", content: text }));
  apply({ kind: "messages", json: JSON.stringify(all) });
  const { messages } = search([{ operator: "search", operand: "pool" }], { order: "best" });
  expect(messages.map(({ id }) => id)).toEqual([2, 1]);
});

test("what only the server knows is not answered", () => {
  const { search } = opened();
  const terms = [
    { operator: "is", operand: "unread" },
    { operator: "search", operand: "x" },
    { operator: "pattern", operand: "(?=x)" },
  ];
  expect(search(terms)).toMatchObject({ messages: [], unanswerable: ["is", "pattern"] });
});

test("a pattern that takes too long is cut, with what it found", () => {
  const { database, apply } = opened();
  const all = Array.from({ length: 50 }, (_, at) => ({ ...message(at + 1), content: "aaaa" }));
  apply({ kind: "messages", json: JSON.stringify(all) });
  let now = 0;
  const elapsed = () => {
    now += 20;
    return now;
  };
  const found = searchMessages(
    database,
    { terms: [{ operator: "pattern", operand: "(a+)+b?" }], order: "newest", limit: 100 },
    elapsed,
  );
  expect(found.isCut).toBe(true);
  expect(found.messages.length).toBeGreaterThan(0);
  expect(found.messages.length).toBeLessThan(50);
});

test.each([3, 3000])("the words of %i erased messages are in no file", (count) => {
  const path = join(folder(), "cache.db");
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = wal; PRAGMA secure_delete = on; ${messageTables}`);
  const { apply } = archivedMessages(database);
  const change = (one: Parameters<typeof apply>[0]) => {
    database.exec("BEGIN");
    apply(one);
    database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  };
  const all = Array.from({ length: count }, (_, at) => ({
    ...message(at + 1),
    content: `${(at * 7919).toString(36)}qsecretq`,
  }));
  const kept = { ...message(9999), content: "kept" };
  change({ kind: "messages", json: JSON.stringify([...all, kept]) });
  const contains = (text: string) =>
    ["", "-wal"].some((side) => readFileSync(path + side).includes(text));
  expect(contains("qsecretq")).toBe(true);
  change({ kind: "deleted", ids: all.map(({ id }) => id) });
  expect(contains("qsecret")).toBe(false);
  expect(contains("kept")).toBe(true);
  database.close();
});
