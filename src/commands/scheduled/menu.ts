/** The menu of a scheduled message: changing any part of it, opening its conversation, and deleting it. */

import type { CommandContext } from "#commands/command.ts";
import { gone } from "#commands/composer/text.ts";
import { removeListedRows } from "#commands/lists/list-commands.ts";
import type { MenuItem, MenuRow } from "#commands/menus/menu.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { openDialog } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import { editScheduled, sendNow } from "./editing.ts";
import { failureOf } from "./list.ts";
import { askForTime, momentOf } from "./time-choices.ts";

/** What can be done with a scheduled message. */
export const scheduledMenu: MenuRow<"scheduled"> = ({ state: { view }, now }, { id }) => {
  const message = view.scheduled.get(id);
  if (message === undefined) return gone;
  const { address, at, content } = timedOf(view, message);
  const isFailed = message.failed === true;
  const recipient = { kind: "recipient", input: inputOf(), chosen: 0, scheduledId: id } as const;
  const opens = (key: string, title: string, run: (context: CommandContext) => void): MenuItem => ({
    key,
    title,
    run,
  });
  return {
    title: isFailed ? "This message was not sent" : "Scheduled message",
    lines: [
      { text: address, right: momentOf(view, at, now / 1000) },
      { text: content, tone: "quote" },
      ...(isFailed ? [{ text: failureOf(view, message), tone: "bad" } as const] : []),
    ],
    items: [
      opens("e", "Edit the text", ({ store }) => editScheduled(store, id)),
      opens("t", "Change the time", (context) => askForTime(context, { kind: "reschedule", id })),
      opens("!", isFailed ? "Try again now" : "Send it now", (context) =>
        sendNow(context, [message]),
      ),
      opens("c", "Send it to another stream or topic", ({ store }) =>
        openDialog(store, { ...recipient, want: "stream" }),
      ),
      opens("x", "Send it to other people", ({ store }) =>
        openDialog(store, { ...recipient, want: "direct" }),
      ),
      opens("o", "Open the conversation", ({ store }) => openNarrow(store, address)),
      opens("d", "Delete it", (context) =>
        removeListedRows(context, { kind: "scheduled" }, [String(id)]),
      ),
    ],
  };
};
