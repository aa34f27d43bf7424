/** What markup needs to know about the reader and the realm: names, link patterns, formats; and the options for rows. */
import type { Cells } from "#base/cells.ts";
import type { SafeText } from "#base/safe-text.ts";
import { characterOf, codeNamed } from "#emoji/catalogue.ts";
import type { Glyphs } from "#theme/glyphs.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import type { Highlight } from "./highlight.ts";
import type { Linkifier } from "./linkifiers.ts";

/** Looks up emoji characters by name, by a server's list or the built-in one. */
export function emojiByName(names: Parameters<typeof codeNamed>[0]): Names["unicodeEmoji"] {
  return (name) => {
    const code = codeNamed(names, name);
    return code === undefined ? undefined : characterOf(code);
  };
}

export type NamedUser = { readonly id: UserId; readonly name: string };
type NamedGroup = {
  readonly id: GroupId;
  /** The title of a system group. */
  readonly name: string;
  readonly isSystem: boolean;
  readonly includesMe: boolean;
};
export type NamedStream = {
  readonly id: StreamId;
  readonly name: string;
  readonly colour?: string | undefined;
};

/** Current names in the realm; undefined if unknown. */
export type Names = {
  readonly me: UserId | undefined;
  readonly userById: (id: UserId) => NamedUser | undefined;
  /** Case-insensitive; any of several users with the same name. */
  readonly userByName: (name: string) => NamedUser | undefined;
  readonly groupByName: (name: string) => NamedGroup | undefined;
  readonly streamByName: (name: string) => NamedStream | undefined;
  /** Whether `:name:` is a custom emoji, or was one; undefined for other names. */
  readonly realmEmoji: (name: string) => "active" | "deactivated" | undefined;
  /** The character of a Unicode emoji, by the server's name. */
  readonly unicodeEmoji: (name: string) => SafeText | undefined;
};

export type ReaderContext = {
  readonly names: Names;
  readonly linkifiers: readonly Linkifier[];
  /** Of the server, which decides what the text means. */
  readonly featureLevel: number;
  /** The realm's word for fences without one; empty: none. */
  readonly codeLanguage: string;
  /** What the realm calls the empty topic. */
  readonly emptyTopic: SafeText;
  /** The realm's URL, to recognize absolute links into it; without a trailing slash. */
  readonly realmUrl: string | undefined;
  /** When the text was written, in UNIX seconds: the day of times without one; undefined: not yet. */
  readonly writtenAt: number | undefined;
  /** Formats a time for this reader. */
  readonly moment: (seconds: number) => SafeText;
  /** The sender's name, with which `/me` messages begin. */
  readonly sender: SafeText | undefined;
  /** The text for mentions of the reader; undefined: the name, as for other users. */
  readonly you: SafeText | undefined;
  /** Whether to append the URL to links with other text, for output that is not clickable. */
  readonly showAddresses: boolean;
  /** Whether uploaded files are labelled as image or file instead of showing their URL, because a key opens them. */
  readonly labelsFiles: boolean;
  /** Whether a formula is shown as it was drawn in signs; if not, its source is. */
  readonly showsDrawn: (drawn: string) => boolean;
  /** The separator between a stream and its topic. */
  readonly topicSign: SafeText;
  /** Whether `:name:` becomes an emoji; if not, names are kept, for terminals without emoji. */
  readonly emoji: boolean;
};

/** What rows depend on besides their message: the width, and the symbols of this terminal. */
export type RowOptions = {
  /** At least 1. Rows are at most this wide. */
  readonly columns: number;
  readonly cells: Cells;
  readonly glyphs: Glyphs;
  /** The open spoilers, by index in the message. */
  readonly openSpoilers: "all" | ReadonlySet<number>;
  /** Whether code has its own background; otherwise it is marked by a bar. */
  readonly codeHasBackground: boolean;
  /** Highlights source code; undefined until loaded, and for unknown languages. */
  readonly highlight: Highlight;
  /** The first visible column of code and tables that are too wide; undefined: their lines are wrapped instead. */
  readonly scrolledColumns: number | undefined;
  /** Called for each block that is cut, with the number of columns that do not fit. */
  readonly onCut?: (columns: number) => void;
};
