/** The replica with the open intents overlaid: what the screen shows in the frame after a key, even offline. */
import { type Batch, newBatch } from "#base/table.ts";
import { kindOf } from "#journal/action.ts";
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import { undecidedSends } from "./sends.ts";

type ViewInputs = {
  readonly replica: Replica;
  readonly intents: Journal["intents"];
  readonly snoozes: Journal["snoozes"];
  readonly view: Replica;
};

/**
 * A memoized function that derives the view from a replica and a journal. One per store: it caches the last result
 * only.
 */
export function createView(): (replica: Replica, journal: Journal) => Replica {
  let last: ViewInputs | undefined;
  return (replica, { intents, snoozes }) => {
    if (last?.replica === replica && last.intents === intents && last.snoozes === snoozes)
      return last.view;
    const view = overlaid(replica, intents);
    last = { replica, intents, snoozes, view: withSnoozes(view, snoozes) };
    return last.view;
  };
}

function withSnoozes(view: Replica, snoozes: Journal["snoozes"]): Replica {
  return snoozes.size === 0 ? view : { ...view, snoozes };
}

/** The replica itself when no open intent changes it. */
function overlaid(replica: Replica, intents: Journal["intents"]): Replica {
  const batch = newBatch("overlay");
  const undecided = undecidedSends({ intents });
  let view = undecided.size === 0 ? replica : { ...replica, undecided };
  // In order of creation, so that the newest action about a message wins.
  for (const intent of intents.values()) view = laidOver(view, intent, batch);
  return view;
}

function laidOver(view: Replica, { action, phase }: Intent, batch: Batch): Replica {
  if (phase === "failed") return view;
  return kindOf(action).overlaid?.(view, action, batch) ?? view;
}
