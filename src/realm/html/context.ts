/** What rendering must ask about the realm, and what it tells about the message. */
import type { Linkifier } from "./linkifiers.ts";

export type Mentionable = {
  readonly id: number;
  /** As the account has it; shown in place of what was typed. */
  readonly name: string;
  /** A mention of somebody deactivated is silent. */
  readonly isActive: boolean;
};

type Named = { readonly id: number; readonly name: string };

/** The look-ups of one realm for one sender. A look-up answers undefined where there is nothing to mention or to link. */
export type RenderContext = {
  /** Without a slash at its end. */
  readonly realmUrl: string;
  /** The word before `_feature_level` on the wire; also the name of the extra emoji. */
  readonly brand: string;
  /** In the realm's order; the first that matches a place wins. */
  readonly linkifiers: readonly Linkifier[];
  /** Deactivated accounts and the system's bots too. */
  readonly userById: (id: number) => Mentionable | undefined;
  /** Whatever the case of `name`; one of them if several have it. */
  readonly userByName: (name: string) => Mentionable | undefined;
  /** In exactly this case; not the system's groups, which cannot be mentioned. */
  readonly groupByName: (name: string) => Named | undefined;
  /** In exactly this case; every active stream, whoever asks. */
  readonly streamByName: (name: string) => Named | undefined;
  /** The picture's address of an active custom emoji. */
  readonly customEmoji: (name: string) => string | undefined;
  /** The code of a Unicode emoji, by any of its names. */
  readonly emojiCode: (name: string) => string | undefined;
  /** The first name of a Unicode emoji, by its code. */
  readonly emojiName: (code: string) => string | undefined;
};

/** Whom a message mentions. Deactivated people, silent mentions and those in quotes are not among them. */
export type Mentions = {
  readonly users: Set<number>;
  readonly groups: Set<number>;
  streamWildcard: boolean;
  topicWildcard: boolean;
};

/** One rendering of one message. */
export type Run = {
  readonly context: RenderContext;
  readonly mentions: Mentions;
  /** Every target in the order of the text, those to streams and topics too. */
  readonly links: string[];
  /** How many quotes are open: whoever is named in one was told when it was first said. */
  quotes: number;
};
