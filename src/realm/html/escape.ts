/** Escapes text for HTML. */

const entity: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes `text` for use in attributes and between tags. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entity[character] ?? character);
}

/** Escapes text between tags, preserving entities written by the author. */
export function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[\da-z]+);)/gi, "&amp;")
    .replace(/[<>]/g, (character) => entity[character] ?? character);
}

/** Escapes the value of a double-quoted attribute, preserving entities written by the author. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}
