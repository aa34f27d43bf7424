/** The program's entire state: replica, intents, session and screen. */
import type { StoreApi } from "zustand/vanilla";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { Screen } from "./screen.ts";
import type { Session } from "./session.ts";

export type State = {
  /** Confirmed state: changed by responses and events only. */
  readonly replica: Replica;
  readonly journal: Journal;
  /** The replica with the open intents overlaid: what the screen shows. Derived from `replica` and `journal`. */
  readonly view: Replica;
  readonly session: Session;
  readonly screen: Screen;
  /** The other live accounts, in the order of the configuration file; empty while this account is not shown. */
  readonly others: readonly OtherAccount[];
};

/** Another live account, as the shown one sees it. */
export type OtherAccount = {
  readonly name: string;
  /** As of its last change; it knows no others. */
  readonly state: State;
  /** Whether it comes before the shown account. */
  readonly isBefore: boolean;
};

/** Whether as little as possible is fetched and sent, because the line is slow. */
export function isLean({ screen, session }: Pick<State, "screen" | "session">): boolean {
  return screen.preferences.lean ?? session.isSlow;
}

/** Whether pictures are shown below messages. */
export function showsPreviews(state: Pick<State, "screen" | "session">): boolean {
  return state.screen.preferences.pictures?.previews === true && !isLean(state);
}

export type Store = StoreApi<State> & {
  /** The replica as a journal's intents change it; the last result is kept. */
  readonly viewOf: (replica: Replica, journal: Journal) => Replica;
  /** The last result with what unread messages match its views, as soon as all are counted. */
  readonly countOn: (view: Replica) => Replica;
  /** Whether some are not counted. */
  readonly isCounting: () => boolean;
  /** For whoever follows the store, all that `work` changes is one change. */
  readonly asOneChange: <Answer>(work: () => Answer) => Answer;
};
