/** What D asks in lists of streams, topics, users, groups and profile fields: one row at a time. */
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { showToast } from "#commands/screen.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import type { FormRef } from "#store/forms.ts";
import type { RowKey } from "#store/list.ts";
import type { UserId } from "#wire/ids.ts";
import { formOfRow } from "./row-forms.ts";

/** The confirmation for deleting a row's subject. */
function questionOf(view: Replica, ref: FormRef): FormRef | undefined {
  switch (ref.name) {
    case "stream":
      return { ...ref, name: "archive-stream" };
    case "group":
      return { ...ref, name: "delete-group" };
    case "field":
      return { ...ref, name: "delete-field" };
    case "person": {
      const isActive = get(view.people, ref.id as UserId)?.isActive;
      return { ...ref, name: isActive ? "deactivate" : "reactivate" };
    }
    default:
      return undefined;
  }
}

function questionAbout(view: Replica, key: RowKey): FormRef | undefined {
  const ref = formOfRow({ view }, key);
  if (ref !== undefined) return questionOf(view, ref);
  const topic = conversationOfKey(view, key as ConversationKey);
  if (topic?.kind !== "topic") return undefined;
  return { name: "delete-topic", id: topic.streamId, topic: topic.topic };
}

export function askToRemove({ store }: CommandContext, keys: readonly RowKey[]): void {
  const state = store.getState();
  const [key, ...more] = keys;
  const question = key === undefined ? undefined : questionAbout(state.view, key);
  if (more.length > 0) showToast(store, "Select one at a time: each needs confirmation.", "error");
  else if (question !== undefined) openForm(store, question);
  else showToast(store, "This cannot be removed here.");
}
