/** The sequences allowed in styled text: styles, and hyperlinks for web and mail. */

const allowed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  /\x1b\[[\d;]*m|\x1b\]8;;(?:(?:https?|mailto):[\x21-\x7e]*)?\x1b\\/g;

/** The control characters of `text` outside of allowed sequences. */
export function strayControls(text: string): readonly string[] {
  return text.replace(allowed, "").match(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu) ?? [];
}

/** `text` without allowed sequences. */
export function withoutEscapes(text: string): string {
  return text.replace(allowed, "");
}

/** Whether all styles opened in `text` are closed in it. */
export function isClosed(text: string): boolean {
  const open = new Set<string>();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  for (const [, all = ""] of text.matchAll(/\x1b\[([\d;]*)m/g)) {
    for (const code of all.replace(/([34]8);(?:5;\d+|2;\d+;\d+;\d+)/g, "$1").split(";"))
      note(Number(code), open);
  }
  return open.size === 0;
}

const closers: Readonly<Record<number, string>> = {
  22: "weight",
  23: "italic",
  24: "underline",
  27: "inverse",
  29: "struck",
  39: "colour",
  49: "background",
};

function note(code: number, open: Set<string>): void {
  const closed = closers[code];
  if (closed !== undefined) open.delete(closed);
  else open.add(openedBy(code));
}

function openedBy(code: number): string {
  if (code <= 2) return "weight";
  if (code < 10) return closers[code + 20] ?? "unknown";
  return (code >= 40 && code < 50) || code >= 100 ? "background" : "colour";
}
