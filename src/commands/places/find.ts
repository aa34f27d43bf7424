/** Finding text in the open conversation: the input, highlighted hits, and stepping through them. */

import { get } from "#base/table.ts";
import { type Command, commandsIn, type DialogKeys } from "#commands/command.ts";
import { openReader, withReader, withSelected } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { narrowKey } from "#model/narrow.ts";
import { historyOf } from "#model/select/conversations.ts";
import type { Find } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { openFind } from "#store/typed-into.ts";
import type { MessageId } from "#wire/ids.ts";

/** The loaded messages that contain the words, the oldest first. */
export function findHits({ screen, view }: State, text: string): readonly MessageId[] {
  if (screen.place.kind !== "narrow" || text === "") return [];
  const query = text.toLowerCase();
  const ids = historyOf(view, screen.place.narrow)?.ids ?? [];
  return ids.filter((id) => get(view.messages, id)?.content.toLowerCase().includes(query));
}

function open(store: Store): void {
  changeScreen(store, (screen) => {
    const before = openReader(screen);
    if (screen.place.kind !== "narrow" || before === undefined) return screen;
    const find: Find = {
      narrow: narrowKey(screen.place.narrow),
      input: inputOf(),
      typing: true,
      before,
    };
    return { ...screen, find };
  });
}

/** Without a hit there is nothing to step through. */
function take(store: Store): void {
  const state = store.getState();
  const find = openFind(state.screen);
  if (find === undefined) return;
  if (findHits(state, find.input.text).length === 0) leave(store);
  else changeScreen(store, (screen) => ({ ...screen, find: { ...find, typing: false } }));
}

/** If no hit was accepted, the reader returns to its earlier position. */
function leave(store: Store): void {
  changeScreen(store, (screen) => {
    const find = openFind(screen);
    const closed = { ...screen, find: undefined };
    return find?.typing ? withReader(closed, () => find.before) : closed;
  });
}

/** Selects another hit, wrapping around. */
function step(store: Store, by: number): void {
  const state = store.getState();
  const find = openFind(state.screen);
  const hits = findHits(state, find?.input.text ?? "");
  if (find === undefined || hits.length === 0) return;
  const selected = openReader(state.screen)?.selected;
  const after = hits.filter((id) => typeof selected === "number" && id <= selected).length;
  const isOnHit = typeof selected === "number" && hits.includes(selected);
  const at = by > 0 || isOnHit ? after - 1 : after;
  const hit = hits[(((at + by) % hits.length) + hits.length) % hits.length];
  if (hit !== undefined) changeScreen(store, (screen) => withSelected(screen, hit));
}

export const findKeys: Partial<DialogKeys> = {
  input: ({ screen }) => openFind(screen)?.input,
  // Selects the first hit after the starting position, or the first of all.
  change: ({ store }, input) => {
    const state = store.getState();
    const find = openFind(state.screen);
    if (find === undefined) return;
    changeScreen(store, (screen) => ({ ...screen, find: { ...find, input } }));
    if (input.text === find.input.text) return;
    const hits = findHits(state, input.text);
    const { selected } = find.before;
    const hit = hits.find((id) => typeof selected !== "number" || id >= selected) ?? hits[0];
    changeScreen(store, (screen) =>
      hit === undefined ? withReader(screen, () => find.before) : withSelected(screen, hit),
    );
  },
  take: ({ store }) => take(store),
  leave: ({ store }) => leave(store),
  step: ({ store }, by) => step(store, by),
};

const stepping = ["hits"] as const;

export const find: readonly Command[] = [
  ...commandsIn(["reader"], {
    "find.open": {
      title: "Find in the conversation",
      alsoCalled: "find,find in page,search in conversation",
      hint: "find",
      keys: ["/"],
      run: ({ store }) => open(store),
    },
  }),
  ...commandsIn(stepping, {
    "find.next": {
      title: "Next match",
      hint: "next match",
      keys: ["n"],
      run: ({ store, count }) => step(store, count),
    },
    "find.previous": {
      title: "Previous match",
      hint: "previous match",
      keys: ["N"],
      run: ({ store, count }) => step(store, -count),
    },
    "find.leave": {
      title: "Stop highlighting matches",
      hint: "close",
      keys: ["Esc"],
      run: ({ store }) => leave(store),
    },
  }),
];
