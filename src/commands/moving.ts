/** Moving messages: renaming their topic, or moving them to another stream; all of them, the later ones, or one. */
import { get } from "#base/table.ts";
import type { Move } from "#journal/actions/move.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import { moveProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, titleOf } from "#model/select/conversations.ts";
import { act } from "#store/act.ts";
import type { DialogOf, Moved, TopicPlace } from "#store/dialog.ts";
import { addIntents } from "#store/store.ts";
import { type CommandContext, commandsIn, inPanes } from "./command.ts";
import { selectedMessage } from "./message-actions.ts";
import { knownIds, moveOptions, moveTargets } from "./move-choices.ts";
import { closeDialog, contextOf, openDialog, showToast } from "./screen.ts";
import { targetsOf } from "./targets.ts";

type TargetDialog = DialogOf<"move-target">;
type MoveDialog = DialogOf<"move">;

/** The messages to move: the selected one, or a topic identified by its newest message. */
function movedBy(context: CommandContext): Moved | string {
  const { view, screen } = context.store.getState();
  const selected = contextOf(screen) === "reader" ? selectedMessage(context) : undefined;
  if (selected !== undefined) return movedWith(selected, false);
  const { conversations } = targetsOf(context);
  const [key, ...more] = conversations;
  if (key === undefined || more.length > 0) return "Select one topic or one message to move.";
  const conversation = conversationOfKey(view, key);
  if (conversation?.kind !== "topic") return notMovable;
  const newest = view.topics.get(conversation.streamId)?.get(key)?.newest;
  if (newest === undefined) return "No messages of this topic are loaded yet: open it first.";
  return { messageId: newest, from: placeOf(conversation), isTopic: true };
}

const notMovable = "Only messages in streams can be moved.";

function movedWith({ id, streamId, topic }: Message, isTopic: boolean): Moved | string {
  return streamId === undefined
    ? notMovable
    : { messageId: id, from: { streamId, topic }, isTopic };
}

function placeOf({ streamId, topic }: TopicPlace): TopicPlace {
  return { streamId, topic };
}

function askWhere(context: CommandContext): void {
  const { store } = context;
  const { view } = store.getState();
  const moved = movedBy(context);
  if (typeof moved === "string") {
    showToast(store, moved, "error");
    return;
  }
  const { streamId, topic } = moved.from;
  const text = `${get(view.streams, streamId)?.name ?? ""} > ${topic}`;
  openDialog(store, { kind: "move-target", moved, text, chosen: 0 });
}

/** Choosing a stream keeps the topic's name until another one is typed. */
export function acceptTarget({ store, clock }: CommandContext, dialog: TargetDialog): void {
  const { view } = store.getState();
  const found = moveTargets(view, dialog)[dialog.chosen];
  const { moved } = dialog;
  if (found?.kind === "stream") {
    const text = `${found.title} > ${moved.from.topic}`;
    openDialog(store, { ...dialog, text, chosen: 0 });
    return;
  }
  const { address } = found ?? {};
  if (address?.kind !== "topic") return;
  const to = placeOf(address);
  const problem = targetProblem(view, moved, to, clock.now());
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const options = { noticeInOld: false, noticeInNew: true, chosen: 0 };
  openDialog(store, { kind: "move", moved, to, ...options });
}

function targetProblem(view: Replica, moved: Moved, to: TopicPlace, now: number): Problem {
  const { from, messageId } = moved;
  if (from.streamId === to.streamId && from.topic === to.topic)
    return "The messages are already there.";
  const message = get(view.messages, messageId);
  const refused = message && moveProblem(view, message, { from, to }, now);
  return topicProblem(view.realm, to.topic) ?? refused;
}

/** A letter selects the option with that letter. */
export function decideMove(context: CommandContext, dialog: MoveDialog, key: string): void {
  const { store } = context;
  const option = moveOptions(store.getState().view, dialog).find((each) => each.key === key);
  if (option === undefined) return;
  if (option.mode !== undefined) carryOut(context, dialog, option.mode);
  else if (key === "n") openDialog(store, { ...dialog, noticeInNew: !dialog.noticeInNew });
  else openDialog(store, { ...dialog, noticeInOld: !dialog.noticeInOld });
}

function carryOut(context: CommandContext, dialog: MoveDialog, mode: Move["mode"]): void {
  const { store, clock } = context;
  const { view } = store.getState();
  const { moved, to, noticeInOld, noticeInNew } = dialog;
  const { messageId, from } = moved;
  const [oldest = messageId] = mode === "change_all" ? knownIds(view, moved).ids : [];
  const message = get(view.messages, oldest);
  const problem = message && moveProblem(view, message, { from, to }, clock.now());
  if (problem !== undefined) {
    showToast(store, mode === "change_all" ? `${problem} Some are older.` : problem, "error");
    return;
  }
  closeDialog(store);
  const action: Move = {
    kind: "move",
    messageId,
    from,
    to,
    mode,
    ...(!noticeInNew && { quiet: true }),
    ...(noticeInOld && { noticeInOld: true }),
  };
  const sentence = `Moved ${whatMoved(view, moved, mode)} to ${titleOf(view, { kind: "topic", ...to })}`;
  const isUndoable = act(store, context, [action], { sentence }) !== undefined;
  // Not in the undo log; the question said so.
  if (!isUndoable) addIntents(store, context, [action]);
  showToast(store, sentence, "done", isUndoable);
}

function whatMoved(view: Replica, { from }: Moved, mode: Move["mode"]): string {
  if (mode === "change_all") return titleOf(view, { kind: "topic", ...from });
  return mode === "change_one" ? "the message" : "the messages";
}

export const moving = commandsIn(inPanes, {
  "topic.move": {
    title: "Move or rename the topic, or move messages of it",
    hint: "move",
    keys: ["T"],
    run: askWhere,
  },
});
