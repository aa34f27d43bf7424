/** `weir topics move`, `resolve` and `delete`; `weir mute` and `weir follow`. */

import { deleteTopic } from "#api/streams.ts";
import { safeLine } from "#base/safe-text.ts";
import { carryOut } from "#cli/carry-out.ts";
import { Exit } from "#cli/exit-codes.ts";
import { requireYes } from "#cli/fill-form.ts";
import { newestMessages } from "#cli/messages.ts";
import { tellDone, wayBack } from "#cli/output.ts";
import { placeText, topicsOf } from "#cli/place.ts";
import { addressProblem, placeFor, topicTarget, topicToDelete } from "#cli/resolver.ts";
import { withStorage } from "#cli/storage.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { onePlace, partsFor, placeIn } from "#cli/written-place.ts";
import { inverseOf } from "#journal/action.ts";
import { isSameTopic, resolutionOf } from "#journal/actions/topic.ts";
import type { Action } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { isResolved, topicKey } from "#model/conversation.ts";
import { unresolvable } from "#model/empty-topic.ts";
import { type Narrow, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy } from "#model/stream.ts";
import { termsOf } from "#sync/fetching.ts";

type Topic = Extract<Narrow, { readonly kind: "topic" }>;
const example = "Name a topic, such as '#backend > deploy window'.";

async function topicIn(context: VerbContext, replica: Replica, word = ""): Promise<Topic> {
  const { narrow } = await placeFor(context, replica, placeIn(word));
  if (narrow.kind === "topic") return narrow;
  throw new Exit("misuse", example);
}

/** All messages of the topic are moved, so any of them can identify it. */
async function moveAll(
  context: VerbContext,
  replica: Replica,
  { from, to, done }: { from: Topic; to: Topic; done?: string },
) {
  const { connection, invocation } = context;
  if (from.streamId === to.streamId && from.topic === to.topic)
    return tellSame(context, placeText(replica, to), "is called so already");
  const refused = addressProblem(replica, to);
  if (refused !== undefined) throw new Exit("refused", safeLine(refused));
  const narrow = termsOf(from, replica.ownId, connection.level());
  const [[message], there] = await Promise.all([
    newestMessages(connection, { narrow, count: 1 }),
    isSameTopic(from, to) ? [] : topicsOf(context, replica, to.streamId),
  ]);
  if (message === undefined) throw new Exit("refused", "There are no messages in this topic.");
  const mode = "change_all";
  const [before, after] = [placeText(replica, from), placeText(replica, to)];
  const isMerge = there.some(({ topic }) => isSameTopic({ ...to, topic }, to));
  if (isMerge)
    requireYes(invocation, safeLine(`${after} already exists: both would be merged for good.`));
  const move = { kind: "move", messageId: message.id, from, to, mode } as const;
  await carryOut(context, replica, { ...move, ...(isMerge && { merges: true }) });
  const undo = isMerge ? "" : wayBack(context, { verb: "topics move", args: [after, before] });
  const sentence =
    done === undefined ? `Moved ${before} to ${after}.${undo}` : `${done} ${before}.`;
  tellDone(context, sentence, { place: after });
}

export async function move(context: VerbContext): Promise<void> {
  const replica = await context.state("streams");
  const [source, target = ""] = context.args;
  const from = await topicIn(context, replica, source);
  const { narrow: to } = await topicTarget(context, replica, from, target);
  if (to.kind === "topic") return moveAll(context, replica, { from, to });
  if (to.kind === "stream")
    return moveAll(context, replica, { from, to: { ...from, streamId: to.streamId } });
  throw new Exit("misuse", example);
}

export async function resolve(context: VerbContext): Promise<void> {
  const replica = await context.state("streams");
  const from = await topicIn(context, replica, context.args[0]);
  const undo = context.invocation.options["undo"] === true;
  if (isResolved(from.topic) !== undo)
    return tellSame(
      context,
      placeText(replica, from),
      undo ? "is not resolved" : "is resolved already",
    );
  const unnamed = unresolvable(replica, from.topic);
  if (unnamed !== undefined) throw new Exit("refused", safeLine(unnamed));
  const done = undo ? "Unresolved" : "Resolved";
  await moveAll(context, replica, { from, to: { ...from, ...resolutionOf(from) }, done });
}

export async function remove(context: VerbContext): Promise<void> {
  const { connection, say, invocation, output } = context;
  const replica = await context.state("streams");
  const written = placeIn(context.args[0] ?? "");
  const { narrow, isGone } = await topicToDelete(context, replica, written);
  if (narrow.kind !== "topic") throw new Exit("misuse", example);
  const { streamId, topic } = narrow;
  const place = placeText(replica, narrow);
  if (isGone) return tellDone(context, `There is no topic ${place}.`);
  requireYes(invocation, `All messages of ${safeLine(place)} would be permanently deleted.`);
  const again = () => output.isTerminal && say("Still deleting.");
  await deleteTopic(connection, { stream_id: streamId, topic_name: topic }, again);
  tellDone(context, `Deleted ${place}.`, { place });
}

/** What the command line changes in a conversation, a stream or a person, and what it says besides. */
type Change = { readonly action: Action; readonly also?: string };

/** What is said of a change, and of what is so already. */
type Words = readonly [done: string, same: string];

const muting: Words = ["Muted", "is muted already"];
const unmuting: Words = ["Unmuted", "is not muted"];

function tellSame(context: VerbContext, place: string, same: string): void {
  tellDone(context, `${place} ${same}.`, { place });
}

async function change(
  context: VerbContext,
  changeFor: (replica: Replica, narrow: Narrow) => Change | undefined | Promise<Change>,
  refusal: string,
  [done, same]: Words,
): Promise<void> {
  const written = onePlace(context.args);
  if (written === undefined) throw new Exit("misuse", refusal);
  const replica = await context.state("streams", "policies", "muted", ...partsFor(written));
  const isUndone = context.invocation.options["undo"] === true;
  const { narrow } = await placeFor(context, replica, written, isUndone ? undefined : context.say);
  const changed = await changeFor(replica, narrow);
  if (changed === undefined) throw new Exit("misuse", refusal);
  const place = placeText(replica, narrow);
  if (inverseOf(replica, changed.action).length === 0) return tellSame(context, place, same);
  await carryOut(context, replica, changed.action);
  tellDone(context, `${done} ${place}.${changed.also ?? ""}`, { place });
}

/** Where the journal's storage keeps what topics were before they were muted or followed here, unless it was nothing. */
const policiesBefore = "topic policies before";
type Policies = Readonly<Record<string, Policy>>;

/** Without what another version may have stored. */
function policiesIn(stored: unknown): Policies {
  const rows = Object.entries((stored ?? {}) as object);
  return Object.fromEntries(rows.filter(([, policy]) => Object.hasOwn(restored, policy)));
}

/** Keeps what a topic was, and returns what was kept before; a disk that refuses keeps nothing. */
function keepPolicy(context: VerbContext, key: string, policy: Policy): Promise<Policy> {
  const keep = async (storage: JournalStorage): Promise<Policy> => {
    const row = (await storage.values()).get(policiesBefore);
    const { [key]: before = 0, ...rest } = policiesIn(row);
    const after = policy === 0 ? rest : { ...rest, [key]: policy };
    if (before !== policy) await storage.putValue(policiesBefore, after);
    return before;
  };
  return withStorage(context, keep, () => 0);
}

const restored: Readonly<Record<Policy, string>> = {
  0: "",
  1: " It is muted again.",
  2: " It is shown again although its stream is muted.",
  3: " You follow it again.",
};

/** Gives a topic the policy, or back what it was before; one that has another policy now stays as it is. */
async function policyChange(
  context: VerbContext,
  { policies }: Replica,
  narrow: Topic,
  policy: Policy,
): Promise<Change> {
  const key = topicKey(narrow.streamId, narrow.topic);
  const now = policies.get(key) ?? 0;
  const undo = context.invocation.options["undo"] === true;
  const action = { ...narrow, kind: "topic-policy" } as const;
  if (!undo) {
    if (now !== policy) await keepPolicy(context, key, now);
    return { action: { ...action, policy } };
  }
  if (now !== policy) return { action: { ...action, policy: now } };
  const before = await keepPolicy(context, key, 0);
  return { action: { ...action, policy: before }, also: restored[before] };
}

export async function mute(context: VerbContext): Promise<void> {
  const undo = context.invocation.options["undo"] === true;
  const changeFor = (replica: Replica, narrow: Narrow) => {
    switch (narrow.kind) {
      case "topic":
        return policyChange(context, replica, narrow, 1);
      case "stream": {
        const property = { property: "is_muted", value: !undo } as const;
        return { action: { ...narrow, kind: "subscription-property", ...property } as const };
      }
      case "direct": {
        const [userId, another] = others(narrow.userIds, replica.ownId);
        if (userId === undefined || userId === replica.ownId || another !== undefined)
          return undefined;
        return { action: { kind: "mute-person", op: undo ? "remove" : "add", userId } as const };
      }
      default:
        return undefined;
    }
  };
  const refusal = "Name a topic, a stream or one person.";
  await change(context, changeFor, refusal, undo ? unmuting : muting);
}

/** Gives topics a policy, and nothing to streams and people. */
const topicVerb =
  (policy: Policy, done: Words, undone: Words) =>
  (context: VerbContext): Promise<void> => {
    const changeFor = (replica: Replica, narrow: Narrow) =>
      narrow.kind === "topic" ? policyChange(context, replica, narrow, policy) : undefined;
    const undo = context.invocation.options["undo"] === true;
    return change(context, changeFor, example, undo ? undone : done);
  };

export const follow = topicVerb(
  3,
  ["Followed", "is followed already"],
  ["Unfollowed", "is not followed"],
);
export const muteTopic = topicVerb(1, muting, unmuting);
