/** What an edit changed, for a reader: the text after it, with the words that came and those that went marked. */

/** Tags, words and the blanks between them. */
function tokensOf(html: string): readonly string[] {
  return html.match(/<[^>]*>|\s+|[^\s<]+/g) ?? [];
}

/** Tags, and the blanks around words, stay outside of the mark. */
function marked(tokens: readonly string[], mark: "inserted" | "deleted"): string {
  const words = /[^\s<>](?:[^<>]*[^\s<>])?(?![^<]*>)/g;
  return tokens.join("").replace(words, `<span class="highlight_text_${mark}">$&</span>`);
}

/** `html` of one text and another: what both begin and end with, and between the words that came and that went. */
export function differenceOf(before: string, after: string): string {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const gone = old.slice(start, old.length - end).filter((token) => !token.startsWith("<"));
  const came = marked(now.slice(start, now.length - end), "inserted");
  const between = came !== "" && gone.length > 0 ? " " : "";
  const [head, tail] = [now.slice(0, start).join(""), now.slice(now.length - end).join("")];
  return `<div>${head}${came}${between}${marked(gone, "deleted")}${tail}</div>`;
}
