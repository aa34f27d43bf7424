/** The messages that were seen, in order. */
import type { Archive } from "#archive/archive.ts";
import type { Message } from "#model/message.ts";
import type { MessageId } from "#wire/ids.ts";

const pageSize = 5_000;

/** All that was seen since then (UNIX seconds), in the order of IDs, a page at a time. */
export async function forEachArchived(
  archive: Archive,
  since: number,
  look: (message: Message) => void,
): Promise<void> {
  for (let from = await firstSince(archive, since); from !== undefined; ) {
    const { messages } = await pageFrom(archive, from, pageSize);
    for (const message of messages) if (message.sentAt >= since) look(message);
    const last = messages.at(-1)?.id;
    from = last === undefined || messages.length < pageSize ? undefined : after(last);
  }
}

function pageFrom(archive: Archive, anchor: MessageId, count: number) {
  return archive.page({ narrow: { kind: "all" }, anchor, before: 0, after: count });
}

function after(id: number): MessageId {
  return (id + 1) as MessageId;
}

/** An ID before which all messages are older, unless all are. Times rise with IDs. */
async function firstSince(archive: Archive, since: number): Promise<MessageId | undefined> {
  const newest = await archive.page({
    narrow: { kind: "all" },
    anchor: "newest",
    before: 1,
    after: 0,
  });
  const last = newest.messages[0];
  if (last === undefined || last.sentAt < since) return undefined;
  let [below, from] = [0, last.id as number];
  while (from - below > 1) {
    const middle = Math.floor((below + from) / 2);
    const [next] = (await pageFrom(archive, middle as MessageId, 1)).messages;
    if (next !== undefined && next.sentAt < since) below = next.id;
    else from = middle;
  }
  return from as MessageId;
}
