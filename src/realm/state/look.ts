/** What the realm adds to everybody's texts: emoji of its own, and patterns that become links. The blueprint says which. */
import type { Blueprint } from "#realm/seed/blueprint.ts";

export type RealmEmoji = {
  readonly id: number;
  readonly name: string;
  /** One that is out of use stays, for the sake of old reactions. */
  readonly isActive: boolean;
};

export type LinkPattern = {
  readonly id: number;
  /** A regular expression that names its groups as Python does. */
  readonly pattern: string;
  /** RFC 6570. */
  readonly template: string;
};

export type Look = {
  /** By ID. */
  readonly emoji: ReadonlyMap<number, RealmEmoji>;
  /** The first that matches a place wins. */
  readonly linkifiers: readonly LinkPattern[];
};

export function lookOf({ emoji = [], linkifiers = [] }: Blueprint): Look {
  const numbered = emoji.map((one, at) => ({ isActive: true, ...one, id: at + 1 }));
  return {
    emoji: new Map(numbered.map((one) => [one.id, one])),
    linkifiers: linkifiers.map((one, at) => ({ ...one, id: at + 1 })),
  };
}

/** The emoji of that name that is in use; there is one at most. */
export function activeEmoji({ emoji }: Look, name: string): RealmEmoji | undefined {
  for (const one of emoji.values()) if (one.isActive && one.name === name) return one;
  return undefined;
}

/** Where its picture is, below the realm's root. */
export function emojiPath({ name }: RealmEmoji): string {
  return `/static/images/emoji-${name.replaceAll("_", "-")}.svg`;
}
