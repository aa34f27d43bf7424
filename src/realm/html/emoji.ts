/** Emoji: by name between colons, as emoticons, as characters. */
import type { RenderContext } from "./context.ts";
import { escapeAttribute } from "./escape.ts";
import { keepElement, type Pattern, type Run } from "./run.ts";
import { keep } from "./stash.ts";

export const emoji: Pattern = (text, run) =>
  text.includes(":")
    ? text.replace(/:([\p{L}\p{N}_+-]+):/gu, (all, name: string) => {
        const source = picture(run.context, name);
        if (source !== undefined) return keepPicture(run, name, source);
        const code = run.context.emojiCode(name);
        return code === undefined ? all : keepEmoji(run, name, code);
      })
    : text;

/** The address of an emoji that is a picture of its own: the realm's, or else the one that every realm has. */
function picture({ customEmoji, brand }: RenderContext, name: string): string | undefined {
  const extra = `/static/generated/emoji/images/emoji/unicode/${brand}.png`;
  return customEmoji(name) ?? (name === brand ? extra : undefined);
}

function keepPicture(run: Run, name: string, source: string): string {
  const title = name.replaceAll("_", " ");
  const open = `<img alt=":${name}:" class="emoji" src="${escapeAttribute(source)}" title="${title}">`;
  return keep(run.stash, { kind: "element", open, content: "", close: "" });
}

function keepEmoji(run: Run, name: string, code: string): string {
  const title = name.replaceAll("_", " ");
  const attributes = { "aria-label": title, class: `emoji emoji-${code}`, role: "img", title };
  return keepElement(run, "span", attributes, `:${name}:`);
}

const namesOfEmoticons: ReadonlyMap<string, string> = new Map([
  [":)", "smile"],
  ["(:", "smile"],
  [":(", "frown"],
  ["<3", "heart"],
  [":|", "neutral"],
  [":/", "confused"],
  [";)", "wink"],
  [":D", "grinning"],
  [":o", "open_mouth"],
  [":O", "open_mouth"],
  [":p", "stuck_out_tongue"],
  [":P", "stuck_out_tongue"],
]);

const emoticon = /(?<![^,.;?!()[\] "'\n\t])[:;(<][)(:3|/DoOpP](?![^,.;?!()[\] "'\n\t])/g;

/** Only if the sender wants it, and only where blanks or the signs of sentences are around. */
export const emoticons: Pattern = (text, run) =>
  run.context.translateEmoticons
    ? text.replace(emoticon, (typed) => {
        const name = namesOfEmoticons.get(typed);
        const code = name && run.context.emojiCode(name);
        return name && code ? keepEmoji(run, name, code) : typed;
      })
    : text;

/** A whole sequence, so that what the table does not have (a skin tone, say) is not taken for its first part. */
const sequence =
  /\p{RI}{2}|[#*\d]\ufe0f\u20e3|\p{ExtPict}[\ufe0f\p{EMod}]?[\u{e0020}-\u{e007f}]*(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)*/gu;

export const unicodeEmoji: Pattern = (text, run) =>
  text.replace(sequence, (character) => {
    const code = isPicture(character) ? codeOf(character) : undefined;
    const name = code && run.context.emojiName(code);
    return name && code ? keepEmoji(run, name, code) : character;
  });

/** Some characters are letters until a selector says otherwise. */
function isPicture(character: string): boolean {
  return !/^\P{Emoji_Presentation}$/u.test(character);
}

function codeOf(character: string): string {
  return Array.from(character)
    .filter((part) => part !== "\ufe0f")
    .map((part) => (part.codePointAt(0) ?? 0).toString(16).padStart(4, "0"))
    .join("-");
}
