/** Resolving and unresolving topics. */
import { isResolved, isTopicKnown, type Move, resolutionOf } from "#journal/actions/move.ts";
import type { Action } from "#journal/intent.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import { topicEditProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { addIntents } from "#store/store.ts";
import { type CommandContext, commandsIn, inPanes } from "./command.ts";
import { isSecondPress, showToast } from "./screen.ts";
import { keyOf } from "./sentences.ts";
import { targetsOf } from "./targets.ts";
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
  const state = store.getState();
  const { view } = state;
  const targets = targetsOf(context);
  const topics = topicsOf(view, targets);
  const problem = resolveProblem(view, topics);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const open = topics.filter(({ topic }) => !isResolved(topic));
  const changed = open.length > 0 ? open : topics;
  const actions = changed.flatMap((topic) => resolution(view, topic));
  const sentence = `${open.length > 0 ? "Resolved" : "Unresolved"} ${titleOf(view, changed)}`;
  const merged = changed.find((topic) => hasTarget(view, topic));
  if (merged === undefined) take(context, actions, sentence, undefined, without(targets, topics));
  else mergeAfterAsking(context, actions, sentence, resolutionOf(merged).topic);
}

function resolution(view: Replica, topic: Topic): readonly Move[] {
  const messageId = newestOf(view, topic);
  if (messageId === undefined) return [];
  const from = { streamId: topic.streamId, topic: topic.topic };
  return [{ kind: "move", messageId, from, to: resolutionOf(from), mode: "change_all" }];
}

function hasTarget(view: Replica, topic: Topic): boolean {
  return isTopicKnown(view, resolutionOf(topic));
}

/** Merged topics cannot be separated again. */
function mergeAfterAsking(
  context: CommandContext,
  actions: readonly Action[],
  sentence: string,
  target: string,
): void {
  const { store, keys } = context;
  const key = keyOf(keys, "topic.resolve") ?? "the key";
  const question = `“${target}” already exists. Press ${key} again to merge both; this cannot be undone.`;
  if (!isSecondPress(context, question)) return;
  addIntents(store, context, actions);
  showToast(store, sentence);
}

export const resolving = commandsIn(inPanes, {
  "topic.resolve": {
    title: "Resolve or unresolve the topic",
    keys: ["!"],
    repeats: true,
    run: toggleResolved,
  },
});
