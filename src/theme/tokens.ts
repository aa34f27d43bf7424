/** Style tokens: components name what a text is, never its colour. */

/** Background tokens; the others style the text itself. */
export const backgroundTokens = ["selection", "codeBackground", "hit", "toast", "dialog"] as const;

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
  // Source code.
  "keyword",
  "string",
  "number",
  "name",
  "comment",
  // Emphasis by the author.
  "emphasis",
  "struck",
  "underline",
] as const;

export type BackgroundToken = (typeof backgroundTokens)[number];
export type Token = BackgroundToken | (typeof foregroundTokens)[number];

export const tokens: readonly Token[] = [...foregroundTokens, ...backgroundTokens];
