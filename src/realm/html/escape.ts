/** Text made fit to stand in HTML. */

const entity: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** `text` with nothing in it that HTML would read: as a topic is shown in a search result. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entity[character] ?? character);
}

/** An ampersand that begins no entity. Entities that the author wrote stay entities. */
const loneAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[\da-z]+);)/gi;

/** Text between tags; quotes stay as they are, and so do entities that the author wrote. */
export function escapeText(text: string): string {
  return text
    .replace(loneAmpersand, "&amp;")
    .replace(/[<>]/g, (character) => entity[character] ?? character);
}

/** The inside of a double-quoted attribute; entities that the author wrote stay. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

/** The inside of a code span: what was typed, entities too, is what is seen. */
export function escapeCode(text: string): string {
  return text.replace(/[&<>]/g, (character) => entity[character] ?? character);
}
