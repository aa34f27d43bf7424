/** `weir reply`: sends a message to the conversation of another message. */
import { conversationOf, messageNamed } from "#cli/message-named.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { contentOf, sendTo } from "./send.ts";

export async function run(context: VerbContext): Promise<void> {
  const { args, state, connection } = context;
  const [typed = "", ...words] = args;
  const id = messageNamed(typed);
  const replica = await state("streams", "people", "rendering", "newest");
  const address = await conversationOf(connection, id, replica.ownId);
  await sendTo(context, replica, address, await contentOf(context, words));
}
