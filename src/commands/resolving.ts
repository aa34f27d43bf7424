/** Resolving and unresolving topics. */
import { isResolved, isTopicKnown, type Move, resolutionOf } from "#journal/actions/topic.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import { topicEditProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, titleOf as titleOfConversation } from "#model/select/conversations.ts";
import type { TopicPlace } from "#store/dialog.ts";
import { addIntents } from "#store/store.ts";
import { type CommandContext, commandsIn, inPanes } from "./command.ts";
import { type MenuRow, ownKey } from "./menus/menu.ts";
import { openMenu, showToast } from "./screen.ts";
import { targetsOf, withoutConversations } from "./targets.ts";
import { type Topic, take, titleOf, topicsOf, without } from "./topic-actions.ts";

function resolveProblem(view: Replica, topics: readonly Topic[]): Problem {
  if (topics.length === 0) return "Select a topic to resolve.";
  if (topics.some(({ topic }) => topic === "")) return "A topic without a name cannot be resolved.";
  const unknown = topics.find((topic) => newestOf(view, topic) === undefined);
  if (unknown !== undefined)
    return `No messages of ${conversationTitle(view, unknown.key)} are loaded yet: open it first.`;
  const tooLong = topics
    .map((topic) => topicProblem(view.realm, resolutionOf(topic).topic))
    .find((problem) => problem !== undefined);
  return topicEditProblem(view) ?? tooLong;
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
  const problem = resolveProblem(view, topics);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const open = topics.filter(({ topic }) => !isResolved(topic));
  const changed = open.length > 0 ? open : topics;
  if (changed.some((topic) => isMerged(view, topic)))
    openMenu(store, { kind: "resolve", topics: changed.map(placeOf) });
  else resolveAll(context, changed, without(targets, topics));
}

function placeOf({ streamId, topic }: TopicPlace): TopicPlace {
  return { streamId, topic };
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
  const from = placeOf(topic);
  return [{ kind: "move", messageId, from, to: resolutionOf(from), mode: "change_all" }];
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
        locked: resolveProblem(view, topics),
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
    title: "Resolve or unresolve the topic",
    keys: ["!"],
    repeats: true,
    disabled: withoutConversations,
    run: toggleResolved,
  },
});
