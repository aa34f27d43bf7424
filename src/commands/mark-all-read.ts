/**
 * Marking everything as read on the server, including messages that were never fetched: in a topic, a stream, or
 * everywhere.
 */
import { conversationOfKey } from "#model/select/conversations.ts";
import type { FormRef } from "#store/forms.ts";
import { openList } from "#store/lists.ts";
import { type CommandContext, commandsIn, inPanes } from "./command.ts";
import { openForm } from "./forms/open-form.ts";
import { selectedRow } from "./lists/lists.ts";
import { streamOfRow } from "./lists/streams-source.ts";
import { showToast } from "./screen.ts";
import { targetsOf } from "./targets.ts";

/** The question for the current target; undefined unless that is a whole topic or stream, or everything. */
function questionOf(context: CommandContext): FormRef | undefined {
  const { view, screen } = context.store.getState();
  const list = openList(screen);
  const row = list && selectedRow(list);
  const listed = row === undefined ? undefined : streamOfRow(row);
  if (listed !== undefined) return { name: "read-stream", id: listed };
  const { isEverything = false, streamId, conversations } = targetsOf(context);
  if (isEverything) return { name: "read-everything", id: 0 };
  if (streamId !== undefined) return { name: "read-stream", id: streamId };
  const [key, ...more] = conversations;
  const topic = key === undefined || more.length > 0 ? undefined : conversationOfKey(view, key);
  if (topic?.kind !== "topic") return undefined;
  return { name: "read-topic", id: topic.streamId, topic: topic.topic };
}

export const markingAllRead = commandsIn(inPanes, {
  "triage.read-all": {
    title: "Mark a topic, a stream or everything as read",
    keys: ["A"],
    run: (context) => {
      const question = questionOf(context);
      if (question !== undefined) openForm(context.store, question);
      else showToast(context.store, "Select a topic or a stream, or everything with ^A.");
    },
  },
});
