/** The journal: every open intent in the order of its birth, the drafts, and the log of what can be undone. */
import { noSnoozes, type Snoozes } from "#model/snooze.ts";
import type { Draft, Intent, IntentId, Wish } from "./intent.ts";
import type { SnoozeStep } from "./snoozes.ts";
import type { Spot } from "./spot.ts";

/** One step of triage that `u` takes back: a sentence for the person, what was wished and its exact inverse. */
export type Step = {
  readonly sentence: string;
  readonly done: readonly Wish[];
  readonly inverse: readonly Wish[];
  /** The intents that carry it out, for cancelling those that were not sent yet. */
  readonly intents: readonly IntentId[];
  /** Drafts that the step deleted, by their keys: they are no wishes. */
  readonly drafts?: ReadonlyMap<string, Draft> | undefined;
  /** Snoozes that the step set or removed: they are no wishes either. */
  readonly snoozes?: SnoozeStep | undefined;
  /** Undefined: undo stays where the person is. */
  readonly spot?: Spot | undefined;
};

export type Journal = {
  readonly intents: ReadonlyMap<IntentId, Intent>;
  /** By conversation key. */
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly snoozes: Snoozes;
  /** Oldest first, at most 100. */
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
};

export const emptyJournal: Journal = {
  intents: new Map(),
  drafts: new Map(),
  snoozes: noSnoozes,
  undo: [],
  redo: [],
};
