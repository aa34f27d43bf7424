/** Bold, italic, struck, and the entities an author wrote. Stars only: underscores are letters. */
import { keepAccent, type Pattern } from "./run.ts";
import { keepRaw } from "./stash.ts";

/** `***both***`, before all else that is made of stars. */
export const boldItalic: Pattern = (text, run, inner) =>
  accented(text, "*", /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g, (content) =>
    keepAccent(run, "strong", inner(keepAccent(run, "em", inner(content)))),
  );

export const strong: Pattern = (text, run, inner) =>
  accented(text, "*", /\*\*([^\n]+?)\*\*/g, (content) => keepAccent(run, "strong", inner(content)));

export const emphasis: Pattern = (text, run, inner) =>
  accented(text, "*", /\*(?!\s)([^*^\n]+)(?<!\s)\*/g, (content) =>
    keepAccent(run, "em", inner(content)),
  );

export const deleted: Pattern = (text, run, inner) =>
  accented(text, "~", /(?<!~)~~([^~\n]+)~~(?!~)/g, (content) =>
    keepAccent(run, "del", inner(content)),
  );

/**
 * `text` with what each match of `pattern` holds replaced by what `keep` makes of it. What was replaced may stand within
 * the next match: in `**a*b*` the star that is left over before it opens one that ends behind it.
 */
function accented(
  text: string,
  sign: "*" | "~",
  pattern: RegExp,
  keep: (content: string) => string,
): string {
  let marked = text;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(marked); found !== null; found = pattern.exec(marked)) {
    const [whole, content = ""] = found;
    const behind = marked.slice(found.index + whole.length);
    marked = marked.slice(0, found.index) + keep(content) + behind;
    // Three signs open at the most, and none before them can have waited for an end that was not there.
    pattern.lastIndex = Math.max(0, marked.lastIndexOf(sign, found.index) - 2);
  }
  return marked;
}

/** Kept aside, so that nothing later reads the `#65` in `&#65;`. */
export const entity: Pattern = (text, run) =>
  text.includes("&")
    ? text.replace(/&(?:#\d+|#x[\da-f]+|[\da-z]+);/gi, (all) => keepRaw(run.stash, all))
    : text;
