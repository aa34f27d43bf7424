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
  /** What the document says instead, given that match. */
  readonly before: (match: RegExpExecArray) => Partial<Wording>;
};

/** The differences between the document and real servers. At most one row matches a text. */
const rows: readonly Row[] = [
  {
    text: /^Invalid emoji code\.$/,
    before: () => ({ text: "Invalid emoji code" }),
  },
  {
    text: /^(?:Draft does not exist|Cannot deactivate the only organization owner)$/,
    before: () => ({ code: undefined }),
  },
  {
    text: /^Channel\(s\) \((.+?)(?:, .*)?\) do not exist$/,
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
  if (level > documentLevel) return newest;
  const differences = rows.map(({ text, before }) => {
    const match = text.exec(newest.text);
    return match === null ? {} : before(match);
  });
  const error: Wording = Object.assign({}, newest, ...differences);
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
  return text.replace(quotedOrNamed, (part) => {
    if (part === "Channel") return "Stream";
    return part === "channel" ? "stream" : part;
  });
}
