/** Changes a flag of many messages, in as many requests as needed. */
import { updateFlags } from "#api/flags.ts";
import { sorted } from "#base/sorted.ts";
import { withProgress } from "#sync/progress.ts";
import type { MessageId } from "#wire/ids.ts";
import type { DeliveryContext } from "./effect.ts";

/** The maximum number of messages per request. */
const idsPerRequest = 1_000;

type Change = { readonly op: "add" | "remove"; readonly flag: "read" | "starred" };

export async function changeFlag(
  context: DeliveryContext,
  ids: Iterable<MessageId>,
  change: Change,
  title: string,
): Promise<void> {
  const messages = sorted(ids);
  const of = Math.ceil(messages.length / idsPerRequest);
  await withProgress(context, context.intent.id, { title, of }, async (course) => {
    for (let at = 0; at < messages.length; at += idsPerRequest) {
      // Only between two requests: the inverse of one that is under way could arrive before it.
      course.signal.throwIfAborted();
      const some = messages.slice(at, at + idsPerRequest);
      const options = { signal: context.stopped, beforeSending: context.beforeSending };
      await updateFlags(context.connection(), { messages: some, ...change }, options);
      course.answered();
    }
  });
}
