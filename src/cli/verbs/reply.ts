/** `weir reply`: a message to the conversation of another. */

import { Exit } from "#cli/exit-codes.ts";
import { fetchPage } from "#cli/fetch-messages.ts";
import { messageNamed } from "#cli/message-named.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { everybody, fromWireMessage } from "#model/from-wire.ts";
import { contentOf, sendTo } from "./send.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [given = "", ...words] = args;
  const id = messageNamed(given);
  const replica = await state("streams", "people", "rendering", "newest");
  const page = { anchor: id, num_before: 0, num_after: 0, narrow: [] };
  const { messages } = await fetchPage(connection, page);
  const told = messages.find((message) => message.id === id);
  if (told === undefined)
    throw new Exit("refused", `There is no message ${id}, or you may not see it.`);
  const { streamId, topic, userIds = [] } = fromWireMessage(told);
  const address =
    streamId === undefined
      ? ({ kind: "direct", userIds: everybody(replica.ownId, userIds) } as const)
      : ({ kind: "topic", streamId, topic } as const);
  await sendTo(context, replica, address, await contentOf(context, words));
}
