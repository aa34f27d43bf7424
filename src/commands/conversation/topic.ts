/** What can be done with topics: muting, following, resolving and deleting; `m` also mutes streams and people. */

import { titleOfAll } from "#base/counted.ts";
import { get } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { chosenPeople, selectedPerson } from "#commands/lists/row.ts";
import { type MenuRow, ownKey } from "#commands/menus/menu.ts";
import { muteToggle, togglePeopleMute } from "#commands/person/list.ts";
import { contextOf, openMenu, perform, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { selectedStream, streamMuteToggle } from "#commands/stream/list.ts";
import { isTopicKnown, type Move, newPolicy, resolutionOf } from "#journal/actions/topic.ts";
import type { Action } from "#journal/intent.ts";
import type { StepLocation } from "#journal/journal.ts";
import { type ConversationKey, isResolved, topicKey } from "#model/conversation.ts";
import { unresolvable } from "#model/empty-topic.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import { resolveProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationOfKey,
  conversationTitle,
  titleOf as titleOfConversation,
} from "#model/select/conversations.ts";
import { isFollowed, isMuted } from "#model/select/inbox-row.ts";
import type { Policy } from "#model/stream.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { TopicPlace } from "#store/dialog.ts";
import { withoutMarks } from "#store/list.ts";
import { changeList, isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { topicDeletionProblem } from "./questions.ts";
import {
  firstTargets,
  onlyTopic,
  type Targets,
  targetsIn,
  targetsOf,
  topicPlace,
  withoutTopic,
} from "./targets.ts";
import { advanceFrom, locationOf, stayingLocation } from "./triage.ts";

/** How many excluded conversations are named at most. */
const maxNamed = 2;

type Topic = {
  readonly key: ConversationKey;
  readonly streamId: StreamId;
  readonly topic: string;
};

/** The topics among the targets; none if the target is a stream or a place itself. */
function topicsOf(view: Replica, { conversations, streamId, isPlace }: Targets): readonly Topic[] {
  if (streamId !== undefined || isPlace === true) return [];
  return conversations.flatMap((key) => {
    const conversation = conversationOfKey(view, key);
    return conversation?.kind === "topic" ? [{ ...conversation, key }] : [];
  });
}

function titleOf(view: Replica, topics: readonly Topic[]): string {
  return titleOfAll(topics, ({ key }) => conversationTitle(view, key), "topic");
}

/** The targeted stream: its heading, its row, or its narrow. */
function targetStream({ screen }: State, { streamId }: Targets): StreamId | undefined {
  if (streamId !== undefined || contextOf(screen) !== "reader") return streamId;
  const { place } = screen;
  return place.kind === "narrow" && place.narrow.kind === "stream"
    ? place.narrow.streamId
    : undefined;
}

/** Performs the actions; the toast names the conversations that they are not about. */
function take(
  context: CommandContext,
  actions: readonly Action[],
  sentence: string,
  location: StepLocation | undefined,
  excluded: readonly ConversationKey[] = [],
): boolean {
  const { view } = context.store.getState();
  const rest = excluded.length === 0 ? "" : `, not ${namesOf(view, excluded)}`;
  return perform(context, actions, sentence, location, sentence + rest);
}

/** Muted rows count as dealt with: the user goes on to the next. */
function performAndAdvance(
  context: CommandContext,
  targets: Pick<Targets, "conversations" | "rows">,
  actions: readonly Action[],
  sentence: string,
  excluded: readonly ConversationKey[] = [],
): void {
  const { store } = context;
  const { conversations, rows } = targets;
  // Who listens would hear another conversation without having asked for it.
  const stays = context.isLine === true && !isList(store.getState().screen.place);
  const advance = stays ? () => {} : advanceFrom(context, targets);
  const location = locationOf(store.getState(), conversations, rows);
  if (!take(context, actions, sentence, location, excluded)) return;
  changeList(store, (list) => withoutMarks(list, rows));
  advance(true);
}

function policyActions(
  view: Replica,
  topics: readonly Topic[],
  policy: (topic: Topic) => Policy,
): Action[] {
  return topics.map((topic) => newPolicy(view, topic, policy(topic)));
}

function toggleMute(context: CommandContext): void {
  const state = context.store.getState();
  const people = contextOf(state.screen) === "list" ? chosenPeople(context) : [];
  if (people.length > 0) {
    togglePeopleMute(context, people);
    return;
  }
  const targets = targetsOf(context);
  const streamId = targetStream(state, targets) ?? selectedStream(state);
  const topics = topicsOf(state.view, targets);
  if (streamId !== undefined) toggleStreamMute(context, targets, streamId);
  else if (topics.length > 0) toggleTopicMute(context, targets, topics);
  else togglePersonMute(context, targets);
}

function withoutMutable(state: State): string | undefined {
  if (selectedPerson(state) !== undefined || selectedStream(state) !== undefined) return undefined;
  const targets = firstTargets(state);
  const isMutable =
    targetStream(state, targets) !== undefined ||
    topicsOf(state.view, targets).length > 0 ||
    peopleOf(state.view, targets).length > 0;
  if (isMutable) return undefined;
  if (targets.isPlace === true) return "select what to mute";
  return targets.conversations.length > 0 ? "only with one other person" : "nothing is selected";
}

/** Mutes all if any of them is not muted, else unmutes all. */
function toggleTopicMute(
  context: CommandContext,
  targets: Targets,
  topics: readonly Topic[],
): void {
  const { store } = context;
  const state = store.getState();
  const { view } = state;
  const unmuted = topics.filter(({ key }) => !isMuted(view, key));
  if (unmuted.length > 0) {
    const sentence = `Muted ${titleOf(view, unmuted)}`;
    const conversations = topics.map(({ key }) => key);
    const excluded = without(targets, topics);
    const excludedKeys = new Set<string>(excluded);
    const rows = targets.rows.filter((key) => !excludedKeys.has(key));
    const actions = policyActions(view, unmuted, () => 1);
    performAndAdvance(context, { ...targets, conversations, rows }, actions, sentence, excluded);
    return;
  }
  const isStreamMuted = ({ streamId }: Topic) =>
    get(view.streams, streamId)?.subscription?.muted === true;
  const lack = topics.some(isStreamMuted) ? unsupportedReason(view, "topicPolicies") : undefined;
  if (lack !== undefined) {
    showToast(store, lack.sentence, "error");
    return;
  }
  const actions = policyActions(view, topics, (topic) => (isStreamMuted(topic) ? 2 : 0));
  take(context, actions, `Unmuted ${titleOf(view, topics)}`, stayingLocation(state, targets));
}

function toggleStreamMute(context: CommandContext, targets: Targets, streamId: StreamId): void {
  const toggle = streamMuteToggle(context, streamId);
  if (toggle === undefined) return;
  const { actions, sentence, mutes } = toggle;
  // A user who is reading the stream stays in it: the conversation at the cursor was not muted.
  if (targets.streamId === undefined) perform(context, actions, sentence);
  else if (mutes) performAndAdvance(context, targets, actions, sentence);
  else perform(context, actions, sentence, stayingLocation(context.store.getState(), targets));
}

/** The conversations that are not topics. */
function without({ conversations }: Targets, topics: readonly Topic[]): readonly ConversationKey[] {
  const included = new Set(topics.map(({ key }) => key));
  return conversations.filter((key) => !included.has(key));
}

/** The first ones by name, the others counted. */
function namesOf(view: Replica, keys: readonly ConversationKey[]): string {
  const named = keys.length > maxNamed ? maxNamed - 1 : maxNamed;
  const names = keys.slice(0, named).map((key) => conversationTitle(view, key));
  const more = keys.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(" and ");
}

/** Topics, and conversations with one person. */
export function isMutable(view: Replica, key: ConversationKey): boolean {
  return streamOfKey(key) !== undefined || peopleOf(view, { conversations: [key] }).length > 0;
}

/** The other people of conversations with one person alone; none if the target is a place itself. */
function peopleOf(
  view: Replica,
  { conversations, isPlace }: Pick<Targets, "conversations" | "isPlace">,
): readonly UserId[] {
  if (isPlace === true) return [];
  return conversations.flatMap((key) => {
    const conversation = conversationOfKey(view, key);
    if (conversation?.kind !== "direct") return [];
    const others = conversation.userIds.filter((id) => id !== view.ownId);
    return others.length === 1 ? others : [];
  });
}

/** Muting users hides their messages and marks them read, so it needs confirmation. */
function togglePersonMute(context: CommandContext, targets: Targets): void {
  const { store } = context;
  const state = store.getState();
  const { view } = state;
  const people = peopleOf(view, targets);
  if (people.length === 0) return;
  const { mutes, actions, sentence } = muteToggle(view, people);
  const { conversations, rows } = targets;
  if (mutes) openMenu(store, { kind: "mute-people", people, conversations, rows });
  else perform(context, actions, sentence, stayingLocation(state, targets));
}

/** Whether to mute users. */
export const mutingMenu: MenuRow<"mute-people"> = (facts, { people, ...targets }) => {
  const { mutes, actions, sentence, whom } = muteToggle(facts.state.view, people);
  if (!mutes) return `${whom} ${people.length === 1 ? "is" : "are"} muted already.`;
  return {
    title: `Mute ${whom} everywhere?`,
    lines: [{ text: "Their messages are hidden and marked as read." }],
    items: [
      { key: "k", title: "Keep showing them" },
      {
        key: ownKey(facts, "topic.mute", "m"),
        title: `Mute ${whom}`,
        run: (context) => performAndAdvance(context, targets, actions, sentence),
      },
    ],
  };
};

/** Follows all if any of them is not followed, else unfollows all. */
function toggleFollow(context: CommandContext): void {
  const { store } = context;
  const state = store.getState();
  const { view } = state;
  const lack = unsupportedReason(view, "followedPolicy");
  const targets = targetsOf(context);
  const topics = topicsOf(view, targets);
  if (lack !== undefined) {
    showToast(store, lack.sentence, "error");
    return;
  }
  const unfollowed = topics.filter(({ key }) => !isFollowed(view, key));
  const changed = unfollowed.length > 0 ? unfollowed : topics;
  const [policy, verb] =
    unfollowed.length > 0 ? ([3, "Followed"] as const) : ([0, "Unfollowed"] as const);
  const sentence = `${verb} ${titleOf(view, changed)}`;
  take(
    context,
    policyActions(view, changed, () => policy),
    sentence,
    stayingLocation(state, targets),
    without(targets, topics),
  );
}

export const topicActions = commandsIn(inPanes, {
  "topic.mute": {
    alsoCalled: "silence,unmute,hide,block",
    title: "Mute or unmute the topic, the stream or the person",
    hint: "mute",
    keys: ["m"],
    onRows: "chosen",
    disabled: withoutMutable,
    repeats: true,
    run: toggleMute,
  },
  "topic.follow": {
    alsoCalled: "watch,notify me of the topic",
    title: "Follow or unfollow the topic",
    keys: ["f"],
    onRows: "chosen",
    needs: "followedPolicy",
    repeats: true,
    disabled: withoutTopic,
    run: toggleFollow,
  },
});

// Resolving and unresolving topics.

function resolutionProblem(view: Replica, topics: readonly Topic[]): Problem {
  if (topics.length === 0) return "Select a topic to resolve.";
  const unnamed = topics.map(({ topic }) => unresolvable(view, topic)).find(Boolean);
  if (unnamed !== undefined) return unnamed;
  const unknown = topics.find((topic) => newestOf(view, topic) === undefined);
  if (unknown !== undefined)
    return `No messages of ${conversationTitle(view, unknown.key)} are loaded yet: open it first.`;
  const tooLong = topics
    .map((topic) => topicProblem(view.realm, resolutionOf(topic).topic))
    .find((problem) => problem !== undefined);
  const refused = topics.map(({ streamId }) => resolveProblem(view, streamId));
  return refused.find((problem) => problem !== undefined) ?? tooLong;
}

function newestOf({ topics }: Replica, { streamId, key }: Topic) {
  return topics.get(streamId)?.get(key)?.newest;
}

/** Resolves all if any of them is not resolved, else unresolves all. */
function toggleResolved(context: CommandContext): void {
  const { store } = context;
  const { view } = store.getState();
  const targets = targetsOf(context);
  const topics = topicsOf(view, targets);
  const problem = resolutionProblem(view, topics);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const open = topics.filter(({ topic }) => !isResolved(topic));
  const changed = open.length > 0 ? open : topics;
  if (changed.some((topic) => isMerged(view, topic)))
    openMenu(store, { kind: "resolve", topics: changed.map(topicPlace) });
  else resolveAll(context, changed, without(targets, topics));
}

/** Whether the topic that it would become exists already. */
function isMerged(view: Replica, topic: TopicPlace): boolean {
  return isTopicKnown(view, resolutionOf(topic));
}

/** One step, unless topics are merged: those cannot be separated again. */
function resolveAll(
  context: CommandContext,
  topics: readonly Topic[],
  excluded: readonly ConversationKey[] = [],
): void {
  const { store } = context;
  const { view } = store.getState();
  const actions = topics.flatMap((topic) => resolution(view, topic));
  const sentence = `${verbFor(topics)}d ${titleOf(view, topics)}`;
  if (topics.some((topic) => isMerged(view, topic))) {
    addIntents(store, context, actions);
    showToast(store, sentence);
  } else take(context, actions, sentence, undefined, excluded);
}

function verbFor([first]: readonly TopicPlace[]): "Resolve" | "Unresolve" {
  return isResolved(first?.topic ?? "") ? "Unresolve" : "Resolve";
}

function resolution(view: Replica, topic: Topic): readonly Move[] {
  const messageId = newestOf(view, topic);
  if (messageId === undefined) return [];
  const from = topicPlace(topic);
  const joins = isMerged(view, topic) ? ({ merges: true } as const) : {};
  return [{ kind: "move", messageId, from, to: resolutionOf(from), mode: "change_all", ...joins }];
}

/** Whether to resolve or unresolve topics, some of which would be merged with existing ones. */
export const resolutionMenu: MenuRow<"resolve"> = (facts, { topics: asked }) => {
  const { view } = facts.state;
  const topics = asked
    .map((topic) => ({ ...topic, key: topicKey(topic.streamId, topic.topic) }))
    .filter((topic) => newestOf(view, topic) !== undefined);
  if (topics.length === 0)
    return `${asked.length === 1 ? "The topic was" : "The topics were"} renamed, moved or deleted.`;
  const merged = topics.filter((topic) => isMerged(view, topic));
  const verb = verbFor(topics);
  const isOne = topics.length === 1;
  return {
    title: `${verb} ${titleOf(view, topics)}?`,
    lines: merged.map((topic) => ({ text: mergeSentence(view, topic), tone: "warning" })),
    items: [
      { key: "k", title: isOne ? "Keep it as it is" : "Keep them as they are" },
      {
        key: ownKey(facts, "topic.resolve", "m"),
        title: merged.length > 0 ? "Merge" : verb,
        ...(merged.length > 0 && { danger: true }),
        locked: resolutionProblem(view, topics),
        run: (context) => resolveAll(context, topics),
      },
    ],
  };
};

function mergeSentence(view: Replica, topic: Topic): string {
  const target = titleOfConversation(view, { kind: "topic", ...resolutionOf(topic) });
  return `${target} already exists: both are merged, which cannot be undone.`;
}

export const resolving = commandsIn(inPanes, {
  "topic.resolve": {
    alsoCalled: "close topic,mark as resolved,unresolve",
    title: "Resolve or unresolve the topic",
    keys: ["!"],
    onRows: "chosen",
    repeats: true,
    disabled: withoutTopic,
    run: toggleResolved,
  },
});

// Deleting the topic that is open, or under the cursor, after a question.

const targetTopic = (state: State) => onlyTopic(state.view, targetsIn(state, 1));

export const topicDeletion = commandsIn(inPanes, {
  "topic.delete": {
    alsoCalled: "remove topic",
    title: "Delete the topic (asks first)",
    keys: [],
    onRows: "chosen",
    disabled: (state) => {
      const topic = targetTopic(state);
      return topic === undefined
        ? "select one topic"
        : topicDeletionProblem(state.view, topic.streamId);
    },
    run: ({ store }) => {
      const topic = targetTopic(store.getState());
      if (topic !== undefined)
        openMenu(store, { kind: "delete-topic", streamId: topic.streamId, topic: topic.topic });
    },
  },
});
