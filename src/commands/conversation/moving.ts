/** Moving messages: renaming their topic, or moving them to another stream; all of them, the later ones, or one. */

import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import type { AboutOf, MenuItem, MenuRow } from "#commands/menus/menu.ts";
import { selectedMessage } from "#commands/message/selected.ts";
import { foundTopic, type Match } from "#commands/places/finder.ts";
import { type LinkFacts, linkFacts } from "#commands/places/links.ts";
import {
  changeDialogOf,
  closeDialog,
  contextOf,
  openDialog,
  openMenu,
  showToast,
} from "#commands/screen.ts";
import {
  isLink,
  recipientChoices,
  recipientProblem,
  refuseLost,
  settled,
} from "#commands/writing/recipients.ts";
import { wasDeleted } from "#commands/writing/text.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import { isTopicKnown, type Move } from "#journal/actions/topic.ts";
import { topicKey } from "#model/conversation.ts";
import { topicRuleOf, topicTitle, topicWritten } from "#model/empty-topic.ts";
import { isWhole } from "#model/histories.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import type { Message } from "#model/message.ts";
import { narrowKey } from "#model/narrow.ts";
import { moveProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, titleOf } from "#model/select/conversations.ts";
import type { DialogOf, Moved, TopicPlace } from "#store/dialog.ts";
import { act, addIntents } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { targetsOf, topicPlace, withoutTopic } from "./targets.ts";

type TargetDialog = DialogOf<"move-target">;
type Asked = AboutOf<"move">;

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
  return { messageId: newest, from: topicPlace(conversation), isTopic: true };
}

const notMovable = "Only messages in streams can be moved.";

function movedWith({ id, streamId, topic }: Message, isTopic: boolean): Moved | string {
  return streamId === undefined
    ? notMovable
    : { messageId: id, from: { streamId, topic }, isTopic };
}

/** Completes the name of the chosen topic. The question would take the letters that follow for answers. */
export function completeTarget(context: CommandContext, dialog: TargetDialog): void {
  const { store } = context;
  const facts = linkFacts(store.getState());
  const { narrow, address } = moveTargets(facts, dialog)[dialog.chosen] ?? {};
  if (narrow?.kind === "stream") acceptTarget(context, dialog);
  else if (address?.kind === "topic")
    openDialog(store, {
      ...dialog,
      input: replaceAll(dialog.input, targetText(facts.view, topicPlace(address))),
      chosen: 0,
    });
}

/** How a topic is typed. */
function targetText(view: Replica, { streamId, topic }: TopicPlace): string {
  return `${get(view.streams, streamId)?.name ?? ""} > ${topicTitle(view, topic)}`;
}

/** Choosing a stream keeps the topic's name until another one is typed, unless it has no topics. */
export function acceptTarget({ store, clock }: CommandContext, dialog: TargetDialog): void {
  const facts = linkFacts(store.getState());
  const { view } = facts;
  const found = moveTargets(facts, dialog)[dialog.chosen];
  const { moved } = dialog;
  if (found !== undefined && refuseLost(store, found)) return;
  if (found?.narrow?.kind === "stream") {
    const isEmpty = topicRuleOf(view, found.narrow.streamId) === "empty";
    const text = `${found.title} > ${topicTitle(view, isEmpty ? "" : moved.from.topic)}`;
    openDialog(store, { ...dialog, input: replaceAll(dialog.input, text), chosen: 0 });
    return;
  }
  const { address } = found ?? {};
  if (address?.kind !== "topic") return;
  const to = topicPlace(address);
  const problem = targetProblem(view, moved, to, clock.now());
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  closeDialog(store);
  openMenu(store, { kind: "move", moved, to, noticeInOld: false, noticeInNew: true });
}

function targetProblem(view: Replica, moved: Moved, to: TopicPlace, now: number): Problem {
  const { from, messageId } = moved;
  if (from.streamId === to.streamId && from.topic === to.topic)
    return "The messages are already there.";
  const message = get(view.messages, messageId);
  const refused = message && moveProblem(view, message, { from, to }, now);
  return topicProblem(view.realm, to.topic) ?? refused;
}

/**
 * The possible targets: topics of the typed stream, the typed topic first; or streams, and what names none of them as a
 * topic of the same stream.
 */
export function moveTargets(facts: LinkFacts, dialog: TargetDialog): readonly Match[] {
  const { view } = facts;
  const line = lineOf(dialog);
  const { streamId, rest } = settled(view, line);
  const found = recipientChoices(facts, line);
  const typed = rest.trim();
  if (isLink(view, line)) return found.filter(({ address }) => address?.kind === "topic");
  if (typed === "") return found;
  if (streamId === undefined)
    return /[>›]/.test(typed)
      ? found
      : [...found, topicNamed(view, dialog.moved.from.streamId, typed)];
  const named = topicNamed(view, streamId, typed);
  const near = found.filter(
    ({ kind, narrow }) => kind === "topic" && !isSame(narrow, named.narrow),
  );
  return [named, ...near];
}

function lineOf({ input }: TargetDialog) {
  return { kind: "recipient", want: "stream", input, chosen: 0 } as const;
}

/** Why there is no target, if that is known. Not safe for a terminal. */
export function moveTargetProblem(facts: LinkFacts, dialog: TargetDialog): string | undefined {
  const line = lineOf(dialog);
  if (moveTargets(facts, dialog).length > 0) return undefined;
  const otherwise = isLink(facts.view, line) ? "That link leads to no topic." : undefined;
  return recipientProblem(facts, line) ?? otherwise;
}

function isSame(one: Match["narrow"], other: Match["narrow"]): boolean {
  return one !== undefined && other !== undefined && narrowKey(one) === narrowKey(other);
}

/** In another case it is a new one: the topic is renamed. */
function topicNamed(view: Replica, streamId: StreamId, written: string): Match {
  const topic = topicWritten(view, written);
  const known = view.topics.get(streamId)?.get(topicKey(streamId, topic));
  const found = foundTopic(view, streamId, topic);
  return { ...found, kind: known?.name === topic ? "topic" : "new topic" };
}

/** Which messages are moved, and who is notified. */
export const moveMenu: MenuRow<"move"> = ({ state: { view }, now }, about) => {
  const { moved, to, noticeInNew, noticeInOld } = about;
  const reason = moveLoss(view, moved);
  if (reason !== undefined) return reason;
  const isFinal = isMerge(view, about);
  const isRenaming = isRename(view, about);
  const choices = modesOf(view, moved).map(
    ({ key, title, mode }): MenuItem => ({
      key,
      title,
      take: isRenaming ? "rename" : "move",
      ...(isFinal && { danger: true }),
      locked: modeProblem(view, about, mode, now),
      run: (context) => carryOut(context, about, mode),
    }),
  );
  const notice = (key: string, title: string, isOn: boolean, next: Partial<Asked>): MenuItem => ({
    key,
    title,
    isOn,
    stays: true,
    run: ({ store }) =>
      changeDialogOf(store, "menu", (open) => ({ ...open, about: { ...about, ...next } })),
  });
  const message = moved.isTopic ? undefined : get(view.messages, moved.messageId);
  return {
    title:
      message === undefined
        ? `${isRenaming ? "Rename" : "Move"} ${titleOf(view, { kind: "topic", ...moved.from })}`
        : ["Move ", message],
    lines: [
      { label: "from", text: { kind: "topic", ...moved.from } },
      { label: "to", text: { kind: "topic", ...to } },
      ...(isFinal ? [{ text: mergeWarning, tone: "warning" } as const] : []),
    ],
    items: [
      ...(isFinal ? [{ key: "k", title: "Keep them where they are" }] : []),
      ...choices,
      notice("n", "Notice in the new topic", noticeInNew, { noticeInNew: !noticeInNew }),
      notice("p", "Notice in the old topic", noticeInOld, { noticeInOld: !noticeInOld }),
    ],
  };
};

const mergeWarning = "The topic already exists, so this cannot be undone.";

/** Why these messages cannot be moved from there any more. */
export function moveLoss(view: Replica, { messageId, from, isTopic }: Moved): Problem {
  if (isTopic && !isTopicKnown(view, from)) return "The topic was renamed, moved or deleted.";
  const message = get(view.messages, messageId);
  if (isTopic && message === undefined) return undefined;
  if (message === undefined) return wasDeleted;
  const isThere =
    message.streamId === from.streamId &&
    topicKey(from.streamId, message.topic) === topicKey(from.streamId, from.topic);
  return isThere ? undefined : "The message was moved meanwhile.";
}

/** Whether the moved messages cannot be separated again from those already there. */
function isMerge(view: Replica, { moved: { from }, to }: Pick<Asked, "moved" | "to">): boolean {
  const isSame = topicKey(to.streamId, to.topic) === topicKey(from.streamId, from.topic);
  return !isSame && isTopicKnown(view, to);
}

/** Whether a whole topic gets another name in its stream. */
function isRename(view: Replica, { moved, to }: Pick<Asked, "moved" | "to">, mode?: Move["mode"]) {
  const { from, isTopic } = moved;
  return (
    (isTopic || mode === "change_all") &&
    from.streamId === to.streamId &&
    !isMerge(view, { moved, to })
  );
}

function messages(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

type Mode = { readonly key: string; readonly title: string; readonly mode: Move["mode"] };

/** With numbers of messages if known. */
function modesOf(view: Replica, moved: Moved): readonly Mode[] {
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  const at = ids.indexOf(moved.messageId);
  const later = reachesEnd && at >= 0 ? ids.length - at - 1 : undefined;
  const all = isWhole ? `All ${messages(ids.length)} of the topic` : "All messages of the topic";
  const after = later === undefined ? "the later ones" : `the ${later} after it`;
  const modes: readonly Mode[] = [
    { key: "a", title: all, mode: "change_all" },
    { key: "l", title: `This message and ${after}`, mode: "change_later" },
    { key: "o", title: "This message only", mode: "change_one" },
  ];
  if (moved.isTopic) return modes.slice(0, 1);
  return later === 0 ? modes.filter(({ key }) => key !== "l") : modes;
}

/** The known messages of the topic, and whether those are all of it, or all up to its end. */
function knownIds({ histories }: Replica, { from }: Moved) {
  const history = histories.get(narrowKey({ kind: "topic", ...from }));
  const { ids = [], newestKnown = false, holes } = history ?? {};
  return { ids, isWhole: isWhole(history), reachesEnd: newestKnown && holes === undefined };
}

function modeProblem(
  view: Replica,
  { moved, to }: Asked,
  mode: Move["mode"],
  now: number,
): Problem {
  const [oldest = moved.messageId] = mode === "change_all" ? knownIds(view, moved).ids : [];
  const message = get(view.messages, oldest);
  const problem = message && moveProblem(view, message, { from: moved.from, to }, now);
  if (problem === undefined || mode !== "change_all") return problem;
  return `${problem} Some are older.`;
}

function carryOut(context: CommandContext, about: Asked, mode: Move["mode"]): void {
  const { store } = context;
  const { view } = store.getState();
  const { moved, to, noticeInOld, noticeInNew } = about;
  const action: Move = {
    kind: "move",
    messageId: currentId(view, moved),
    from: moved.from,
    to,
    mode,
    ...(!noticeInNew && { quiet: true }),
    ...(noticeInOld && { noticeInOld: true }),
  };
  const verb = isRename(view, about, mode) ? "Renamed" : "Moved";
  const sentence = `${verb} ${whatMoved(view, about, mode)} to ${titleOf(view, { kind: "topic", ...to })}`;
  const isUndoable = act(store, context, [action], { sentence }) !== undefined;
  // Not in the undo log; the question said so.
  if (!isUndoable) addIntents(store, context, [action]);
  showToast(store, sentence, "done", isUndoable);
}

/** The topic's newest message now: the one that identified it may have been moved alone. */
function currentId({ topics }: Replica, { messageId, from, isTopic }: Moved): MessageId {
  const newest = topics.get(from.streamId)?.get(topicKey(from.streamId, from.topic))?.newest;
  return isTopic ? (newest ?? messageId) : messageId;
}

/** With the number of messages if it is known; a new name is that of the topic. */
function whatMoved(view: Replica, about: Asked, mode: Move["mode"]): string {
  const { moved } = about;
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  if (mode === "change_one") return "the message";
  if (mode === "change_all") {
    const title = titleOf(view, { kind: "topic", ...moved.from });
    return isWhole && !isRename(view, about, mode) ? `${title} (${messages(ids.length)})` : title;
  }
  const at = ids.indexOf(moved.messageId);
  return reachesEnd && at >= 0 ? messages(ids.length - at) : "the messages";
}

export const moving = commandsIn(inPanes, {
  "topic.move": {
    alsoCalled: "rename,rename topic,move message,change topic,split topic,merge topics",
    title: "Move or rename the topic, or move messages",
    hint: "move",
    keys: ["T"],
    onRows: "chosen",
    disabled: withoutTopic,
    run: (context) => {
      const { store } = context;
      const { view } = store.getState();
      const moved = movedBy(context);
      if (typeof moved === "string") {
        showToast(store, moved, "error");
        return;
      }
      const input = inputOf(targetText(view, moved.from));
      openDialog(store, { kind: "move-target", moved, input, chosen: 0 });
    },
  },
});
