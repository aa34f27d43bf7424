/**
 * Converts between an emoji's characters and its code in the API: the hexadecimal code points joined by dashes,
 * without the variation selector.
 */
import { memoizeLru } from "#base/memoize.ts";
import { type SafeText, safeText } from "#base/safe-text.ts";

/** The code of a character or sequence, whether or not it is an emoji. */
export function codeOf(character: string): string {
  const codes: string[] = [];
  for (const part of character) {
    if (part === "\ufe0f") continue;
    codes.push((part.codePointAt(0) ?? 0).toString(16).padStart(4, "0"));
  }
  return codes.join("-");
}

const codePattern = /^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/;
const lastCodePoint = 0x10ffff;
const rememberedCodes = 1_000;

/**
 * The characters of a code, including emoji newer than weir. Undefined for invalid codes. A realm's own emoji have
 * numbers, which look like codes, so pass only codes of type `unicode_emoji`.
 */
export function characterOf(code: string): SafeText | undefined {
  return known(code).character;
}

const known = memoizeLru(rememberedCodes, (code) => ({ character: decode(code) }));

function decode(code: string): SafeText | undefined {
  if (!codePattern.test(code)) return undefined;
  const codePoints = code.split("-").map((part) => Number.parseInt(part, 16));
  if (codePoints.some((point) => point > lastCodePoint)) return undefined;
  const drawn = withSelectors(codePoints.map((point) => String.fromCodePoint(point)));
  const character = safeText(drawn);
  return character === drawn && pictograph.test(drawn) ? character : undefined;
}

const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Characters with text presentation by default need a variation selector, which codes omit. */
function withSelectors(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      const isLetter =
        /\p{Emoji}/u.test(part) && !/\p{Emoji_Presentation}|\p{Emoji_Component}/u.test(part);
      const isKeycap = /[\d#*]/.test(part) && parts[index + 1] === "\u20e3";
      const hasSkin = /\p{Emoji_Modifier}/u.test(parts[index + 1] ?? "");
      return (isLetter || isKeycap) && !hasSkin ? `${part}\ufe0f` : part;
    })
    .join("");
}
