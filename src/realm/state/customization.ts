/** Custom emoji and link patterns, from the blueprint. */
import type { Blueprint } from "#realm/seed/blueprint.ts";

export type RealmEmoji = {
  readonly id: number;
  readonly name: string;
  /** Deactivated ones are kept for old reactions. */
  readonly isActive: boolean;
};

export type LinkPattern = {
  readonly id: number;
  /** A regular expression with Python's syntax for named groups. */
  readonly pattern: string;
  /** RFC 6570. */
  readonly template: string;
};

export type Customization = {
  /** By ID. */
  readonly emoji: ReadonlyMap<number, RealmEmoji>;
  /** The first match wins. */
  readonly linkifiers: readonly LinkPattern[];
};

export function customizationOf({ emoji = [], linkifiers = [] }: Blueprint): Customization {
  const numbered = emoji.map((one, at) => ({ isActive: true, ...one, id: at + 1 }));
  return {
    emoji: new Map(numbered.map((one) => [one.id, one])),
    linkifiers: linkifiers.map((one, at) => ({ ...one, id: at + 1 })),
  };
}

/** The active emoji with that name; there is at most one. */
export function activeEmoji({ emoji }: Customization, name: string): RealmEmoji | undefined {
  for (const one of emoji.values()) if (one.isActive && one.name === name) return one;
  return undefined;
}

/** The path of its image below the realm's root. */
export function emojiPath({ name }: RealmEmoji): string {
  return `/static/images/emoji-${name.replaceAll("_", "-")}.svg`;
}
