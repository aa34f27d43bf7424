/** Everything that the program knows, in one place: truth, intents, the session and the screen. */
import type { StoreApi } from "zustand/vanilla";
import type { Journal } from "#journal/journal.ts";
import type { Picture } from "#model/picture.ts";
import type { Screen } from "./screen.ts";
import type { Session } from "./session.ts";

export type State = {
  /** Truth: changed by answers and events only. */
  readonly picture: Picture;
  readonly journal: Journal;
  /** Truth with the open intents laid over it: what the screen shows. Follows from `picture` and `journal`. */
  readonly view: Picture;
  readonly session: Session;
  readonly screen: Screen;
};

export type Store = StoreApi<State>;
