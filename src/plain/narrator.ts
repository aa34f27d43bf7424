/**
 * Determines what has not been announced yet. Everything that the screen would show is announced once, in order, and a
 * row of the pane again if its line changes.
 */

import { arrivalsIn } from "#commands/lists/list.ts";
import { sourceOf } from "#commands/lists/table.ts";
import { openReader } from "#commands/screen.ts";
import { isList, listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { withSigns } from "#ui/footer-lines.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import type { Style } from "#ui/style.ts";
import { composerSpeaker } from "./composer-words.ts";
import { dialogLines } from "./dialog-rows.ts";
import { listSpeaker } from "./list-rows.ts";
import { messageSpeaker } from "./message-rows.ts";
import { placeKey, placeWords } from "./place-words.ts";
import type { SpokenRow } from "./spoken-row.ts";

export type Narrator = {
  /** Returns the lines that were not announced yet, and marks them as announced. */
  readonly tell: (state: State) => readonly string[];
  /** Announces the place again, as when it is opened. */
  readonly forget: () => void;
};

type Narrated = {
  readonly place: string;
  readonly rows: Map<SpokenRow["key"], SpokenRow>;
  cursor: SpokenRow["key"] | undefined;
  arrived: number;
};

export function createNarrator(parts: PaneParts, panes: Panes): Narrator {
  const rowsOfList = listSpeaker(parts, panes);
  const rowsOfReader = messageSpeaker(parts, panes);
  let narrated: Narrated | undefined;
  let dialog = "";
  const changes = [
    changed(connectionWords),
    changed(noticeWords),
    changed(({ screen }) => toastWords(parts.style, screen)),
    composerSpeaker(parts.style),
  ];

  function* place(state: State): Iterable<string> {
    const key = placeKey(state);
    const isNew = narrated?.place !== key;
    if (narrated === undefined || isNew) {
      narrated = { place: key, rows: new Map(), cursor: undefined, arrived: 0 };
      yield placeWords(parts.style, state);
    }
    const fresh = new Set<SpokenRow["key"]>();
    for (const row of [...rowsOfList(state), ...rowsOfReader(state)]) {
      const before = narrated.rows.get(row.key);
      narrated.rows.set(row.key, row);
      if (before !== undefined && before.state === row.state) continue;
      fresh.add(row.key);
      yield row.line;
    }
    yield* cursorLines(state, narrated, fresh);
    yield* arrivedLines(state, narrated);
  }

  return {
    tell: (state) => {
      const lines = changes.flatMap((change) => change(state));
      const now = dialogLines(panes, state).join("\n");
      const isOther = now !== dialog;
      dialog = now;
      if (now !== "") return isOther ? [...lines, ...now.split("\n")] : lines;
      // Before the first register, nothing is known.
      return state.view.epoch === 0 ? lines : [...lines, ...place(state)];
    },
    forget: () => {
      narrated = undefined;
      dialog = "";
    },
  };
}

/** The row that the cursor moved to, unless it was just announced. */
function* cursorLines(
  state: State,
  narrated: Narrated,
  fresh: ReadonlySet<SpokenRow["key"]>,
): Iterable<string> {
  const { screen } = state;
  const { place } = screen;
  const now = isList(place) ? listOf(screen, place).cursor?.key : openReader(screen)?.selected;
  const before = narrated.cursor;
  narrated.cursor = now;
  if (now === before || now === undefined || before === undefined || fresh.has(now)) return;
  const row = narrated.rows.get(now);
  if (row !== undefined) yield `On ${row.line}`;
}

function* arrivedLines(state: State, narrated: Narrated): Iterable<string> {
  const { place } = state.screen;
  const arrived = isList(place)
    ? arrivalsIn(sourceOf(place), state, listOf(state.screen, place))
    : 0;
  if (arrived > narrated.arrived) yield `${arrived} new; g g shows them.`;
  narrated.arrived = arrived;
}

/** Announces a line whenever it changes; nothing if it is empty. */
function changed(words: (state: State) => string): (state: State) => readonly string[] {
  let last = "";
  return (state) => {
    const now = words(state);
    const isOther = now !== last;
    last = now;
    return isOther && now !== "" ? [now] : [];
  };
}

function toastWords(style: Style, { toast }: Screen): string {
  return toast === undefined ? "" : `${withSigns(style, toast.text)}${toast.undo ? " (undo)" : ""}`;
}

function noticeWords({ session }: State): string {
  return session.notice ?? "";
}

function connectionWords({ session: { connection } }: State): string {
  switch (connection.kind) {
    case "offline":
    case "stale":
      return "The server is unreachable; retrying.";
    case "live":
      return "Connected.";
    case "signed-out":
      return connection.sentence;
    case "connecting":
    case "catching-up":
      return "";
  }
}
