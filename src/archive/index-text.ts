/**
 * The words by which a message is found: those of its text and topic, and keys for what operators ask about.
 *
 * They are letters, digits and characters above U+007F between blanks, in the form in which they are compared, so that
 * every version of SQLite divides them alike. Erasing a message needs the same words again: whoever changes them here
 * changes the version of the file.
 */
import { foldTopic, isResolved } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { withoutCode } from "#model/written-links.ts";

/** Scripts without blanks between words, and Hangul, whose words are compounds: each character is a word. */
const apart = [
  "Han",
  "Hiragana",
  "Katakana",
  "Bopomofo",
  "Hangul",
  "Thai",
  "Lao",
  "Khmer",
  "Myanmar",
]
  .map((script) => `\\p{Script=${script}}`)
  .concat("\\u30fc")
  .join("");

const letters = "\\p{L}\\p{N}\\p{M}";

/** In the scripts above a vowel sign is a word as well, so that the beginning of a syllable is found too. */
const oneWord = new RegExp(
  `(?=[${letters}])[${apart}]|(?:(?![${apart}])[${letters}])+|\\p{Extended_Pictographic}|\\p{RI}|\\p{Emoji_Modifier}`,
  "gu",
);

const ascii = /^[\0-\x7f]*$/;
const noAsciiWord = /[^a-z0-9]+/g;

/** Accents, the vowel points of Hebrew and Arabic, the Arabic extension, and characters without a shape. */
const ignored =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\p{VS}\p{Cf}]/gu;

/**
 * The text without what is ignored in comparisons: case, accents and vowel points, and the width and style of a
 * character. Letters with a stroke (ø, ł) and the marks of Indian and Japanese scripts are letters of their own.
 */
export function foldedText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").replace(ignored, "").toUpperCase().toLowerCase();
  return plain.replaceAll("ς", "σ").normalize("NFC");
}

/** The words of the text with a blank between them: those of a phrase follow one another. */
export function textWords(text: string): string {
  const folded = foldedText(text);
  if (ascii.test(folded)) return folded.replace(noAsciiWord, " ").trim();
  return (folded.match(oneWord) ?? []).join(" ");
}

/** The words with their places in the text as it is written; a character that stands for several words has one place. */
export function placedWords(
  text: string,
): readonly { readonly word: string; readonly from: number; readonly to: number }[] {
  return [...text.matchAll(oneWord)].flatMap(({ 0: written, index }) =>
    textWords(written)
      .split(" ")
      .map((word) => ({ word, from: index, to: index + written.length })),
  );
}

// Keys begin with a character for private use, which no text has: those of a text are not letters.
const keyStart = "\ue000";

/** The operand in one word: what separates words is shifted among the characters for private use. */
function keyed(kind: string, operand: string | number = ""): string {
  const shifted = `${operand}`
    .toWellFormed()
    .replace(/[\0-/:-@[-`{-\x9f\ue000-\ue0ff]/g, (sign) =>
      String.fromCharCode(0xe100 + (sign.charCodeAt(0) & 0xff)),
    );
  return `${keyStart}${kind}${shifted}`;
}

/** The key of all messages for which the operator holds. */
export const keyOf = {
  sender: (id: number) => keyed("s", id),
  stream: (id: number) => keyed("c", id),
  topic: (topic: string) => keyed("t", foldTopic(topic)),
  /** A conversation of exactly these people; `ids` ascending, with one's own. */
  between: (ids: readonly number[]) => keyed("b", ids.join(",")),
  /** A direct message that the person sent or received. */
  including: (id: number) => keyed("p", id),
  mentionOf: (person: string | number) => keyed("m", foldedText(`${person}`)),
  /** `:name:` in the text. */
  emoji: (name: string) => keyed("e", name),
  /** Every message has one of these. */
  inStream: keyed("n"),
  direct: keyed("d"),
  mentioned: keyed("y"),
  starred: keyed("f"),
  alerted: keyed("w"),
  resolved: keyed("v"),
  link: keyed("l"),
  image: keyed("i"),
  attachment: keyed("a"),
  reaction: keyed("r"),
} as const;

/** What the file's index holds of a message: first its text, last its topic, so that no phrase spans both. */
export function indexWords(message: Message): string {
  return [textWords(message.content), ...keysOf(message), textWords(message.topic)].join(" ");
}

function keysOf(message: Message): readonly string[] {
  const { content, streamId, topic, userIds = [], senderId } = message;
  const place =
    streamId === undefined
      ? [keyOf.direct, keyOf.between(userIds), ...userIds.map(keyOf.including)]
      : [keyOf.inStream, keyOf.stream(streamId), keyOf.topic(topic)];
  const marks = [
    message.mentioned || message.wildcardMentioned ? keyOf.mentioned : "",
    message.starred ? keyOf.starred : "",
    message.alerted ? keyOf.alerted : "",
    streamId !== undefined && isResolved(topic) ? keyOf.resolved : "",
    message.reactions.length > 0 ? keyOf.reaction : "",
  ];
  return [keyOf.sender(senderId), ...place, ...marks, ...partKeys(content)].filter((key) => key);
}

const aLink = /\b(?:https?|ftp):\/\/|\bwww\.|\]\([^)\s]|\bmailto:|\w@\w[\w-]*\.\w/i;
const anImage = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|heic|avif)(?=[)\s?#]|$)/im;
const mention = /(?<=^|[\s'"({[/<])@\*\*([^*|]*)(?:\|(\d+))?\*\*/g;
const emojiName = /:([\w+-]+):/g;

/**
 * What a text contains, of which servers judge the rendered form: a domain without a scheme, and what a link pattern
 * makes of a text, are links there and not here.
 */
function partKeys(content: string): readonly string[] {
  if (!/[:@.\]/]/.test(content)) return [];
  const text = withoutCode(content);
  const keys = new Set<string>();
  const isLink = aLink.test(text);
  const isUpload = text.includes("/user_uploads/");
  if (isLink || isUpload) keys.add(keyOf.link);
  if ((isLink || isUpload) && anImage.test(text)) keys.add(keyOf.image);
  if (isUpload) keys.add(keyOf.attachment);
  for (const [, name = "", id] of text.matchAll(mention)) {
    if (name !== "") keys.add(keyOf.mentionOf(name));
    if (id !== undefined) keys.add(keyOf.mentionOf(Number(id)));
  }
  for (const [, name = ""] of text.matchAll(emojiName)) keys.add(keyOf.emoji(name));
  return [...keys];
}
