import { expect, test } from "vitest";
import { foldedText, indexWords, keyOf, textWords } from "../../src/archive/index-text.ts";
import { fromWireMessage } from "../../src/model/from-wire.ts";
import * as make from "../support/make.ts";

test.each([
  ["English", "Don't panic: it's only v2.0!", "don t panic it s only v2 0"],
  ["German", "Straße, ÄRGER & Maßstab", "strasse arger massstab"],
  ["Turkish", "İSTANBUL Iğdır", "istanbul igdir"],
  ["Greek", "Ὀδυσσεύς ΛΌΓΟΣ", "οδυσσευσ λογοσ"],
  ["Russian", "Ёлка и ЙОД", "елка и иод"],
  ["Arabic", "مُحَمَّد كتـاب", "محمد كتاب"],
  ["Hebrew", "שָׁלוֹם עולם", "שלום עולם"],
  ["Hindi", "हिन्दी में", "हिन्दी में"],
  ["Thai", "ทำไม", "ท ํ า ไ ม"],
  ["Chinese", "北京大学v2，好", "北 京 大 学 v2 好"],
  ["Japanese", "サーバーが落ちた。ｶﾞｲﾄﾞ", "サ ー バ ー が 落 ち た ガ イ ド"],
  ["Korean", "한국 대학교에서", "한 국 대 학 교 에 서"],
])("%s is divided into words and folded", (_, text, words) => {
  expect(textWords(text)).toBe(words);
});

test("addresses and identifiers are divided where people would", () => {
  expect(textWords("https://ci.example.com/job/17?x_id=abc-def")).toBe(
    "https ci example com job 17 x id abc def",
  );
});

test("each emoji is a word, without its variations", () => {
  expect(textWords("fix🔥🔥 👍🏽 👩‍💻 ❤️ 🇩🇪")).toBe("fix 🔥 🔥 👍 🏽 👩 💻 ❤ 🇩 🇪");
});

test("full-width forms and ligatures are the letters they stand for", () => {
  expect(textWords("ＡＢＣ１２ ﬁle")).toBe("abc12 file");
});

test("what is written in two ways is one word", () => {
  expect(textWords("cafe\u0301")).toBe(textWords("café"));
  expect(foldedText("Café")).toBe("cafe");
});

const wordsOf = (...[keys]: Parameters<typeof make.message>) =>
  indexWords(fromWireMessage(make.message(keys))).split(" ");

test("controls, NUL, lone surrogates and private characters separate words or vanish", () => {
  expect(textWords("a\0b\u0007c \ud800d \ue000e soft\u00adhyphen")).toBe("a b c d e softhyphen");
  const words = wordsOf({ content: "\ud800\0", subject: "\udfff" });
  expect(words.join(" ")).not.toMatch(/\p{Cs}|\0/u);
});

test("a megabyte without blanks is one word", () => {
  expect(textWords("x".repeat(1_000_000))).toHaveLength(1_000_000);
});

test("a message has the keys of what operators ask about", () => {
  const words = wordsOf({
    subject: "✔ Pump",
    flags: ["read", "starred"],
    content: "@**Ana Marin|17** see https://x.example/a.png :tada: [f](/user_uploads/2/f.txt)",
  });
  const { sender, stream, topic, mentionOf, emoji } = keyOf;
  expect(words).toEqual(
    expect.arrayContaining([
      sender(make.ada),
      stream(make.general),
      topic("✔ pump"),
      mentionOf("ana marin"),
      mentionOf(17),
      emoji("tada"),
      keyOf.inStream,
      keyOf.resolved,
      keyOf.starred,
      keyOf.link,
      keyOf.image,
      keyOf.attachment,
    ]),
  );
  expect(words.at(-1)).toBe("pump");
  for (const absent of [keyOf.direct, keyOf.reaction, keyOf.mentioned, keyOf.alerted])
    expect(words).not.toContain(absent);
});

test("what is quoted as code is no link and mentions nobody", () => {
  const words = wordsOf({ content: "`https://x.example @**Ana**` and @_**Ben**" });
  for (const absent of [keyOf.link, keyOf.mentionOf("ana"), keyOf.mentionOf("ben")])
    expect(words).not.toContain(absent);
});

test("a direct message has the keys of its people, and none of a stream", () => {
  const to = [make.me, make.ada];
  const words = wordsOf({ to });
  expect(words).toEqual(
    expect.arrayContaining([keyOf.direct, keyOf.between(to), keyOf.including(make.ada)]),
  );
  expect(words).not.toContain(keyOf.inStream);
});

test("every key is one word, whatever the name", () => {
  for (const key of [keyOf.topic("a b\0c/d"), keyOf.mentionOf("J. Doe-Smith"), keyOf.emoji("+1")])
    expect(key).toMatch(/^[a-z0-9\u0080-\uffff]+$/);
  expect(keyOf.topic("a b")).not.toBe(keyOf.topic("a-b"));
  expect(keyOf.topic("Deploy")).toBe(keyOf.topic("deploy"));
});
