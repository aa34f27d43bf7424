/**
 * How servers of different levels put what they refuse.
 *
 * Precedence: up to level 184 the API document holds literally; above it, what real servers were seen to do.
 */

/** The last level that the API document speaks for. */
export const documentLevel = 184;

/** What an error says. */
export type Wording = {
  readonly text: string;
  /** Undefined where the body has none. */
  readonly code: string | undefined;
  readonly status: number;
  /** Further keys of the body. */
  readonly extra: Readonly<Record<string, unknown>>;
};

type Row = {
  /** The text of the newest level that the row is about. */
  readonly text: RegExp;
  /** The last level that puts it otherwise. */
  readonly until: number;
  /** What is different there; `found` is the match of `text`. */
  readonly before: (found: RegExpExecArray) => Partial<Wording>;
};

/** Where the document and real servers disagree, and where real servers changed their mind: one row each. */
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

/** What a text quotes, which stays as it was said, or the word that changed. */
const quotedOrNamed = /'[^']*'|operator \S+|[Cc]hannel/g;

/** An error of the newest level as a server of `level` would put it. */
export function wordingAt(level: number, newest: Wording): Wording {
  // A text belongs to one row at most.
  const row = rows.find(({ text, until }) => level <= until && text.test(newest.text));
  const found = row?.text.exec(newest.text);
  const said = found == null ? newest : { ...newest, ...row?.before(found) };
  return { ...said, text: textAt(level, said.text) };
}

/** A text of the newest level with the word that the document has for streams, up to its level. */
export function textAt(level: number, text: string): string {
  if (level > documentLevel) return text;
  return text.replace(quotedOrNamed, (found) => {
    if (found === "Channel") return "Stream";
    return found === "channel" ? "stream" : found;
  });
}
