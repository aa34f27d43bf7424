/** Text made fit to stand in HTML. */

const entity: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** `text` with nothing in it that HTML would read, in a tag or between tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entity[character] ?? character);
}

/** Text between tags: entities that the author wrote stay entities. */
export function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[\da-z]+);)/gi, "&amp;")
    .replace(/[<>]/g, (character) => entity[character] ?? character);
}

/** The inside of a double-quoted attribute; entities that the author wrote stay. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}
