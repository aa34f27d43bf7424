/**
 * Keyboard layouts of other scripts, by position: which key of the Latin layout a letter is on.
 *
 * Terminals send letters, not keys. So that single keys work while the keyboard types Cyrillic or kana, a letter that has
 * no meaning of its own in a place where no text is typed stands for the Latin letter on its key.
 */
import { memoizeEach } from "./memoize.ts";

type Rows = readonly string[];

/** The keys in reading order, without and with Shift; a layout has a blank where its character says nothing. */
const latin: Rows = ["`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./"];
const shiftedLatin: Rows = ["~!@#$%^&*()_+", "QWERTYUIOP{}|", 'ASDFGHJKL:"', "ZXCVBNM<>?"];

type Layout = {
  readonly name: string;
  /** Language codes of the environment's locale that prefer this layout to others with the same letters. */
  readonly languages: readonly string[];
  readonly keys: Rows;
  /** If absent, they are the capitals of `keys`, where there are any. */
  readonly shifted?: Rows;
};

const table = {
  russian: {
    name: "Russian",
    languages: ["ru", "be", "kk"],
    keys: ["ё", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
  },
  ukrainian: {
    name: "Ukrainian",
    languages: ["uk"],
    keys: ["", "йцукенгшщзхїґ", "фівапролджє", "ячсмитьбю"],
  },
  bulgarian: {
    name: "Bulgarian",
    languages: ["bg"],
    keys: ["", " уеишщксдзц", "ьяаожгтнвмч", "юйъэфхпрлб"],
    shifted: ["", "ыУЕИШЩКСДЗЦ", "ѝЯАОЖГТНВМЧ", "ЮЙЪЭФХПРЛБ"],
  },
  "bulgarian-phonetic": {
    name: "Bulgarian phonetic",
    languages: [],
    keys: ["ч", "явертъуиопшщю", "асдфгхйкл", "зьцжбнм"],
  },
  greek: {
    name: "Greek",
    languages: ["el"],
    keys: ["", " ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"],
    shifted: ["", "  ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ"],
  },
  hebrew: {
    name: "Hebrew",
    languages: ["he", "iw"],
    keys: ["", "  קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"],
  },
  arabic: {
    name: "Arabic",
    languages: ["ar"],
    keys: ["ذ", "ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤر\ufefbىةوزظ"],
    shifted: [
      "\u0651",
      "\u064e\u064b\u064f\u064c\ufef9إ ÷×؛",
      "\u0650\u064d  \ufef7أـ،",
      " \u0652  \ufef5آ   ؟",
    ],
  },
  persian: {
    name: "Persian",
    languages: ["fa"],
    keys: ["", "ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"],
    shifted: [
      "",
      "\u0652\u064c\u064d\u064b\u064f\u0650\u064e\u0651",
      "ؤئيإأآة",
      "ك\u0653ژ\u0670 \u0654ء  ؟",
    ],
  },
  korean: {
    name: "Korean",
    languages: ["ko"],
    keys: ["", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"],
    shifted: ["", "ㅃㅉㄸㄲㅆ   ㅒㅖ", "", ""],
  },
  thai: {
    name: "Thai",
    languages: ["th"],
    keys: [" ๅ  ภถุึคตจขช", "ๆไำพะัีรนยบลฃ", "ฟหกดเ้่าสวง", "ผปแอิืทมใฝ"],
    shifted: ["", "  ฎฑธํ๊ณฯญฐ ฅ", "ฤฆฏโฌ็๋ษศซ", "  ฉฮฺ์ ฒฬฦ"],
  },
  kana: {
    name: "Kana",
    languages: ["ja"],
    keys: [
      " ぬふあうえおやゆよわほへ",
      "たていすかんなにらせ゛゜",
      "ちとしはきくまのりれけ",
      "つさそひこみもねるめ",
    ],
    shifted: ["   ぁぅぇぉゃゅょを", "  ぃ", "", "っ      、。・"],
  },
  azerty: {
    name: "AZERTY",
    languages: ["fr"],
    keys: [" &é\"'(-è_çà", "", "", ""],
    shifted: ["", "", "", ""],
  },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof table;
export const layoutNames = Object.keys(table) as readonly LayoutName[];

/** How a layout is called in a sentence. */
export function titleOf(layout: LayoutName): string {
  return table[layout].name;
}

/**
 * The layouts to try, in order: the named one; of all, those of the locale's language first; none. `locale` is as in the
 * environment: `ru_RU.UTF-8`.
 */
export function layoutsFor(
  setting: "auto" | "off" | LayoutName,
  locale: string,
): readonly LayoutName[] {
  if (setting === "off") return [];
  if (setting !== "auto") return [setting];
  const [language = ""] = locale.split(/[^a-z]/i);
  const isLocal = (name: LayoutName) =>
    Number((table[name] as Layout).languages.includes(language));
  return layoutNames.toSorted((a, b) => isLocal(b) - isLocal(a));
}

type Positions = ReadonlyMap<string, string>;

/** The key of the Latin layout for each character of a layout. */
function positionsOf({ keys, shifted }: Layout): Positions {
  const positions = new Map<string, string>();
  const add = (rows: Rows, on: Rows) => {
    for (const [row, characters] of rows.entries()) {
      for (const [at, character] of [...characters].entries()) {
        const key = on[row]?.[at];
        if (character !== " " && key !== undefined && !positions.has(character))
          positions.set(character, key);
      }
    }
  };
  add(keys, latin);
  add(shifted ?? keys.map((row) => row.toUpperCase()), shiftedLatin);
  return positions;
}

const cached = new Map<LayoutName, Positions>();

function positions(layout: LayoutName): Positions {
  const known = cached.get(layout) ?? positionsOf(table[layout]);
  cached.set(layout, known);
  return known;
}

/** The parts of a Hangul syllable as the keys on which they are typed. */
const hangul = {
  leading: [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"],
  vowels: "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ".split(" "),
  trailing:
    " ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ".split(
      " ",
    ),
} as const;

/** Input methods send whole syllables: the keys with which one was typed. */
function jamoOf(character: string): string | undefined {
  const index = (character.codePointAt(0) ?? 0) - 0xac00;
  if (index < 0 || index >= 11_172) return undefined;
  const { leading, vowels, trailing } = hangul;
  const [first, middle, last] = [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
  return `${leading[first]}${vowels[middle]}${trailing[last]}`;
}

/** The digits of other scripts count by their value, wherever they are. */
const digits = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "๐๑๒๓๔๕๖๗๘๙"];

/** Characters that input methods send in place of others: full width, half width, katakana, with an accent. */
function usualForm(character: string): string {
  const value = digits.map((each) => each.indexOf(character)).find((at) => at >= 0);
  if (value !== undefined) return `${value}`;
  const code = character.codePointAt(0) ?? 0;
  const isWide = code >= 0xff01 && code <= 0xff9f;
  const folded = isWide ? character.normalize("NFKC") : (jamoOf(character) ?? character);
  return folded.replace(/[\u30a1-\u30f6]/g, (one) =>
    String.fromCodePoint((one.codePointAt(0) ?? 0) - 0x60),
  );
}

/** The Latin key of a character; undefined: the layout has it nowhere. */
function keyOn(layout: Positions, character: string): string | undefined {
  const [base = ""] = character.normalize("NFD");
  return layout.get(character) ?? layout.get(base) ?? asciiOf(character);
}

function asciiOf(character: string): string | undefined {
  return /^[!-~]$/.test(character) ? character : undefined;
}

export type OtherKeys = {
  /** The strokes of the Latin layout at the same places; several if the character is typed with several. */
  readonly strokes: readonly string[];
  /** It is undefined if no layout was needed. */
  readonly layout: LayoutName | undefined;
};

const modified = /^(\^|(?:Ctrl\+|Alt\+|Shift\+)*)(.+)$/su;

/**
 * What a stroke means on the first of these layouts that has all its characters; undefined: none has them, and for
 * ASCII characters, which any layout may have anywhere, except on a layout that is the only one.
 */
export function otherKeys(stroke: string, layouts: readonly LayoutName[]): OtherKeys | undefined {
  const [, modifiers = "", typed = ""] = modified.exec(stroke) ?? [];
  const isAscii = /^[ -~]+$/.test(typed);
  // Named keys are the same on every layout.
  const isOpen = !isAscii || (typed.length === 1 && layouts.length === 1);
  if (layouts.length === 0 || !isOpen) return undefined;
  const characters = [...typed.normalize("NFC")].flatMap((each) => [...usualForm(each)]);
  if (!isAscii && characters.every((each) => asciiOf(each) !== undefined))
    return { strokes: characters.map((each) => withModifiers(modifiers, each)), layout: undefined };
  for (const layout of layouts) {
    const keys = characters.map((each) => keyOn(positions(layout), each));
    const strokes = keys.flatMap((key) =>
      key === undefined ? [] : [withModifiers(modifiers, key)],
    );
    if (strokes.length === keys.length && strokes.join() !== stroke) return { strokes, layout };
  }
  return undefined;
}

function withModifiers(modifiers: string, key: string): string {
  return modifiers === "^" ? `^${key.toUpperCase()}` : modifiers + key;
}

/** The characters of a layout by the Latin keys at their places. */
const charactersOf = memoizeEach(
  (layout: Positions): ReadonlyMap<string, string> =>
    new Map([...layout].map(([character, key]) => [key, character])),
);

/** The characters that the strokes of a binding have on a layout; undefined where they are Latin there too. */
export function keysOn(layout: LayoutName, strokes: readonly string[]): string | undefined {
  const byKey = charactersOf(positions(layout));
  const written = strokes.map((stroke) => byKey.get(stroke) ?? stroke);
  return written.join() === strokes.join() ? undefined : written.join(" ");
}
