/** The words in which components speak of looks: what a text is, never which colour it has. */

/** Tokens that stand behind text; the others colour the text itself. */
export const backgroundTokens = ["selection", "codeBackground", "hit", "toast"] as const;

export const foregroundTokens = [
  "text",
  "dim",
  "faint",
  "strong",
  "accent",
  "unread",
  "mention",
  "followed",
  "muted",
  "good",
  "warning",
  "bad",
  "link",
  "code",
  "quote",
  "rule",
  "self",
  // What stands in source code.
  "keyword",
  "string",
  "number",
  "name",
  "comment",
  // How a person wrote it.
  "emphasis",
  "struck",
  "underline",
] as const;

export type BackgroundToken = (typeof backgroundTokens)[number];
export type Token = BackgroundToken | (typeof foregroundTokens)[number];

export const tokens: readonly Token[] = [...foregroundTokens, ...backgroundTokens];
