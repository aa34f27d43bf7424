/** What the realm adds to everybody's texts: emoji of its own, and patterns that become links. */

/** Bytes as base64, since they are kept in a file of JSON lines. */
export type Picture = { readonly type: string; readonly base64: string };

export type RealmEmoji = {
  readonly id: number;
  readonly name: string;
  /** Below the realm's root. */
  readonly path: string;
  readonly picture: Picture;
  readonly authorId: number;
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
  readonly emoji: Map<number, RealmEmoji>;
  /** The first that matches a place wins. */
  linkifiers: readonly LinkPattern[];
  /** Rises with every change: texts that were drawn before are stale then. */
  revision: number;
};

export function plainLook(): Look {
  return { emoji: new Map(), linkifiers: [], revision: 0 };
}

/** The emoji of that name that is in use; there is one at most. */
export function activeEmoji({ emoji }: Look, name: string): RealmEmoji | undefined {
  for (const one of emoji.values()) if (one.isActive && one.name === name) return one;
  return undefined;
}
