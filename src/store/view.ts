/** Truth with the open intents laid over it: what the screen shows in the frame after a key, offline too. */
import { type Batch, newBatch } from "#base/table.ts";
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { withReaction, withRead, withStar, withTick, withUnread } from "#model/overlay.ts";
import type { Picture } from "#model/picture.ts";
import { undecidedSends } from "./sends.ts";

type Known = {
  readonly picture: Picture;
  readonly intents: Journal["intents"];
  readonly view: Picture;
};

/**
 * A function that gives the view of a picture and a journal, and gives the same view for the same two.
 * One for each store: it remembers the last answer only.
 */
export function createView(): (picture: Picture, journal: Journal) => Picture {
  let last: Known | undefined;
  return (picture, { intents }) => {
    if (last?.picture === picture && last.intents === intents) return last.view;
    last = { picture, intents, view: overlaid(picture, intents) };
    return last.view;
  };
}

/** The picture itself when no open intent changes it. */
function overlaid(picture: Picture, intents: Journal["intents"]): Picture {
  const batch = newBatch("overlay");
  const undecided = undecidedSends({ intents });
  let view = undecided.size === 0 ? picture : { ...picture, undecided };
  // In the order of birth, so that the newest wish about a message lies on top.
  for (const intent of intents.values()) view = laidOver(view, intent, batch);
  return view;
}

function laidOver(view: Picture, { wish, phase }: Intent, batch: Batch): Picture {
  if (phase === "failed") return view;
  switch (wish.kind) {
    case "send":
    case "delete-topic":
      return view;
    case "read":
      return wish.op === "add"
        ? withRead(view, wish.ids, batch)
        : withUnread(view, wish.ids, batch, () => wish.at);
    case "star":
      return withStar(view, wish.ids, wish.op === "add", batch);
    case "react":
      return withReaction(view, wish.messageId, wish.emoji, view.ownId, wish.op, batch);
    case "tick":
      return withTick(view, wish, batch);
  }
}
