/** Somebody who presses keys: strokes go the way that the terminal's go, from the keymap to commands. */
import type { Keys, Viewport } from "#commands/command.ts";
import { keymapOf } from "#commands/keymap.ts";
import { commands } from "#commands/table.ts";
import type { Store } from "#store/state.ts";
import { createRouter } from "#ui/input/router.ts";
import { fakeClock } from "./clock.ts";

export const ownKeys: Keys = { commands, overrides: {} };

const nowhere: Viewport = {
  scroll: () => undefined,
  height: () => 10,
  select: () => undefined,
  selectEdge: () => undefined,
};

/** A function that presses one stroke after another. Without a viewport nothing moves in the text of messages. */
export function pressing(store: Store, viewport = nowhere): (...strokes: string[]) => void {
  let ids = 0;
  const route = createRouter({
    keymap: keymapOf(commands),
    context: {
      store,
      clock: fakeClock(),
      viewport,
      newId: () => {
        ids += 1;
        return `pressed-${ids}`;
      },
      keys: ownKeys,
      quit: () => undefined,
      suspend: () => undefined,
      repaint: () => undefined,
    },
    isElsewhere: () => false,
    pass: () => undefined,
    onMouse: () => undefined,
  });
  return (...strokes) => {
    for (const stroke of strokes)
      route({ kind: "key", stroke, text: stroke.length === 1 ? stroke : undefined });
  };
}
