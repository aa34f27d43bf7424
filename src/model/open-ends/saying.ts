/**
 * What a text says to others: whether it asks, and by which words; whether it thanks or takes back; whom it mentions.
 *
 * Read are question marks, mentions, and the words of `languages.ts`, nothing else: what is said about a text can be
 * checked by looking at it. Quotes, code and formulas are not the author's words.
 */
import { memoizeTexts } from "#base/memoize.ts";
import { joint, type Language, languages } from "./languages.ts";

export type Asking = {
  /** By a question mark, or by words that ask for something. */
  readonly by: "mark" | "words";
  /** The sentence, as it is read: not safe for a terminal. */
  readonly sentence: string;
  /** The mark or the words. */
  readonly words: string;
};

/** A mention that notifies, or one that only names, as in what is quoted. */
export type Mention = {
  readonly kind: "person" | "group" | "everybody";
  readonly name: string;
  readonly id: number | undefined;
  readonly isSilent: boolean;
  /** Stands behind `cc`: it is to be known there, not answered. */
  readonly isCopied: boolean;
  /** Stands inside of a sentence that turns to somebody else: `@Bo has @Cleo answered?`. */
  readonly isInside: boolean;
};

export type Saying = {
  /** The first sentence that asks, unless it says so itself that it is answered. */
  readonly asking: Asking | undefined;
  /** How it begins. */
  readonly first: string;
  /** What it says about what its author asked before. */
  readonly ends: "thanks" | "thanks to all" | "solved" | undefined;
  /** It thanks, agrees, takes back, or is an emoji: nobody waits for an answer to that. */
  readonly isIdle: boolean;
  /** Those in its own words. */
  readonly mentions: readonly Mention[];
  /** Whom it quotes. */
  readonly quoted: readonly Mention[];
};

/** The same object for the same text, while it is among the last ones. */
export const sayingOf = memoizeTexts(2_000, (content: string): Saying => {
  const written = withoutQuotes(content);
  const own = written.replace(struck, " ");
  const marks: string[] = [];
  const text = withoutMarks(own, marks);
  const shown = (sentence: string) =>
    sentence
      .replace(/\*\*|~~|(?<!\S)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/g, "")
      .replace(/\uE002?\uE000(\d+)\uE001/g, (_, at) => marks[Number(at)] ?? "")
      .trim();
  const sentences = sentencesIn(text).map((sentence) => said(sentence));
  const asking = firstAsking(sentences);
  const [first = ""] = sentencesIn(text);
  return {
    asking: asking && { ...asking, sentence: shown(asking.sentence) },
    first: shown(first),
    ends: endOf(sentences),
    isIdle:
      asking === undefined &&
      (sentences.length > 0
        ? sentences.every(({ wants }) => wants !== "unknown")
        : /:[^\s:]+:|\p{Extended_Pictographic}/u.test(own) ||
          (own !== written && own.trim() === "")),
    mentions: mentionsIn(own.replace(code, " ")).filter(isCalling),
    quoted: quotedIn(content),
  };
});

/** Only the mentions of `sayingOf`, for texts of which many mention those who do not matter. */
export function mentionsOf(content: string): readonly Mention[] {
  if (!content.includes("@")) return [];
  const own = withoutQuotes(content).replace(struck, " ");
  return mentionsIn(own.replace(code, " ")).filter(isCalling);
}

function isCalling({ isSilent }: Mention): boolean {
  return !isSilent;
}

// The author's own words.

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*(\w*)[^`\n]*$/;

/** Without quotes, blocks of code and formulas; what a spoiler hides stays. */
function withoutQuotes(content: string): string {
  const kept: string[] = [];
  /** The fences of spoilers, and last that of a block that is left out. */
  const open: { readonly marks: string; readonly isLeftOut: boolean }[] = [];
  let isBlank = true;
  for (const line of content.split(/\r?\n/)) {
    const [, marks, language = ""] = fence.exec(line) ?? [];
    const last = open.at(-1);
    const isCode = isBlank && /^(?: {4}|\t)/.test(line);
    isBlank = line.trim() === "";
    if (last !== undefined && line.trim() === last.marks) open.pop();
    else if (last?.isLeftOut === true) continue;
    else if (marks !== undefined)
      open.push({ marks, isLeftOut: language.toLowerCase() !== "spoiler" });
    else if (!isCode && !/^ {0,3}>/.test(line)) kept.push(line);
    else isBlank = isCode;
  }
  return kept.join("\n").replace(/\$\$[^\n]+?\$\$/g, " ");
}

const code = /(`+)([^`](?:[^\n]*?[^`])?)\1(?!`)/g;

/** What its author has taken back. */
const struck = /~~(?=\S)[^~\n]+~~/g;

const mention = /@(_?)(\*\*[^*\n]+\*\*|\*[^*\n]+\*)/g;
const everybody = new Set(["all", "everyone", "channel", "stream", "topic"]);

function kindOf(name: string, marked: string): Mention["kind"] {
  if (!marked.startsWith("**")) return "group";
  return everybody.has(name) ? "everybody" : "person";
}

function mentionsIn(text: string): readonly Mention[] {
  let isInside = false;
  return [...text.matchAll(mention)].map(({ 1: silent = "", 2: marked = "", index }) => {
    const before = text.slice(0, index);
    // What follows another name shares what that is.
    if (!followsName.test(before)) isInside = isInsideAfter(before);
    const [, whole = ""] = /^\*+([^*]+)/.exec(marked) ?? [];
    const [, name = whole, id] = /^(.*)\|(\d+)$/.exec(whole) ?? [];
    return {
      kind: kindOf(name, marked),
      name,
      id: id === undefined ? undefined : Number(id),
      isSilent: silent === "_",
      isCopied: copiedHere.test(before),
      isInside,
    };
  });
}

const followsName = new RegExp(`\\*\\s*(?:,|,? ?${joint}\\s)?\\s*$`, "iu");
const sentenceStart = /[.!?…。！？]\s+|\n/u;
const turned = /^\s*(?:[-*+] )?(?:\p{L}+[,，]? )?@\*/u;
const joined = new RegExp(`(?:[,，:(]|(?<![\\p{L}\\p{N}])${joint})\\s*$`, "iu");

function isInsideAfter(before: string): boolean {
  const sentence = before.split(sentenceStart).at(-1) ?? "";
  return turned.test(sentence) && !joined.test(sentence);
}

/** Other mentions may stand between. */
const copiedHere = /(?<![\p{L}\p{N}])cc\b:?\s*(?:@_?\*+[^*\n]+\*+[\s,&]*(?:\p{L}{1,3}\s+)?)*$/iu;

/** Those who are named right before a quote. */
function quotedIn(content: string): readonly Mention[] {
  return content
    .split(/\n(?=[ \t]*(?:[`~]{3,}[ \t]*quote|>))/)
    .slice(0, -1)
    .flatMap((before) => mentionsIn(before.trimEnd().split("\n").at(-1) ?? "").slice(0, 1));
}

/** Mentions, links, names of places and times, which may have question marks of their own, by their index in `marks`. */
function withoutMarks(text: string, marks: string[]): string {
  const kept = (shown: string) => `\uE000${marks.push(shown) - 1}\uE001`;
  return text
    .replace(/[\uE000-\uE002]/g, " ")
    .replace(/^\/me\s/, "")
    .replace(code, (_, _marks, words: string) => kept(words.trim()))
    .replace(/^\/(?:poll|todo)\b[\s\S]*/, "")
    .replace(/^@_\*\*[^*\n]+\*\* \[[^\]\n]*\]\([^)\n]*\):?[ \t]*$/gm, "")
    .replace(
      mention,
      (_, _silent, marked: string) =>
        `\uE002${kept(`@${marked.replaceAll("*", "").replace(/\|\d+$/, "")}`)}`,
    )
    .replace(/#\*\*([^*\n]+)\*\*/g, (_, name: string) => kept(`#${name.replace(">", " › ")}`))
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, (_, words: string) => kept(words))
    .replace(/<time:([^>\n]*)>/g, (_, moment: string) => kept(moment))
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, (url) => kept(url));
}

/** Other letters than these follow an end of a sentence without a blank. */
const apart =
  /\n+|(?<=[.!?…؟⸮;;՞‽⁇⁈⁉❓❔]["'”’»)\]*_~]*)\s+|(?<=[。！？｡][」』”’）]*)(?![。！？」』”’）])/u;

function sentencesIn(text: string): readonly string[] {
  return text
    .split(apart)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}+\uE000?？؟⸮՞⁇⁈⁉‽❓❔]/u.test(bare(sentence)));
}

/** Without emoji, and without signs of emphasis and of lists. */
function bare(sentence: string): string {
  return sentence
    .replace(/:(?!question|grey_question)[a-z0-9_+-]+:/gi, " ")
    .replace(/(?![❓❔⁉])\p{Extended_Pictographic}[\u200D\uFE0F\p{Emoji_Modifier}]*/gu, " ")
    .replace(/^\s*(?:[-*+#]+|\d+[.)])\s+/, "")
    .replace(/[*_~]{1,3}/g, "")
    .trim();
}

// What a sentence wants.

type Said = {
  /** As it stands, and as it is compared. */
  readonly sentence: string;
  readonly plain: Readings;
  readonly wants: "answer" | "nothing" | "unknown";
  readonly by?: Asking["by"];
  readonly words?: string;
  readonly ends?: Saying["ends"];
};

/** Marks of questions in all scripts; that of Greek is a semicolon everywhere else. */
const questionMark =
  /[？؟⸮՞⁇⁈⁉‽﹖︖፧꘏꛷❓❔¿]|(?<!\(|\p{L}\([^\s()]{1,9})\?(?![\p{L}\p{N}=&/_-]|\.[\p{L}])|:(?:grey_)?question:/u;
const greekMark = /\p{Script=Greek}[^\n;;]*[;;]\s*$/u;
/** What somebody else said. */
const speech = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|「[^」\n]*」|『[^』\n]*』/g;

/** `Sounds good, Ana!` says no more than `Sounds good!`. */
const namedLast = /(?<=\p{L})[,，] ?\p{Lu}\p{L}+(?=[^\p{L}\p{N}]*$)/u;

function said(sentence: string): Said {
  const own = bare(
    sentence.replace(speech, (words, at) =>
      at === 0 && words.length === sentence.length ? words : " ",
    ),
  ).replace(namedLast, "");
  const plain = readingsOf(folded(own));
  const [text = ""] = plain;
  const parts = text.split(/\s*[,;:،、，]\s*|\s+[–—-]\s+/).map(readingsOf);
  const whole = { sentence, plain };
  const { asked, ends } = askedIn(own, plain, parts);
  if (ends !== undefined && asked === undefined) return { ...whole, wants: "nothing", ends };
  const isRhetorical = [plain, parts.at(-1) ?? []].some((part) => matches("rhetorical", part));
  if (asked !== undefined && !isRhetorical) return { ...whole, wants: "answer", ...asked, ends };
  if (isRhetorical) return { ...whole, wants: "nothing" };
  const isAhead = matches("ahead", plain) || parts.some((part) => matches("ahead", part));
  const thanked = isAhead ? undefined : thanksIn(plain, parts);
  if (thanked !== undefined) return { ...whole, wants: "nothing", ends: thanked };
  if (parts.some((part) => matches("informs", part))) return { ...whole, wants: "nothing" };
  return { ...whole, wants: isIdle(sentence, text, parts) ? "nothing" : "unknown" };
}

function thanksIn([text = ""]: Readings, parts: readonly Readings[]): Said["ends"] {
  // "Thanks, everybody" is one thing.
  if (matches("toAll", readingsOf(text.replace(/\s*[,،、，]\s*/g, " ")))) return "thanks to all";
  if (parts.some((part) => matches("toAll", part))) return "thanks to all";
  return parts.some((part) => matches("thanks", part)) ? "thanks" : undefined;
}

type Asked = {
  readonly asked?: Required<Pick<Said, "by" | "words">>;
  readonly ends?: Said["ends"];
};

/** `Found it, can you delete it?` takes one question back, and asks another; `found it?` only asks. */
function askedIn(own: string, plain: Readings, parts: readonly Readings[]): Asked {
  const [, label = ""] = solvedLabel.exec(own) ?? [];
  if (label !== "" && matches("solved", readingsOf(folded(label)))) return { ends: "solved" };
  const mark = (questionMark.exec(own) ?? greekMark.exec(own) ?? [])[0]?.slice(-1);
  const solvedAt = parts.findLastIndex((part) => matches("solved", part));
  const later = parts.slice(solvedAt + 1);
  const words = solvedAt < 0 ? askedBy(plain, parts) : askedBy(later[0] ?? [], later);
  const isOver = solvedAt >= 0 && (mark === undefined || later.length > 0);
  return {
    ...(isOver && { ends: "solved" }),
    ...(mark !== undefined && { asked: { by: "mark", words: mark } }),
    ...(mark === undefined && words !== undefined && { asked: { by: "words", words } }),
  };
}

/** What is written before a text that has become another one: `[solved] who has the key?`. */
const solvedLabel = /^\s*[[(]?([\p{L} ]+)(?:[\])]|(?<=^\p{Lu}+):)/u;

/** Nothing but a name calls; nothing but a smile does not. */
function isIdle(sentence: string, text: string, parts: readonly Readings[]): boolean {
  if (text === "") return bare(sentence) !== sentence.trim();
  return (
    parts.some((part) => isIdlePart(part)) &&
    parts.every((part) => part.at(-1) === "" || isIdlePart(part))
  );
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/\s+/g, " ");
}

/**
 * A sentence from its first word that is no sign and no mention, and from its first one behind each greeting: what is a
 * greeting in one language may begin an expression of another. The last one has none any more.
 */
type Readings = readonly string[];

function readingsOf(text: string): Readings {
  const readings: string[] = [];
  for (let rest = text.includes("\uE002") ? text.replace(calledLast, "") : text; ; ) {
    const own = rest.replace(/^(?:[^\p{L}\p{N}+\uE000]|\uE000\d+\uE001|\[[^\]]*\])+/u, "");
    readings.push(own);
    const lead = begin(patterns().leads, own)?.length ?? 0;
    if (lead === 0) return readings;
    rest = own.slice(lead);
  }
}

/** The mentions at the end. */
const calledLast = /(?:[^\p{L}\p{N}\uE001]*\uE002\uE000\d+\uE001[^\p{L}\p{N}\uE001]*)+$/u;

function isIdlePart(part: Readings): boolean {
  return matches("ahead", part) || matches("idle", part);
}

/** Words by what they begin with: of the thousand, only a few are compared. */
type Beginnings = ReadonlyMap<string, readonly string[]>;

/** Scripts without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const firstWord = /^[\p{L}\p{N}+'-]*/u;
const goesOn = /^[\p{L}\p{N}'-]/u;
const ends = /^[^\p{L}\p{N}]*$/u;

function keyOf(text: string): string {
  const [first = ""] = text;
  return unspaced.test(first) ? first : (firstWord.exec(text)?.[0] ?? "");
}

/** The longer ones first, or they would never be found. */
function beginnings(words: readonly string[]): Beginnings {
  return Map.groupBy(
    [...words].sort((one, other) => other.length - one.length),
    keyOf,
  );
}

/** The one of the words that the text begins with, if any. */
function begin(words: Beginnings, text: string): string | undefined {
  const beginning = words.get(keyOf(text))?.find((word) => {
    const isWhole = word.endsWith("$");
    const plain = isWhole ? word.slice(0, -1) : word;
    if (!text.startsWith(plain)) return false;
    const rest = text.slice(plain.length);
    if (isWhole) return ends.test(rest);
    return unspaced.test(plain.at(-1) ?? "") || !goesOn.test(rest);
  });
  return beginning?.replace(/\$$/, "");
}

/** With the words of all languages: nobody says in which one they write. */
const patterns = memoized(() => {
  const all = Object.values(languages);
  const of = (kind: Exclude<keyof Language, "because" | "endings" | "asks" | "anyone">) =>
    beginnings(all.flatMap((language) => language[kind]));
  const asks = all.flatMap(({ asks: words }) => words);
  const within = asks.filter((word) => word.startsWith("~")).map((word) => word.slice(1));
  return {
    anyone: all.flatMap(({ anyone }) => anyone).sort((one, other) => other.length - one.length),
    leads: of("leads"),
    asks: beginnings(asks.map((word) => word.replace("~", ""))),
    asksWithin: beginnings(within),
    endings: all
      .flatMap(({ endings }) => endings)
      .map((word) => (unspaced.test(word) ? word : ` ${word}`)),
    rhetorical: of("rhetorical"),
    thanks: of("thanks"),
    toAll: of("toAll"),
    ahead: of("ahead"),
    solved: of("solved"),
    idle: of("idle"),
    informs: of("informs"),
    because: all.map(
      ({ because: [why, because] }) => [beginnings(why), beginnings(because)] as const,
    ),
  };
});

function memoized<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Plain = "rhetorical" | "thanks" | "toAll" | "ahead" | "solved" | "idle" | "informs";

function matches(kind: Plain, text: Readings): boolean {
  return beginOf(patterns()[kind], text) !== undefined;
}

function beginOf(words: Beginnings, readings: Readings): string | undefined {
  for (const text of readings) {
    const beginning = begin(words, text);
    if (beginning !== undefined) return beginning;
  }
  return undefined;
}

/** Whether it begins as what is asked of the one whose name came before. */
export function asksSomebody(text: string): boolean {
  return text !== "" && beginOf(patterns().asksWithin, readingsOf(folded(text))) !== undefined;
}

/** The particle that makes a question of what it ends; undefined: there is none. */
function ending(text: string): string | undefined {
  const whole = text.replace(/[^\p{L}\p{N}]+$/u, "");
  return patterns()
    .endings.find((word) => whole.endsWith(word))
    ?.trim();
}

/** The words that ask, as they stand in the sentence. */
function askedBy(plain: Readings, parts: readonly Readings[]): string | undefined {
  const { asks, asksWithin } = patterns();
  // A name may come before: "Bo can you look".
  const inPart = (part: Readings) =>
    beginOf(asksWithin, part) ??
    beginOf(
      asksWithin,
      part.map((text) => text.replace(/^\p{L}+ /u, "")),
    );
  return (
    beginOf(asks, plain) ??
    ending(plain[0] ?? "") ??
    parts.map(inPart).find((one) => one !== undefined)
  );
}

function firstAsking(sentences: readonly Said[]): Asking | undefined {
  const index = sentences.findIndex((one, at) => asks(one, sentences.slice(at + 1)));
  const { sentence, by, words } = sentences[index] ?? {};
  if (sentence === undefined || by === undefined || words === undefined) return undefined;
  return { by, sentence, words };
}

/** The words by which a sentence that asks several people says that the answer of one is enough; empty: there are none. */
export const anyoneIn = memoizeTexts(500, (sentence: string): string => {
  const text = folded(sentence);
  return patterns().anyone.find((words) => standIn(words, text)) ?? "";
});

/** Not as a part of other words. */
function standIn(words: string, text: string): boolean {
  let at = text.indexOf(words);
  const isPart = () =>
    !unspaced.test(words) &&
    (/[\p{L}\p{N}'-]$/u.test(text.slice(0, at)) || goesOn.test(text.slice(at + words.length)));
  while (at >= 0 && isPart()) at = text.indexOf(words, at + 1);
  return at >= 0;
}

/** Unless what follows answers it, or takes it back. */
function asks({ wants, plain }: Said, rest: readonly Said[]): boolean {
  if (wants !== "answer") return false;
  if (rest.some(({ ends }) => ends === "solved")) return false;
  const next = rest[0]?.plain ?? [];
  return !patterns().because.some(
    ([why, because]) => beginOf(why, plain) !== undefined && beginOf(because, next) !== undefined,
  );
}

/** Thanks after a question are for the answer that is to come. */
function endOf(sentences: readonly Said[]): Saying["ends"] {
  if (sentences.some(({ ends }) => ends === "solved")) return "solved";
  const asked = sentences.findIndex(({ wants }) => wants === "answer");
  const before = (asked < 0 ? sentences : sentences.slice(0, asked)).map(({ ends }) => ends);
  return (
    before.find((ends) => ends === "thanks to all") ?? before.find((ends) => ends === "thanks")
  );
}
