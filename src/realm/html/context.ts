/** The realm's data that rendering needs, and the facts that it collects about a message. */
import type { Linkifier } from "./linkifiers.ts";

export type Mentionable = {
  readonly id: number;
  /** The full name, shown instead of the typed one. */
  readonly name: string;
  /** Mentions of deactivated people are silent. */
  readonly isActive: boolean;
};

type NamedEntity = { readonly id: number; readonly name: string };

/** Lookups in a realm for a sender. They return undefined if there is nothing to mention or to link. */
export type RenderContext = {
  /** Without a trailing slash. */
  readonly realmUrl: string;
  /** The prefix of `_feature_level` on the wire; also the name of the extra emoji. */
  readonly brand: string;
  /** In the realm's order; the first match wins. */
  readonly linkifiers: readonly Linkifier[];
  /** Includes deactivated accounts and the system's bots. */
  readonly userById: (id: number) => Mentionable | undefined;
  /** Ignores case; any of several with the same name. */
  readonly userByName: (name: string) => Mentionable | undefined;
  /** Case-sensitive; excludes the system's groups, which cannot be mentioned. */
  readonly groupByName: (name: string) => NamedEntity | undefined;
  /** Case-sensitive; all active streams, regardless of the sender's access. */
  readonly streamByName: (name: string) => NamedEntity | undefined;
  /** The image URL of an active custom emoji. */
  readonly customEmoji: (name: string) => string | undefined;
  /** The code of a Unicode emoji, by any of its names. */
  readonly emojiCode: (name: string) => string | undefined;
  /** The first name of a Unicode emoji, by its code. */
  readonly emojiName: (code: string) => string | undefined;
};

/** The mentions of a message, except of deactivated people, silent ones and those in quotes. */
export type Mentions = {
  readonly users: Set<number>;
  readonly groups: Set<number>;
  streamWildcard: boolean;
  topicWildcard: boolean;
};

/** The state of rendering one message. */
export type Rendering = {
  readonly context: RenderContext;
  readonly mentions: Mentions;
  /** All link targets in text order, including streams and topics. */
  readonly links: string[];
  /** The nesting depth of quotes, in which mentions are silent. */
  quotes: number;
};
