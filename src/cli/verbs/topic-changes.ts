/** `weir topics move`, `resolve`, `mute` and `delete`. */
import { deleteTopic } from "#api/streams.ts";
import { safeLine } from "#base/safe-text.ts";
import { carryOut } from "#cli/carry-out.ts";
import { requireYes } from "#cli/consent.ts";
import { Exit } from "#cli/exit-codes.ts";
import { newestMessages } from "#cli/fetch-messages.ts";
import { existingPlace, placeIn, placeText } from "#cli/place.ts";
import { tellDone } from "#cli/tell.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { splitPlace } from "#cli/written-place.ts";
import { isResolved, resolutionOf } from "#journal/actions/topic.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/history/fetching.ts";

type Topic = Extract<Narrow, { readonly kind: "topic" }>;
const example = "Name a topic, such as '#backend > deploy window'.";

async function topicIn(context: VerbContext, replica: Replica, word = ""): Promise<Topic> {
  const { place } = splitPlace([word]);
  if (place === undefined) throw new Exit("usage", example);
  const { narrow } = await existingPlace(context.connection, replica, place);
  if (narrow.kind === "topic") return narrow;
  throw new Exit("usage", example);
}

/** All messages of the topic are moved, so any of them can identify it. */
async function moveAll(
  context: VerbContext,
  replica: Replica,
  { from, to, done }: { from: Topic; to: Topic; done?: string },
) {
  const { connection } = context;
  const narrow = termsOf(from, replica.ownId, connection.level());
  const [message] = await newestMessages(connection, { narrow, count: 1 });
  if (message === undefined) throw new Exit("refused", "There are no messages in this topic.");
  const mode = "change_all";
  await carryOut(context, replica, { kind: "move", messageId: message.id, from, to, mode });
  const [before, after] = [placeText(replica, from), placeText(replica, to)];
  const sentence = done === undefined ? `Moved ${before} to ${after}.` : `${done} ${before}.`;
  tellDone(context, sentence, { place: after });
}

export async function move(context: VerbContext): Promise<void> {
  const replica = await context.state("streams");
  const [source, target = ""] = context.args;
  const from = await topicIn(context, replica, source);
  // A target without a stream is a new name.
  const { place } = splitPlace([/^#|[>›]/.test(target) ? target : `#${from.streamId} > ${target}`]);
  const to = place === undefined ? from : placeIn(replica, place).narrow;
  if (to.kind === "topic") return moveAll(context, replica, { from, to });
  if (to.kind === "stream")
    return moveAll(context, replica, { from, to: { ...from, streamId: to.streamId } });
  throw new Exit("usage", example);
}

export async function resolve(context: VerbContext): Promise<void> {
  const replica = await context.state("streams");
  const from = await topicIn(context, replica, context.args[0]);
  const undo = context.invocation.options["undo"] === true;
  if (isResolved(from.topic) !== undo)
    throw new Exit("refused", undo ? "This topic is not resolved." : "This topic is resolved.");
  const done = undo ? "Unresolved" : "Resolved";
  await moveAll(context, replica, { from, to: { ...from, ...resolutionOf(from) }, done });
}

export async function remove(context: VerbContext): Promise<void> {
  const { connection, say, invocation, output } = context;
  const replica = await context.state("streams");
  const { streamId, topic } = await topicIn(context, replica, context.args[0]);
  const place = placeText(replica, { kind: "topic", streamId, topic });
  requireYes(invocation, `All messages of ${safeLine(place)} would be permanently deleted.`);
  const again = () => output.isTerminal && say("Still deleting.");
  await deleteTopic(connection, { stream_id: streamId, topic_name: topic }, again);
  tellDone(context, `Deleted ${place}.`, { place });
}
