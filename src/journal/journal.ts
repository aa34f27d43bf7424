/** The journal: all open intents in order of creation, the drafts, the snoozes, and the undo log. */
import type { ConversationKey } from "#model/conversation.ts";
import { noSnoozes, type Snooze, type Snoozes } from "#model/snooze.ts";
import type { Action, Draft, Intent, IntentId } from "./intent.ts";
import type { StepLocation } from "./step-location.ts";

/** By conversation; undefined: not snoozed. */
export type SnoozeChanges = ReadonlyMap<ConversationKey, Snooze | undefined>;

/** What a step changed, in both directions. */
export type SnoozeStep = { readonly before: SnoozeChanges; readonly after: SnoozeChanges };

/** One step that `u` undoes: a description for the user, the actions and their exact inverse. */
export type Step = {
  readonly sentence: string;
  readonly done: readonly Action[];
  readonly inverse: readonly Action[];
  /** Its intents, so that those not sent yet can be cancelled. */
  readonly intents: readonly IntentId[];
  /** Drafts that the step deleted, by key: these are not actions. */
  readonly drafts?: ReadonlyMap<string, Draft> | undefined;
  /** Snoozes that the step set or removed: these are not actions either. */
  readonly snoozes?: SnoozeStep | undefined;
  /** Undefined: undo does not move the cursor. */
  readonly location?: StepLocation | undefined;
};

export type Journal = {
  readonly intents: ReadonlyMap<IntentId, Intent>;
  /** By conversation key. */
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly snoozes: Snoozes;
  /** Oldest first, at most 1,000. */
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
