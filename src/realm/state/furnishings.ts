/** What administrators set up beside the realm's settings: domains, places to try code, and what newcomers find. */
import type { Change } from "./changes.ts";

/** A domain whose addresses may join. */
export type Domain = {
  readonly id: number;
  readonly name: string;
  /** Whether those below it count, too. */
  readonly isOpenBelow: boolean;
};

/** Where code of a language can be tried. */
export type Playground = {
  readonly id: number;
  readonly name: string;
  readonly language: string;
  /** RFC 6570, with the code as a variable. */
  readonly template: string;
};

/** Streams that newcomers are offered together. */
export type StreamGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streamIds: readonly number[];
};

export type Furnishings = {
  domains: readonly Domain[];
  /** In the order in which they were made, as the domains are. */
  playgrounds: readonly Playground[];
  streamGroups: readonly StreamGroup[];
  /** Settings of newcomers that differ from what the server gives by itself. */
  readonly newcomers: Map<string, unknown>;
  /** Whether the whole realm is out of use. */
  isClosed: boolean;
  /** The highest ID that was given so far, for each kind of thing. */
  readonly newest: Record<"domain" | "playground" | "streamGroup", number>;
};

export function noFurnishings(): Furnishings {
  return {
    domains: [],
    playgrounds: [],
    streamGroups: [],
    newcomers: new Map(),
    isClosed: false,
    newest: { domain: 0, playground: 0, streamGroup: 0 },
  };
}

type FurnishingChange = Extract<
  Change,
  {
    readonly kind:
      | "domains set"
      | "playgrounds set"
      | "stream groups set"
      | "newcomers' setting set"
      | "realm closed";
  }
>;

function highest(before: number, things: readonly { readonly id: number }[]): number {
  return Math.max(before, ...things.map(({ id }) => id));
}

export function applyToFurnishings(furnishings: Furnishings, change: FurnishingChange): void {
  const { newest } = furnishings;
  switch (change.kind) {
    case "domains set":
      furnishings.domains = change.domains;
      newest.domain = highest(newest.domain, change.domains);
      break;
    case "playgrounds set":
      furnishings.playgrounds = change.playgrounds;
      newest.playground = highest(newest.playground, change.playgrounds);
      break;
    case "stream groups set":
      furnishings.streamGroups = change.groups;
      newest.streamGroup = highest(newest.streamGroup, change.groups);
      break;
    case "newcomers' setting set":
      furnishings.newcomers.set(change.property, change.value);
      break;
    case "realm closed":
      furnishings.isClosed = true;
      break;
  }
}
