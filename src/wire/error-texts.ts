/**
 * Error texts at different feature levels.
 *
 * Up to level 184 the API document applies literally; above that, the observed behaviour of real servers.
 */

/** The last level that the API document describes. */
export const documentLevel = 184;

/** The variable content of an error. */
export type Wording = {
  readonly text: string;
  /** Undefined if the body has none. */
  readonly code: string | undefined;
  readonly status: number;
  /** Additional keys of the body. */
  readonly extra: Readonly<Record<string, unknown>>;
};

type Row = {
  /** Matches the text of the newest level. */
  readonly text: RegExp;
  /** The last level with a different text. */
  readonly until: number;
  /** The differences there; `found` is the match of `text`. */
  readonly before: (found: RegExpExecArray) => Partial<Wording>;
};

/** One row for each difference between the document and real servers, or between levels. */
const rows: readonly Row[] = [
  {
    text: /^Invalid emoji code\.$/,
    until: documentLevel,
    before: () => ({ text: "Invalid emoji code" }),
  },
  {
    text: /^Draft does not exist$/,
    until: documentLevel,
    before: () => ({ code: undefined }),
  },
  {
    text: /^Cannot deactivate the only organization owner$/,
    until: documentLevel,
    before: () => ({ code: undefined }),
  },
  {
    text: /^Channel\(s\) \((.+?)(?:, .*)?\) do not exist$/,
    until: documentLevel,
    before: ([, name = ""]) => ({
      text: `Channel '${name}' does not exist`,
      code: "STREAM_DOES_NOT_EXIST",
      extra: { stream: name },
    }),
  },
];

/** Either quoted text, which is preserved, or a word that changed. */
const quotedOrNamed = /'[^']*'|operator \S+|[Cc]hannel/g;

/** An error of the newest level in the form of a server of `level`. */
export function wordingAt(level: number, newest: Wording): Wording {
  // At most one row matches a text.
  const row = rows.find(({ text, until }) => level <= until && text.test(newest.text));
  const found = row?.text.exec(newest.text);
  const error = found == null ? newest : { ...newest, ...row?.before(found) };
  return { ...error, text: textAt(level, error.text) };
}

/** The values for the placeholders in angle brackets of an error's text. */
export type Fill = Readonly<Record<string, string | number>>;

export function filled(text: string, fill: Fill = {}): string {
  return text.replace(/<(\w+)>/g, (_, name: string) => String(fill[name] ?? ""));
}

/** A text of the newest level; up to the document's level, with its word for streams. */
export function textAt(level: number, text: string): string {
  if (level > documentLevel) return text;
  return text.replace(quotedOrNamed, (found) => {
    if (found === "Channel") return "Stream";
    return found === "channel" ? "stream" : found;
  });
}
