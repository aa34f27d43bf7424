/** `weir topics`: the topics of a stream, the newest first. */

import { getTopics } from "#api/account.ts";
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "#cli/exit-codes.ts";
import { foundStream } from "#cli/finder.ts";
import { aboutOf } from "#cli/place.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { topicKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { Policy } from "#model/stream.ts";
import { isUnlisted } from "#model/streams.ts";
import { unsupportedFeatureAt } from "#wire/levels.ts";

const policyWords: Readonly<Record<Policy, string>> = {
  0: "",
  1: "muted",
  2: "unmuted",
  3: "followed",
};

export async function run(context: VerbContext): Promise<void> {
  const { state, output, args, connection } = context;
  const replica = await state("streams", "policies");
  const stream = foundStream(context, replica, args.join(" "));
  const lack = unsupportedFeatureAt(replica.realm.featureLevel, "archivedLists");
  if (lack !== undefined && isUnlisted(replica, stream.id))
    throw new Exit("refused", lack.sentence);
  const { topics } = await getTopics(
    connection,
    { stream_id: stream.id },
    { priority: "interactive" },
  );
  const policyOf = (name: string) =>
    policyWords[replica.policies.get(topicKey(stream.id, name)) ?? 0] ?? "";
  output.rows(topics, {
    none: `There are no topics in #${safeLine(stream.name)}.`,
    json: ({ name, max_id: newest }) => ({
      about: aboutOf(replica, { kind: "topic", streamId: stream.id, topic: name }),
      topic: name,
      stream: stream.name,
      stream_id: stream.id,
      newest,
      policy: policyOf(name) || null,
    }),
    cells: ({ name, max_id: newest }) => [
      newest,
      { text: policyOf(name), token: "dim" },
      topicTitle(replica, name),
    ],
  });
}
