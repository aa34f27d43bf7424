/** Delivers edits, deletions, reactions, votes and ticks; an edit not if somebody else has edited the message meanwhile. */
import { ApiError, type Failure } from "#api/failure.ts";
import {
  addReaction,
  deleteMessage as callDelete,
  editMessage,
  removeReaction,
  sendSubmessage,
} from "#api/messages.ts";
import { sha256 } from "#base/sha256.ts";
import { get } from "#base/table.ts";
import {
  type DeleteMessage,
  type Edit,
  isSameContent,
  type React,
} from "#journal/actions/message.ts";
import type { Tick, WidgetAdd } from "#journal/actions/widget.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { isTicked, offerContent, offeredTexts, offerIn, tickContent } from "#model/widget.ts";
import type { State, Store } from "#store/state.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import { showDone } from "#store/toast.ts";
import { messageNow } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Attachment } from "#wire/realm.ts";
import { change, type Effect, heardMessage, messageToChange, refuse } from "./effect.ts";

const edit: Effect<Edit> = {
  lane: ({ messageId }) => `message:${messageId}`,
  deliver: async (departure, action) => {
    const { store } = departure;
    const { replica } = store.getState();
    const message = await messageToChange(departure, action.messageId, (one) =>
      isSameContent(replica, one.content, action.was),
    );
    const content = message?.content;
    if (content !== undefined && isSameContent(replica, content, action.content)) return;
    if (content !== undefined && !isSameContent(replica, content, action.was)) refuseOverwriting();
    const answer = await change(departure, editMessage, {
      message_id: action.messageId,
      content: action.content,
      prev_content_sha256: content === undefined ? undefined : sha256(content),
    }).catch((error) => {
      if (error instanceof ApiError && isMismatch(error.failure)) refuseOverwriting();
      throw error;
    });
    tellDetached(store, action.messageId, answer.detached_uploads ?? []);
  },
};

/** Who removes a file from a message may want it to be gone: the history of the message still has it. */
function tellDetached(store: Store, messageId: MessageId, files: readonly Attachment[]): void {
  const [first] = files;
  if (first === undefined) return;
  const detached = files.map(({ id, name, path_id: path }) => ({ id, name, path }));
  changeSession(store, (session) => ({
    ...session,
    detached: new Map([...session.detached, [messageId, detached]]),
  }));
  const text =
    files.length === 1
      ? `${first.name} is still on the server: where you delete the message, you can delete it alone.`
      : `${files.length} files are still on the server: where you delete the message, you can delete them alone.`;
  showDone(store, text);
}

function refuseOverwriting(): never {
  refuse("The message was changed elsewhere: edit not saved.");
}

/** Whether the server has another text than the one that the edit began with. */
function isMismatch(failure: Failure): boolean {
  return failure.kind === "refused" && failure.code === "EXPECTATION_MISMATCH";
}

const deleteMessage: Effect<DeleteMessage> = {
  // After its edits.
  lane: ({ messageId }) => `message:${messageId}`,
  deliver: async (departure, { messageId }) => {
    await change(departure, callDelete, { message_id: messageId });
  },
  // Deleted by an earlier request, or by somebody else; these errors have no code of their own.
  isAlreadySo: ({ sentence }) =>
    /^(?:Invalid message\(s\)|Message already deleted)\.?$/.test(sentence),
  confirm: async ({ store }, _, { messageId }) =>
    changeReplica(store, (replica, batch) => {
      const message_ids = [messageId];
      const event = { type: "delete_message", id: replica.lastEvent, message_ids } as const;
      return onDeleteMessage(replica, event, batch);
    }),
};

const alreadySo = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

const react: Effect<React> = {
  lane: ({ messageId }) => `react:${messageId}`,
  deliver: async (departure, { op, messageId, emoji }) => {
    await change(departure, op === "add" ? addReaction : removeReaction, {
      message_id: messageId,
      emoji_name: emoji.name,
      emoji_code: emoji.code,
      reaction_type: emoji.type,
    });
  },
  isAlreadySo: ({ code }) => alreadySo.has(code ?? ""),
};

export const messageEffects = { edit, "delete-message": deleteMessage, react } as const;

// Delivers votes in polls, ticks in to-do lists, and what is added to them.

const tick: Effect<Tick> = {
  lane: ({ messageId }) => `tick:${messageId}`,
  deliver: async (context, { op, messageId, of, key }) => {
    const { store, intent } = context;
    const on = op === "add";
    // Each request toggles a task: not if an earlier one may have, or somebody else of whom no event has told.
    if (of === "tasks" && (intent.attempts > 0 || heardMessage(context, messageId) === undefined)) {
      const now = await messageNow(context, messageId);
      if (now !== undefined && isTicked(now, key, store.getState().replica.ownId) !== !on) return;
    }
    const submessage = {
      message_id: messageId,
      msg_type: "widget",
      content: tickContent(of, key, on),
    };
    await change(context, sendSubmessage, submessage);
  },
};

/** The submessage as in the view: numbered after those that were sent but are not confirmed by an event yet. */
function shownContent({ view }: State, { messageId, text }: WidgetAdd): string | undefined {
  const own = get(view.messages, messageId)?.submessages.filter(
    ({ senderId }) => senderId === view.ownId,
  );
  return own?.findLast(({ content }) => offerIn(content) === text)?.content;
}

const widgetAdd: Effect<WidgetAdd> = {
  // Numbers are consecutive, so order matters.
  lane: ({ messageId }) => `tick:${messageId}`,
  deliver: async (context, action) => {
    const { store } = context;
    const { messageId } = action;
    const { replica } = store.getState();
    const message = await messageToChange(context, messageId);
    if (message === undefined) return refuse("This message was deleted.");
    if (offeredTexts(message).includes(action.text)) return;
    const content =
      shownContent(store.getState(), action) ?? offerContent(message, replica.ownId, action);
    const submessage = { message_id: messageId, msg_type: "widget", content };
    await change(context, sendSubmessage, submessage);
  },
};

export const widgetEffects = { tick, "widget-add": widgetAdd } as const;
