/** Moving messages: renaming their topic, or moving them to another stream; all of them, the later ones, one, or some. */

import { counted } from "#base/counted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import type { AboutOf, MenuItem, MenuRow, MenuTitle } from "#commands/menus/menu.ts";
import { chosenMessages, endMarks } from "#commands/message/selected.ts";
import { type Match, topicMatch } from "#commands/places/finder.ts";
import { type LinkFacts, linkFacts } from "#commands/places/links.ts";
import { changeDialogOf, contextOf, openDialog, openMenu, showToast } from "#commands/screen.ts";
import {
  firstChoice,
  isLink,
  recipientChoices,
  recipientProblem,
  refuseLost,
  settled,
} from "#commands/writing/recipients.ts";
import { wasDeleted } from "#commands/writing/text.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import { isSameTopic, isTopicKnown, type Move } from "#journal/actions/topic.ts";
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
import type { Store } from "#store/state.ts";
import { act, addIntents } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { targetsOf, topicPlace, withoutTopic } from "./targets.ts";

type TargetDialog = DialogOf<"move-target">;
type Asked = AboutOf<"move">;

/** The messages to move: those that are chosen in a conversation, or a topic identified by its newest message. */
function movedBy(context: CommandContext): Moved | string {
  const { view, screen } = context.store.getState();
  const [first, ...others] = contextOf(screen) === "reader" ? chosenMessages(context) : [];
  if (first !== undefined) return movedMessages(first, others);
  const { conversations } = targetsOf(context);
  const [key, ...more] = conversations;
  if (key === undefined || more.length > 0) return "Select one topic or one message to move.";
  const conversation = conversationOfKey(view, key);
  if (conversation?.kind !== "topic") return notMovable;
  const newest = view.topics.get(conversation.streamId)?.get(key)?.newest;
  if (newest === undefined) return "No messages of this topic are loaded yet: open it first.";
  return { kind: "topic", messageId: newest, from: topicPlace(conversation) };
}

const notMovable = "Only messages in streams can be moved.";

function movedMessages(first: Message, others: readonly Message[]): Moved | string {
  const { id, streamId, topic } = first;
  if (streamId === undefined) return notMovable;
  const from = { streamId, topic };
  if (others.length === 0) return { kind: "message", messageId: id, from };
  if (others.some(({ conversation }) => conversation !== first.conversation))
    return "These messages are in several topics: select those of one.";
  return { kind: "messages", ids: [id, ...others.map((other) => other.id)], from };
}

/** The oldest of the messages, or any of the topic. */
function firstOf(moved: Moved): MessageId {
  return moved.kind === "messages" ? moved.ids[0] : moved.messageId;
}

/** Completes the name of the chosen topic. The question would take the letters that follow for answers. */
export function completeTarget(context: CommandContext, dialog: TargetDialog): void {
  const { store } = context;
  const facts = linkFacts(store.getState());
  const { narrow, address } = moveTargets(facts, dialog)[dialog.chosen] ?? {};
  if (narrow?.kind === "stream") acceptTarget(context, dialog);
  else if (address?.kind === "topic")
    openTarget(store, dialog, targetText(facts.view, topicPlace(address)));
}

/** Changes what is typed. */
function openTarget(store: Store, dialog: TargetDialog, text: string): void {
  const after = { ...dialog, input: replaceAll(dialog.input, text) };
  openDialog(store, { ...after, chosen: firstTarget(store.getState().view, after) });
}

/** The target that is selected by itself: none if the line can be read in several ways. */
export function firstTarget(view: Replica, dialog: TargetDialog): number {
  return firstChoice(view, lineOf(dialog));
}

/** How a topic is typed. */
function targetText(view: Replica, { streamId, topic }: TopicPlace): string {
  return `${get(view.streams, streamId)?.name ?? ""} > ${topicTitle(view, topic)}`;
}

/** Choosing a stream keeps the topic's name until another one is typed, unless it has no topics. */
export function acceptTarget({ store, clock }: CommandContext, dialog: TargetDialog): void {
  const facts = linkFacts(store.getState());
  const { view } = facts;
  const target = moveTargets(facts, dialog)[dialog.chosen];
  const { moved } = dialog;
  if (target !== undefined && refuseLost(store, target)) return;
  if (target?.narrow?.kind === "stream") {
    const isEmpty = topicRuleOf(view, target.narrow.streamId) === "empty";
    const text = `${target.title} > ${topicTitle(view, isEmpty ? "" : moved.from.topic)}`;
    openTarget(store, dialog, text);
    return;
  }
  const { address } = target ?? {};
  if (address?.kind !== "topic") return;
  const to = topicPlace(address);
  const problem = targetProblem(view, moved, to, clock.now());
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  openMenu(store, { kind: "move", moved, to, noticeInOld: false, noticeInNew: true });
}

function targetProblem(view: Replica, moved: Moved, to: TopicPlace, now: number): Problem {
  const { from } = moved;
  if (from.streamId === to.streamId && from.topic === to.topic)
    return "The messages are already there.";
  // The newest of several: those that are too old stay.
  const newest = moved.kind === "messages" ? moved.ids.at(-1) : moved.messageId;
  const message = newest && get(view.messages, newest);
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
  const { streamId, rest, readings } = settled(view, line);
  const choices = recipientChoices(facts, line);
  const typed = rest.trim();
  if (isLink(view, line)) return choices.filter(({ address }) => address?.kind === "topic");
  if (readings !== undefined)
    return readings.flatMap((one) => topicsIn(view, choices, { ...one, typed: one.rest.trim() }));
  if (typed === "") return choices;
  if (streamId === undefined)
    return /[>›]/.test(typed)
      ? choices
      : [...choices, topicNamed(view, dialog.moved.from.streamId, typed)];
  return topicsIn(view, choices, { streamId, typed });
}

type TypedTopic = { readonly streamId: StreamId; readonly typed: string };

/** Of the choices, those in that stream, the typed one first. */
function topicsIn(
  view: Replica,
  choices: readonly Match[],
  { streamId, typed }: TypedTopic,
): readonly Match[] {
  const named = typed === "" ? [] : [topicNamed(view, streamId, typed)];
  const near = choices.filter(
    ({ kind, narrow }) =>
      kind === "topic" &&
      narrow?.kind === "topic" &&
      narrow.streamId === streamId &&
      !isSame(narrow, named[0]?.narrow),
  );
  return [...named, ...near];
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
  const topicThere = view.topics.get(streamId)?.get(topicKey(streamId, topic));
  const match = topicMatch(view, streamId, topic);
  return { ...match, kind: topicThere?.name === topic ? "topic" : "new topic" };
}

/** Which messages are moved, and who is notified. */
export const moveMenu: MenuRow<"move"> = ({ state: { view }, now }, about) => {
  const { moved, to, noticeInNew, noticeInOld } = about;
  const reason = moveLoss(view, moved);
  if (reason !== undefined) return reason;
  const ways = waysOf(view, about, now);
  const final = isMerge(view, about) ? ways.filter(({ mode }) => mode !== "change_one") : [];
  const isFinal = final.length > 0;
  const isRenaming = isRename(view, about);
  const choices = ways.map(
    (way): MenuItem => ({
      key: way.key,
      title: way.title,
      take: isRenaming ? "rename" : "move messages",
      ...(final.includes(way) && { danger: true }),
      locked: wayProblem(view, about, way, now),
      run: (context) => carryOut(context, about, way),
    }),
  );
  const stays = stayProblem(view, about, now);
  const notice = (key: string, title: string, isOn: boolean, next: Partial<Asked>): MenuItem => ({
    key,
    title,
    isOn,
    stays: true,
    run: ({ store }) =>
      changeDialogOf(store, "menu", (open) => ({ ...open, about: { ...about, ...next } })),
  });
  const isEachAlone = ways.some(({ ids }) => ids.length > 1);
  return {
    title: moveTitle(view, moved, isRenaming),
    lines: [
      { label: "from", text: { kind: "topic", ...moved.from } },
      { label: "to", text: { kind: "topic", ...to } },
      ...(stays === undefined ? [] : [{ text: stays, tone: "warning" } as const]),
      ...(isFinal
        ? [{ text: mergeWarning(final.length === ways.length), tone: "warning" } as const]
        : []),
      ...(isEachAlone ? [{ text: "Each is moved by itself, without a notice." }] : []),
    ],
    items: [
      ...(isFinal ? [{ key: "k", title: "Keep them where they are" }] : []),
      ...choices,
      ...(isEachAlone
        ? []
        : [
            notice("n", "Notice in the new topic", noticeInNew, { noticeInNew: !noticeInNew }),
            notice("p", "Notice in the old topic", noticeInOld, { noticeInOld: !noticeInOld }),
          ]),
    ],
  };
};

function moveTitle(view: Replica, moved: Moved, isRenaming: boolean): MenuTitle {
  if (moved.kind === "messages") return `Move ${counted(moved.ids.length, "message")}`;
  const message = moved.kind === "topic" ? undefined : get(view.messages, moved.messageId);
  if (message !== undefined) return ["Move ", message];
  return `${isRenaming ? "Rename" : "Move"} ${titleOf(view, { kind: "topic", ...moved.from })}`;
}

function mergeWarning(isAll: boolean): string {
  const what = isAll ? "this cannot" : "only the move of one message can";
  return `The topic already exists, so ${what} be undone.`;
}

/** Why these messages cannot be moved from there any more. */
export function moveLoss(view: Replica, moved: Moved): Problem {
  const { kind, from } = moved;
  if (kind === "topic" && !isTopicKnown(view, from))
    return "The topic was renamed, moved or deleted.";
  if (kind === "messages")
    return stillThere(view, moved).length > 0
      ? undefined
      : "The messages were moved or deleted meanwhile.";
  const message = get(view.messages, moved.messageId);
  if (kind === "topic" && message === undefined) return undefined;
  if (message === undefined) return wasDeleted;
  return isThere(message, from) ? undefined : "The message was moved meanwhile.";
}

function isThere({ streamId, topic }: Message, from: TopicPlace): boolean {
  return (
    streamId === from.streamId &&
    topicKey(from.streamId, topic) === topicKey(from.streamId, from.topic)
  );
}

type Several = Extract<Moved, { readonly kind: "messages" }>;

function stillThere(view: Replica, { ids, from }: Several): readonly Message[] {
  const messages = ids.flatMap((id) => get(view.messages, id) ?? []);
  return messages.filter((message) => isThere(message, from));
}

/** Whether the moved messages cannot be separated again from those already there. */
function isMerge(view: Replica, { moved: { from }, to }: Pick<Asked, "moved" | "to">): boolean {
  return !isSameTopic(from, to) && isTopicKnown(view, to);
}

/** Whether a whole topic gets another name in its stream. */
function isRename(view: Replica, { moved, to }: Pick<Asked, "moved" | "to">, mode?: Move["mode"]) {
  const { from, kind } = moved;
  return (
    (kind === "topic" || mode === "change_all") &&
    from.streamId === to.streamId &&
    !isMerge(view, { moved, to })
  );
}

/** A way to move them: one request for each of the IDs. */
type Way = {
  readonly key: string;
  readonly title: string;
  readonly mode: Move["mode"];
  readonly ids: readonly MessageId[];
};

function wholeTopic(count: number): string {
  return count === 1 ? "The only message of the topic" : `All ${count} messages of the topic`;
}

/** With numbers of messages if known. */
function waysOf(view: Replica, about: Asked, now: number): readonly Way[] {
  const { moved } = about;
  if (moved.kind === "messages") return [wayOfSeveral(view, about, moved, now)];
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  const at = ids.indexOf(moved.messageId);
  const later = reachesEnd && at >= 0 ? ids.length - at - 1 : undefined;
  const all = isWhole ? wholeTopic(ids.length) : "All messages of the topic";
  const after = later === undefined ? "the later ones" : `the ${later} after it`;
  const anchor = [currentId(view, moved)];
  const ways: readonly Way[] = [
    { key: "a", title: all, mode: "change_all", ids: anchor },
    { key: "l", title: `This message and ${after}`, mode: "change_later", ids: anchor },
    { key: "o", title: "This message only", mode: "change_one", ids: anchor },
  ];
  if (moved.kind === "topic") return ways.slice(0, 1);
  return later === 0 ? ways.filter(({ key }) => key !== "l") : ways;
}

/**
 * All of a topic, and what it ends with, the server moves at once. Anything else, and what only comes back one by one,
 * because messages are there already, is moved one by one.
 */
function wayOfSeveral(view: Replica, about: Asked, moved: Several, now: number): Way {
  const going = movable(view, about, moved, now).map(({ id }) => id);
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  const [first = moved.ids[0]] = going;
  const later = ids.slice(ids.indexOf(first));
  const isEnd = reachesEnd && going.length === later.length && !isMerge(view, about);
  const these = going.length === 1 ? "This message" : `These ${counted(going.length, "message")}`;
  if (isEnd && isWhole && later.length === ids.length)
    return {
      key: "a",
      title: wholeTopic(ids.length),
      mode: "change_all",
      ids: [first],
    };
  if (isEnd)
    return {
      key: "l",
      title: `${these}, with which the topic ends`,
      mode: "change_later",
      ids: [first],
    };
  return { key: "o", title: these, mode: "change_one", ids: going };
}

/** Those that are still there and may be moved. */
function movable(view: Replica, { to }: Asked, moved: Several, now: number): readonly Message[] {
  const { from } = moved;
  return stillThere(view, moved).filter(
    (message) => moveProblem(view, message, { from, to }, now) === undefined,
  );
}

/** Which of several stay where they are, and why. */
function stayProblem(view: Replica, about: Asked, now: number): Problem {
  const { moved, to } = about;
  if (moved.kind !== "messages") return undefined;
  const { from } = moved;
  const there = stillThere(view, moved);
  const reasons = there.flatMap((each) => moveProblem(view, each, { from, to }, now) ?? []);
  if (reasons.length === 0) return undefined;
  return `${reasons.length} of ${there.length} stay: ${[...new Set(reasons)].join(" ")}`;
}

/** The known messages of the topic, and whether those are all of it, or all up to its end. */
function knownIds({ histories }: Replica, { from }: Moved) {
  const history = histories.get(narrowKey({ kind: "topic", ...from }));
  const { ids = [], newestKnown = false, holes } = history ?? {};
  return { ids, isWhole: isWhole(history), reachesEnd: newestKnown && holes === undefined };
}

function wayProblem(view: Replica, { moved, to }: Asked, { mode, ids }: Way, now: number): Problem {
  const [first = firstOf(moved)] = ids;
  const [oldest = first] = mode === "change_all" ? knownIds(view, moved).ids : [];
  const message = get(view.messages, oldest);
  const problem = message && moveProblem(view, message, { from: moved.from, to }, now);
  if (problem === undefined || mode !== "change_all") return problem;
  return `${problem} Some are older.`;
}

function carryOut(context: CommandContext, about: Asked, way: Way): void {
  const { store } = context;
  const { view } = store.getState();
  const { moved, to, noticeInOld, noticeInNew } = about;
  const { mode, ids } = way;
  const actions = ids.map(
    (messageId): Move => ({
      kind: "move",
      messageId,
      from: moved.from,
      to,
      mode,
      // The server would write a notice for each of several.
      ...((!noticeInNew || ids.length > 1) && { quiet: true }),
      ...(noticeInOld && ids.length === 1 && { noticeInOld: true }),
      ...(mode !== "change_one" && isMerge(view, about) && { merges: true }),
    }),
  );
  const verb = isRename(view, about, mode) ? "Renamed" : "Moved";
  const sentence = `${verb} ${whatMoved(view, about, way)} to ${titleOf(view, { kind: "topic", ...to })}`;
  const isUndoable = act(store, context, actions, { sentence }) !== undefined;
  // Not in the undo log; the question said so.
  if (!isUndoable) addIntents(store, context, actions);
  endMarks(store);
  showToast(store, sentence, "done", isUndoable);
}

/** The topic's newest message now: the one that identified it may have been moved alone. */
function currentId({ topics }: Replica, moved: Exclude<Moved, Several>): MessageId {
  const { kind, from, messageId } = moved;
  const newest = topics.get(from.streamId)?.get(topicKey(from.streamId, from.topic))?.newest;
  return kind === "topic" ? (newest ?? messageId) : messageId;
}

/** With the number of messages if it is known; a new name is that of the topic. */
function whatMoved(view: Replica, about: Asked, way: Way): string {
  const { moved } = about;
  const { mode } = way;
  const { ids, isWhole, reachesEnd } = knownIds(view, moved);
  if (mode === "change_one")
    return way.ids.length === 1 ? "the message" : counted(way.ids.length, "message");
  if (mode === "change_all") {
    const title = titleOf(view, { kind: "topic", ...moved.from });
    return isWhole && !isRename(view, about, mode)
      ? `${title} (${counted(ids.length, "message")})`
      : title;
  }
  const at = ids.indexOf(way.ids[0] ?? firstOf(moved));
  return reachesEnd && at >= 0 ? counted(ids.length - at, "message") : "the messages";
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
      const dialog = { kind: "move-target", moved, input, chosen: 0 } as const;
      openDialog(store, { ...dialog, chosen: firstTarget(view, dialog) });
    },
  },
});
